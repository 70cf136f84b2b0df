/**
 * The audit as a file, oldest row first, streamed while it is read: CSV in either profile, or JSON as stored, without the hashes, which
 * only the verification needs. If reading fails, the transfer breaks off, so that no partial file looks complete.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/client.ts";
import { csvLines } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { canonicalJson, type JsonValue } from "#lib/audit/canonical.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { iterateAudit, type AuditRow } from "./queries.ts";
import type { AuditFilter } from "./schema.ts";

export const AUDIT_FORMATS = ["csv", "json"] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export type AuditFile = { fileName: string; contentType: string; pieces: AsyncIterable<string> };

/** Records who downloads the file, then streams it; `profile` applies to CSV. @throws AppError FORBIDDEN */
export async function makeAuditFile(
  actor: Actor,
  filter: AuditFilter,
  format: AuditFormat,
  profile: CsvProfile = "spreadsheets",
): Promise<AuditFile> {
  requirePermission(actor, "audit:read");
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor,
      action: "audit.export",
      objectType: "audit",
      objectId: format,
      after: JSON.parse(JSON.stringify(filter)) as JsonValue,
    }),
  );
  const stamp = now().toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
  return {
    fileName: `portico-audit-${stamp}.${format}`,
    contentType: format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/json",
    pieces: format === "csv" ? iterateCsvText(filter, profile) : iterateJsonText(filter),
  };
}

const COLUMNS: readonly (readonly [string, (row: AuditRow) => string])[] = [
  ["number", (row) => row.seq],
  ["time", (row) => row.at.toISOString()],
  ["who", (row) => row.actorName],
  ["action", (row) => row.action],
  ["object type", (row) => row.objectType],
  ["object", (row) => row.objectId],
  ["outcome", (row) => row.outcome],
  ["before", (row) => (row.before === null ? "" : canonicalJson(row.before))],
  ["after", (row) => (row.after === null ? "" : canonicalJson(row.after))],
  ["reference", (row) => row.requestId],
  ["operation", (row) => row.operationId ?? ""],
];

async function* iterateCsvText(filter: AuditFilter, profile: CsvProfile): AsyncGenerator<string> {
  const line = csvLines(profile);
  yield line(COLUMNS.map(([head]) => head));
  for await (const rows of iterateAudit(filter)) {
    yield rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row)))).join("");
  }
}

async function* iterateJsonText(filter: AuditFilter): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const rows of iterateAudit(filter)) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
