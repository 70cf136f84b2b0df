import { MEDIA_TYPES } from "#lib/elements/files/options.ts";
import { attachmentHeader } from "#lib/elements/file-names.ts";

/** The answer to a download that is made for this request. `mediaType`: CSV where none is given. */
export function answerFile(fileName: string, body: BodyInit, mediaType = MEDIA_TYPES.programs): Response {
  return new Response(body, {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": attachmentHeader(fileName),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
