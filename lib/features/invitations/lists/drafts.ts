/**
 * Makes a list out of what somebody pasted or uploaded, which people correct (editing.ts). A draft sends nothing and reserves nothing.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { validation, type AppError, parseInput } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { written } from "#lib/db/stored-sentence.ts";
import { findDraft, keepDraft } from "#lib/features/batches/drafts.ts";
import type { ChosenFile, PrepareList } from "#lib/features/batches/schema.ts";
import { decodeTextFile } from "#lib/features/batches/text-file.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { ADDRESSES_MAX, readAddressList, type AddressEntry } from "../addresses/address-list.ts";
import { judgeList, type JudgedRow } from "../addresses/verdicts.ts";
import { requireRedirectUri } from "../sending.ts";
import { INVITATION_LISTS } from "./kind.ts";
import { findKnown, readCloudLists } from "./knowledge.ts";
import { LIST_BYTES_MAX, prepareInvitationListSchema } from "./schema.ts";

/**
 * Checks the addresses and stores them as a draft; the same key again returns the same draft. Returns its id.
 * @throws AppError VALIDATION when there is no address, too many, or no text; NOT_FOUND; FORBIDDEN
 */
export async function prepareList(
  actor: Actor,
  input: PrepareList<typeof prepareInvitationListSchema>,
): Promise<string> {
  requirePermission(actor, "invitation:send");
  const { key, cloudId, role, addresses } = parseInput(prepareInvitationListSchema, input);
  const existing = await findDraft(INVITATION_LISTS, actor, key);
  if (existing !== null) return existing;
  const file = input.file ?? null;
  const list = readEntries(addresses, file);
  const cloud = await getCloudModel(cloudId);
  requireRedirectUri(cloud);
  const members = await readCloudLists(actor, cloud);
  const good = list.entries.filter((entry) => entry.ok).map((entry) => entry.key);
  const rows = judgeList(list.entries, await findKnown(cloudId, [...new Set(good)], members, null));
  return keepDraft(INVITATION_LISTS, actor, { key, fileName: file?.name ?? null }, async (tx, head) => {
    await tx.invitationRun.create({ data: { ...head, cloudId, role, lines: list.lines } });
    await insertRows(tx, head.id, rows);
  });
}

function readEntries(pasted: string, file: ChosenFile | null): { entries: AddressEntry[]; lines: number } {
  const refuse = (sentence: string): AppError =>
    validation({ addresses: [sentence] }, say("Nothing was sent."));
  if (pasted.length + (file?.bytes.byteLength ?? 0) > LIST_BYTES_MAX) {
    throw refuse(t("The list is larger than 8 MB. Send it in parts."));
  }
  const text = file === null ? "" : decodeTextFile(file.bytes);
  if (text === null) {
    throw refuse(
      t("“{name}” is a workbook or an archive. Save it as CSV and choose that file.", {
        name: file?.name ?? "",
      }),
    );
  }
  const list = readAddressList(text === "" ? pasted : pasted.trim() === "" ? text : `${pasted}\n${text}`);
  if (list.isTooLong) {
    throw refuse(
      t("The list has more than {count} addresses. Split it and send the parts.", { count: ADDRESSES_MAX }),
    );
  }
  if (list.entries.length === 0) {
    throw refuse(t("The list has no addresses. Paste addresses, or choose a file."));
  }
  return list;
}

async function insertRows(tx: Db, runId: string, rows: readonly JudgedRow[]): Promise<void> {
  // One value instead of a hundred thousand: writes ten thousand rows in a fraction of the time.
  const given = JSON.stringify(
    rows.map((row) => {
      const { text: detail, said: detailSaid } = written(row.detail);
      return { ...row, detail, detailSaid, id: newId() };
    }),
  );
  await tx.$executeRaw`
    INSERT INTO invitation_run_row
      (id, run_id, n, line, typed, address, email, verdict, detail, detail_said, suggestion, is_included)
    SELECT r.id, ${runId}::uuid, r.n, r.line, r.typed, r.address, r.email, r.verdict::"AddressVerdict",
      r.detail, r."detailSaid", r.suggestion, r."isIncluded"
    FROM jsonb_to_recordset(${given}::jsonb) AS r(id uuid, n int, line int, typed text, address text,
      email text, verdict text, detail text, "detailSaid" jsonb, suggestion text, "isIncluded" boolean)`;
}
