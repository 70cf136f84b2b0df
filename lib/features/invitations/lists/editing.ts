/**
 * Changes a draft in place: one row's address, or one fix for many rows. What was changed is judged anew, and so are rows that repeated an
 * address that is gone; a doubt about any other row stays until a person decides.
 */
import type { z } from "zod";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { parseAddress } from "#lib/core/address.ts";
import { conflict, getById, notFound, validation, parseInput } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type AddressVerdict } from "#lib/db/client.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { editDraft, rowsMeant } from "#lib/features/batches/drafts.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { readOneAddress } from "../addresses/one-address.ts";
import { judgeAlone, repeatedWords, type Judgement } from "../addresses/verdicts.ts";
import { saveDraftRows, type DraftRow } from "./draft-rows.ts";
import { INVITATION_LISTS } from "./kind.ts";
import { findKnown, readCloudLists } from "./knowledge.ts";
import { fixRowsSchema, listRoleSchema } from "./schema.ts";

/** A person may send to these, whatever the verdict proposes. */
const MAY_CHOOSE: readonly AddressVerdict[] = ["GOOD", "LOOK_ALIKE", "MIXED_SCRIPTS", "INVITED"];

/**
 * Another address for a row: typed by a person, or the one that was offered. A row that only repeated the old address takes its place.
 * @throws AppError VALIDATION, NOT_FOUND; CONFLICT when the list is being sent
 */
export async function correctRow(actor: Actor, input: { rowId: string; address: string }): Promise<void> {
  requirePermission(actor, "invitation:send");
  const parsed = readOneAddress(input.address);
  if (!parsed.ok) throw validation({ address: [told(parsed.reason)] });
  const { run } = await getDraftRow(input.rowId);
  await change(actor, run, (rows) => {
    const row = rows.find(({ id }) => id === input.rowId);
    if (row === undefined) throw notFound(say("This line of the list"));
    setAddress(row, parsed);
  });
}

/**
 * One fix for the rows with these ids, for all of a verdict, or for all. `changed`: how many are as was asked for now; `left`: cannot be.
 * @throws AppError VALIDATION where no row is meant, or the domain is none; CONFLICT when the list is being sent; NOT_FOUND; FORBIDDEN
 */
export async function fixRows(
  actor: Actor,
  input: z.input<typeof fixRowsSchema>,
): Promise<{ changed: number; left: number }> {
  requirePermission(actor, "invitation:send");
  const { listId, fix, domain, ...which } = parseInput(fixRowsSchema, input);
  const run = await getBatch(INVITATION_LISTS, actor, listId, "invitation:send");
  if (fix === "domain") requireDomain(domain);
  const fixed = { changed: 0, left: 0 };
  await change(actor, run, (rows) => {
    for (const row of rowsMeant(rows, which)) fixed[FIXES[fix](row, domain) ? "changed" : "left"] += 1;
  });
  return fixed;
}

/** Does it with one row. False: it cannot be done with this one, which stays as it is. */
const FIXES = {
  suggestion: (row) => row.suggestion !== null && readdress(row, row.suggestion),
  domain: (row, domain) => {
    const written = row.email ?? row.typed.trim();
    const local = /^[^\s<>"]+(?=@[^@]*$)/.exec(written)?.[0] ?? null;
    return local !== null && readdress(row, `${local}@${domain}`);
  },
  include: (row) => choose(row, true),
  "leave-out": (row) => choose(row, false),
} satisfies Record<string, (row: DraftRow, domain: string) => boolean>;

function readdress(row: DraftRow, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed.ok) setAddress(row, parsed);
  return parsed.ok;
}

function setAddress(row: DraftRow, { email, key }: { email: string; key: string }): void {
  row.email = email;
  row.address = key;
  row.isEdited = true;
}

function choose(row: DraftRow, isIncluded: boolean): boolean {
  if (!MAY_CHOOSE.includes(row.verdict)) return !isIncluded;
  row.isIncluded = isIncluded;
  row.again = isIncluded && row.verdict === "INVITED";
  return true;
}

function requireDomain(domain: string): void {
  const parsed = parseAddress(`a@${domain}`);
  if (domain.includes("@"))
    throw validation({ domain: [t("Type only what follows the @, such as example.org.")] });
  if (!parsed.ok) throw validation({ domain: [told(parsed.reason)] });
}

/**
 * Takes a row into what will be sent, or leaves it out. Somebody who waits already is asked by another mail.
 * @throws AppError CONFLICT when nothing can be sent to it, or the list is being sent; NOT_FOUND
 */
export async function includeRow(actor: Actor, input: { rowId: string; isIncluded: boolean }): Promise<void> {
  requirePermission(actor, "invitation:send");
  const row = await getDraftRow(input.rowId);
  if (!MAY_CHOOSE.includes(row.verdict)) {
    throw conflict(
      say("{typed} cannot be sent: {detail} Nothing was changed.", {
        typed: row.typed,
        detail: recall(row, "detail") ?? "",
      }),
    );
  }
  await editDraft(INVITATION_LISTS, actor, row.runId, (tx) =>
    tx.invitationRunRow.update({
      where: { id: row.id },
      data: { isIncluded: input.isIncluded, again: input.isIncluded && row.verdict === "INVITED" },
    }),
  );
}

/**
 * Another role for everybody in the list, "" to leave the choice to the service. @throws AppError CONFLICT when the list is being sent;
 * NOT_FOUND; VALIDATION
 */
export async function changeListRole(actor: Actor, input: z.input<typeof listRoleSchema>): Promise<void> {
  requirePermission(actor, "invitation:send");
  const { listId, role } = parseInput(listRoleSchema, input);
  await getBatch(INVITATION_LISTS, actor, listId, "invitation:send");
  await editDraft(INVITATION_LISTS, actor, listId, (tx) =>
    tx.invitationRun.update({ where: { id: listId }, data: { role: role === "" ? null : Number(role) } }),
  );
}

/** Judges what `edit` changes of the draft, beside what the service has by now, and keeps that. */
async function change(
  actor: Actor,
  { id: runId, cloudId }: { id: string; cloudId: string },
  edit: (rows: DraftRow[]) => void,
): Promise<void> {
  const members = await readCloudLists(actor, await getCloudModel(cloudId));
  await editDraft(INVITATION_LISTS, actor, runId, async (tx) => {
    const kept = await tx.invitationRunRow.findMany({ where: { runId }, orderBy: { n: "asc" } });
    const rows = kept.map((row) => ({ ...row, isEdited: false }));
    edit(rows);
    const addresses = [...new Set(rows.flatMap(({ address }) => address ?? []))];
    const known = await findKnown(cloudId, addresses, members, runId, tx);
    await saveDraftRows(tx, kept, rows, judgeChanged(rows, judgeAlone(known)));
  });
}

/**
 * Of several rows of one address the one that stood for it goes on to do so, then one that repeated it, then one that has it since now.
 * Rows that are not in the answer stay what they are.
 */
function judgeChanged(
  rows: readonly DraftRow[],
  judge: ReturnType<typeof judgeAlone>,
): ReadonlyMap<string, Judgement> {
  const firstLines = new Map<string, number>();
  const judged = new Map<string, Judgement>();
  const addressed = rows.filter(hasAddress);
  for (const { address, line, verdict, isEdited } of addressed) {
    if (!isEdited && verdict !== "REPEATED") firstLines.set(address, line);
  }
  const repeating = addressed.filter(({ isEdited, verdict }) => !isEdited && verdict === "REPEATED");
  for (const { id, address, email, line } of [...repeating, ...addressed.filter((row) => row.isEdited)]) {
    const first = firstLines.get(address);
    if (first === undefined) firstLines.set(address, line);
    judged.set(
      id,
      first === undefined
        ? judge({ email, key: address })
        : { verdict: "REPEATED", detail: repeatedWords(first, line) },
    );
  }
  return judged;
}

function hasAddress(row: DraftRow): row is DraftRow & { email: string; address: string } {
  return row.email !== null && row.address !== null;
}

async function getDraftRow(id: string) {
  return getById(id, say("This line of the list"), () =>
    getDb().invitationRunRow.findUnique({
      where: { id },
      include: { run: { select: { id: true, cloudId: true } } },
    }),
  );
}
