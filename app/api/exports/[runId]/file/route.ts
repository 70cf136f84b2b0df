import { answerFile, UNCHANGED } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { MEDIA_TYPES } from "#lib/elements/files/options.ts";
import { openExportFile } from "#lib/features/exports/queries.ts";

/** The finished file, streamed from the file store; available only after it was read back and compared. */
export const GET = defineRoute<{ runId: string }>({
  name: "exports.download",
  permission: "elements:export",
  run: async (_request, { runId }, actor) => {
    const file = await openExportFile(actor, runId);
    return answerFile(file.fileName, file.stream, {
      // Compression on the way would make the digest wrong.
      ...UNCHANGED,
      "Content-Type": MEDIA_TYPES[file.profile],
      "Content-Length": String(file.bytes),
      "Repr-Digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
    });
  },
});
