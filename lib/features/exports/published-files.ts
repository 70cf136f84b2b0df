/**
 * Where finished exports lie in the file store: one folder per attempt that finished, with the file and its record.
 */
export const EXPORTS_PREFIX = "exports";
export const CSV_NAME = "elements.csv";
export const RECORD_NAME = "record.json";

/** The folder that one attempt at a run publishes. */
export function attemptKey(runnerToken: string): string {
  return `${EXPORTS_PREFIX}/${runnerToken}`;
}

/** The CSV file in a published folder. */
export function csvKey(fileKey: string): string {
  return `${fileKey}/${CSV_NAME}`;
}
