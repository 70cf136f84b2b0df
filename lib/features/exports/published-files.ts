/** Where finished exports lie in the file store: one folder per finished attempt, with the file and its record. */
import { FILE_ENDINGS, type ExportProfile } from "#lib/elements/files/options.ts";

export const EXPORTS_PREFIX = "exports";
export const RECORD_NAME = "record.json";

/** The folder that one attempt at a run publishes. */
export function attemptKey(runnerToken: string): string {
  return `${EXPORTS_PREFIX}/${runnerToken}`;
}

/** The name of the file within its folder. */
export function dataName(profile: ExportProfile): string {
  return `elements.${FILE_ENDINGS[profile]}`;
}
