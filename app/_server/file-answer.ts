import { attachmentHeader } from "#lib/core/network/attachment-header.ts";
import { MEDIA_TYPES } from "#lib/elements/files/options.ts";

/** The answer to a download. `headers`: of CSV where they say nothing else. */
export function answerFile(
  fileName: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": MEDIA_TYPES.programs,
      "Content-Disposition": attachmentHeader(fileName),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

/** Headers of a download in JSON. */
export const AS_JSON = { "Content-Type": "application/json; charset=utf-8" };

/** Headers of a download that nothing on the way may change. */
export const UNCHANGED = { "Cache-Control": "no-store, no-transform" };
