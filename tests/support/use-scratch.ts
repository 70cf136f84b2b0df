import { afterAll } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "./scratch.ts";

/** A new empty folder for the file that calls this; it ends with the file. */
export async function useScratchFolder(purpose: string): Promise<string> {
  const folder = await makeScratchFolder(purpose);
  afterAll(() => removeScratchFolder(folder));
  return folder;
}
