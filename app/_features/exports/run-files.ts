/** The address of a finished file. */
export function fileHref(runId: string): string {
  return `/api/exports/${runId}/file`;
}

/** The address of the record beside it. */
export function recordHref(runId: string): string {
  return `/api/exports/${runId}/record`;
}
