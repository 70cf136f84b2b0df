import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { streamText } from "#app/_server/streams.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { readAuditFilter } from "#lib/features/audit/address.ts";
import { AUDIT_FORMATS, makeAuditFile } from "#lib/features/audit/file.ts";

/** Every row of the audit that matches the page's filter, as CSV or JSON. */
export const GET = defineRoute({
  name: "audit.download",
  permission: "audit:read",
  run: async (request, _params, actor) => {
    const values = Object.fromEntries(new URL(request.url).searchParams);
    const format = AUDIT_FORMATS.find((one) => one === values["format"]) ?? "csv";
    const { fileName, contentType, pieces } = await makeAuditFile(
      actor,
      readAuditFilter(values),
      format,
      readCsvProfile(values["profile"]),
    );
    return answerFile(fileName, streamText(pieces), { "Content-Type": contentType });
  },
});
