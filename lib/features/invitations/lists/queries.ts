/**
 * Reads lists of invitations: their counts, their rows by outcome, and the result as CSV lines. A row's outcome is the current state of its
 * operation, so a later settlement shows here too.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { recall, toldOf } from "#lib/core/language/stored-sentence.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type AddressVerdict, type OperationModel, type Prisma } from "#lib/db/client.ts";
import type { ListPage } from "#lib/elements/files/csv/small-table.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { countVerdicts, readBatchView } from "#lib/features/batches/counts.ts";
import { outcomeOf, sumOutcomes, type StepOutcome } from "#lib/features/batches/outcomes.ts";
import { readPage } from "#lib/features/batches/rows.ts";
import { platformAddress } from "#lib/features/clouds/queries.ts";
import { addressWords, roleWords } from "../words.ts";
import { INVITATION_LISTS } from "./kind.ts";
import { OUTCOME_WORDS, VERDICT_WORDS } from "./schema.ts";

const LIMIT_MAX = 200;

/** One list with its counts. @throws AppError NOT_FOUND */
export async function getList(actor: Actor, id: string) {
  const run = await getBatch(INVITATION_LISTS, actor, id, "portal:read");
  const verdicts = await countVerdicts<AddressVerdict>(INVITATION_LISTS, id);
  const view = await readBatchView(INVITATION_LISTS, run);
  const { state, included, outcomes } = view;
  const toSend = sumOutcomes(outcomes, ["TO_SEND", "PREPARED", "HELD", "NOT_SENT"]);
  return {
    ...view,
    cloudId: run.cloudId,
    cloudName: run.cloud.name,
    role: run.role,
    roleWords: roleWords(run.role),
    landing: platformAddress(run.cloud.connection, Number(run.cloud.serviceId)),
    lines: run.lines,
    startedAt: run.startedAt,
    verdicts,
    sent: sumOutcomes(outcomes, ["DONE", "RESOLVED_DONE", "DONE_ID_LOST"]),
    /** Included, not held back, not sent yet. */
    toSend,
    canStart: state === "DRAFT" && included > 0,
    canPause: state === "RUNNING",
    canResume: state === "PAUSED" && toSend > 0,
    canDiscard: state === "DRAFT" || (state === "PAUSED" && toSend > 0),
    uncertain: outcomes.UNKNOWN ?? 0,
  };
}

export type ListView = Awaited<ReturnType<typeof getList>>;

/** Which rows of a list, all where nothing is named: by verdict or inclusion while it is a draft, by outcome afterwards. */
export type RowsFilter = {
  verdict?: AddressVerdict;
  isIncluded?: boolean;
  outcomes?: readonly StepOutcome[];
};

type RowsQuery = {
  runId: string;
  filter?: RowsFilter;
  afterN?: number | undefined;
  limit?: number;
  search?: string;
};

/** In the order of the list; `next` is the number to continue after, null at the end. @throws AppError NOT_FOUND */
export async function listRows(
  actor: Actor,
  query: RowsQuery,
): Promise<{ rows: ListRowView[]; next: number | null }> {
  const { rows, next } = await findRows(actor, query);
  return { rows: rows.map((row) => row()), next };
}

/** Rows whose sentences are translated later, in the reader's language. @throws AppError NOT_FOUND */
export async function findRows(actor: Actor, query: RowsQuery): Promise<ListPage<ListRowView, number>> {
  requirePermission(actor, "portal:read");
  const { runId, filter = {}, afterN = 0, limit = 50 } = query;
  if (!isId(runId)) throw notFound(say("This list"));
  const search = (query.search ?? "").trim().slice(0, 256).replaceAll("\0", "");
  const matches: Prisma.InvitationRunRowWhereInput =
    search === ""
      ? {}
      : {
          OR: [
            { typed: { contains: search, mode: "insensitive" } },
            { address: { contains: search.toLowerCase() } },
          ],
        };
  const read = (n: number, take: number): Promise<Row[]> =>
    getDb().invitationRunRow.findMany({
      where: { runId, n: { gt: n }, AND: [whereOf(filter), matches] },
      orderBy: { n: "asc" },
      take,
      include: { operation: true },
    });
  const { rows, next } = await readPage(read, afterN, Math.min(limit, LIMIT_MAX));
  return { rows: rows.map((row) => () => toRowView(row)), next };
}

function whereOf({ outcomes, ...columns }: RowsFilter): Prisma.InvitationRunRowWhereInput {
  if (outcomes === undefined) return columns;
  const parts: Prisma.InvitationRunRowWhereInput[] = [];
  const states: OperationModel["state"][] = [];
  for (const outcome of outcomes) {
    if (outcome === "LEFT_OUT") parts.push({ isIncluded: false });
    else if (outcome === "HELD_BACK") parts.push({ isIncluded: true, heldBack: { not: null } });
    else if (outcome === "TO_SEND") parts.push({ isIncluded: true, heldBack: null, operationId: null });
    else states.push(outcome);
  }
  if (states.length > 0)
    parts.push({ isIncluded: true, heldBack: null, operation: { state: { in: states } } });
  return { ...columns, OR: parts };
}

type Row = Prisma.InvitationRunRowGetPayload<{ include: { operation: true } }>;

function toRowView(row: Row) {
  const { operation } = row;
  const outcome = outcomeOf(row);
  const isTakenOut = !row.isIncluded && row.verdict === "GOOD";
  const detail = isTakenOut ? t("Nothing is sent to this address.") : (toldOf(row, "detail") ?? "");
  const cause = recall(row, "heldBack") ?? (operation === null ? null : recall(operation, "cause"));
  return {
    id: row.id,
    n: row.n,
    line: row.line,
    typed: row.typed,
    email: row.email,
    /** As a page shows it: the address where it could be read, otherwise what was typed, and words where it was erased. */
    shown: addressWords(row.email ?? row.typed),
    verdict: row.verdict,
    verdictWords: t(VERDICT_WORDS[row.verdict]),
    detail,
    /** Left out by a person, although nothing is wrong with it. */
    isTakenOut,
    suggestion: row.suggestion,
    isIncluded: row.isIncluded,
    again: row.again,
    outcome,
    outcomeWords: t(OUTCOME_WORDS[outcome]),
    /** One sentence with the reason, in the service's words where it gave one. */
    cause: !row.isIncluded ? detail : cause === null ? null : told(cause),
    since: operation?.stateSince.toISOString() ?? null,
    operationHref: operation === null ? null : `/operations/${operation.id}`,
  };
}

export type ListRowView = ReturnType<typeof toRowView>;

/** A Cloud's lists that are drafts or running, or that wait for a person, newest first. */
export async function listOpenLists(actor: Actor, cloudId?: string): Promise<ListView[]> {
  requirePermission(actor, "portal:read");
  const runs = await getDb().invitationRun.findMany({
    where: {
      state: { in: ["DRAFT", "RUNNING", "PAUSED"] },
      ...(cloudId === undefined ? {} : { cloudId: { in: [cloudId].filter(isId) } }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 20,
    select: { id: true },
  });
  return Promise.all(runs.map(({ id }) => getList(actor, id)));
}
