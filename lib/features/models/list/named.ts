/** Finds the model with a file's name in the list that its service gave last: a person decides whether the file replaces it. */
import { findNamed } from "./listing.ts";
import { recallModels } from "../remembered.ts";
import type { SuccessionChoice } from "../schema.ts";

/** Null: no such model, or no remembered list. */
export async function findNamedModel(projectId: string, fileName: string): Promise<SuccessionChoice | null> {
  if (fileName === "") return null;
  const recalled = await recallModels(projectId);
  return recalled === null ? null : findNamed(recalled.models, fileName);
}
