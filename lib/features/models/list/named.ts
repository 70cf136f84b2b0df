/** Finds the model that has the name of a file in the list that its service gave last: a person decides whether the file replaces it. */
import { findNamed } from "./listing.ts";
import { recallModels } from "../remembered.ts";
import type { SuccessionChoice } from "../schema.ts";

/** Null: none, or no list is remembered. */
export async function findNamedModel(projectId: string, fileName: string): Promise<SuccessionChoice | null> {
  if (fileName === "") return null;
  const recalled = await recallModels(projectId);
  return recalled === null ? null : findNamed(recalled.models, fileName);
}
