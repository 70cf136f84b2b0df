/** The record of one exchange with a service, as shown, and how long records are kept. */

export const KEPT_DAYS = 14;
export const KEPT_ROWS_MAX = 200_000;

export type RequestRecordRow = {
  id: string;
  at: Date;
  method: string;
  path: string;
  /** Null: no answer came. */
  status: number | null;
  durationMs: number;
  requestBytes: number | null;
  responseBytes: number;
  reference: string | null;
  cause: string | null;
  /** The same call for a terminal; secrets are placeholders. */
  curl: string;
};
