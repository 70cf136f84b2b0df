/** Makes a list from pasted or uploaded text, and lets people correct it. A draft sends nothing and reserves nothing. */
import type { z } from "zod";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { requireSameRoleNow } from "#lib/auth/actor-now.ts";
import { AppError, notFound, validation } from "#lib/core/errors.ts";
import { isId, newId } from "#lib/core/ids.ts";
import { parseInput } from "#lib/core/parse.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, type InvitationRunRowModel } from "#lib/db/client.ts";
import { stored, written } from "#lib/db/stored-sentence.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { findDraft, keepDraft, lockDraft } from "#lib/features/batches/drafts.ts";
import type { ChosenFile, PrepareList } from "#lib/features/batches/schema.ts";
import { decodeTextFile } from "#lib/features/batches/text-file.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { ADDRESSES_MAX, readAddressList, type AddressEntry } from "../addresses/address-list.ts";
import { readOneAddress } from "../addresses/one-address.ts";
import { judgeList, judgeOne, type JudgedRow } from "../addresses/verdicts.ts";
import { requireRedirectUri } from "../sending.ts";
import { INVITATION_LISTS } from "./kind.ts";
import { findKnown, readCloudLists } from "./knowledge.ts";
import { LIST_BYTES_MAX, listRoleSchema, prepareInvitationListSchema } from "./schema.ts";

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

/**
 * Replaces a row's address by a typed or suggested one and checks the row again; a row that only repeated the old address then replaces it.
 * @throws AppError VALIDATION, NOT_FOUND; CONFLICT when the list is being sent
 */
export async function correctRow(actor: Actor, input: { rowId: string; address: string }): Promise<void> {
  requirePermission(actor, "invitation:send");
  const parsed = readOneAddress(input.address);
  if (!parsed.ok) throw validation({ address: [told(parsed.reason)] }, say("Nothing was changed."));
  const row = await getDraftRow(input.rowId);
  const { cloudId } = row.run;
  const cloud = await getCloudModel(cloudId);
  const affected = [parsed.key, ...(row.address === null ? [] : [row.address])];
  const known = await findKnown(cloudId, affected, await readCloudLists(actor, cloud), row.runId);
  await inTransaction(async (tx) => {
    await requireSameRoleNow(tx, actor);
    await assertDraft(tx, row.runId);
    const first = await tx.invitationRunRow.findFirst({
      where: { runId: row.runId, address: parsed.key, id: { not: row.id }, verdict: { not: "REPEATED" } },
      select: { line: true },
    });
    const judgement =
      first === null
        ? judgeOne(parsed, known)
        : {
            verdict: "REPEATED" as const,
            detail: say("Duplicate of line {line}.", { line: first.line }),
          };
    await tx.invitationRunRow.update({
      where: { id: row.id },
      data: {
        address: parsed.key,
        email: parsed.email,
        verdict: judgement.verdict,
        ...stored("detail", judgement.detail),
        suggestion: judgement.suggestion ?? null,
        isIncluded: judgement.verdict === "GOOD",
        again: false,
      },
    });
    if (row.address === null || row.address === parsed.key || row.verdict === "REPEATED") return;
    await promoteRepeated(tx, row.runId, row.address, known);
  });
}

async function promoteRepeated(
  tx: Db,
  runId: string,
  address: string,
  known: Parameters<typeof judgeOne>[1],
): Promise<void> {
  const next = await tx.invitationRunRow.findFirst({
    where: { runId, address, verdict: "REPEATED" },
    orderBy: { n: "asc" },
  });
  if (next?.email === null || next === null) return;
  const judgement = judgeOne({ email: next.email, key: address }, known);
  await tx.invitationRunRow.update({
    where: { id: next.id },
    data: {
      verdict: judgement.verdict,
      ...stored("detail", judgement.detail),
      suggestion: judgement.suggestion ?? null,
      isIncluded: judgement.verdict === "GOOD",
    },
  });
}

const MAY_CHOOSE = ["GOOD", "LOOK_ALIKE", "MIXED_SCRIPTS", "INVITED"] as const;

/**
 * Includes a row, or leaves it out. A person who already waits gets another email.
 * @throws AppError CONFLICT when nothing can be sent to it, or the list is being sent; NOT_FOUND
 */
export async function includeRow(actor: Actor, input: { rowId: string; isIncluded: boolean }): Promise<void> {
  requirePermission(actor, "invitation:send");
  const row = await getDraftRow(input.rowId);
  if (!MAY_CHOOSE.some((verdict) => verdict === row.verdict)) {
    throw new AppError(
      "CONFLICT",
      say("{typed} cannot be sent: {detail} Nothing was changed.", {
        typed: row.typed,
        detail: recall(row, "detail") ?? "",
      }),
    );
  }
  await inTransaction(async (tx) => {
    await requireSameRoleNow(tx, actor);
    await assertDraft(tx, row.runId);
    await tx.invitationRunRow.update({
      where: { id: row.id },
      data: { isIncluded: input.isIncluded, again: input.isIncluded && row.verdict === "INVITED" },
    });
  });
}

/**
 * Changes the role of everybody in the list; "" leaves the choice to the service. @throws AppError CONFLICT when the list is being sent;
 * NOT_FOUND; VALIDATION
 */
export async function changeListRole(actor: Actor, input: z.input<typeof listRoleSchema>): Promise<void> {
  requirePermission(actor, "invitation:send");
  const { listId, role } = parseInput(listRoleSchema, input);
  await getBatch(INVITATION_LISTS, actor, listId, "invitation:send");
  await inTransaction(async (tx) => {
    await requireSameRoleNow(tx, actor);
    await assertDraft(tx, listId);
    await tx.invitationRun.update({
      where: { id: listId },
      data: { role: role === "" ? null : Number(role) },
    });
  });
}

type DraftRow = InvitationRunRowModel & { run: { cloudId: string } };

async function getDraftRow(id: string): Promise<DraftRow> {
  const row = isId(id)
    ? await getDb().invitationRunRow.findUnique({
        where: { id },
        include: { run: { select: { cloudId: true } } },
      })
    : null;
  if (row === null) throw notFound(say("This line of the list"));
  return row;
}

/** Keeps the list from being started between the check and the change. */
async function assertDraft(tx: Db, runId: string): Promise<void> {
  if (await lockDraft(INVITATION_LISTS, tx, runId)) return;
  throw new AppError("CONFLICT", say("The list is already being sent. Nothing was changed."));
}
