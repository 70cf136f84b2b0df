/**
 * Reads lists of projects for people: their figures and their rows. What became of a row is the state of its operation at this moment,
 * so that a settlement afterwards shows here too.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/kept-texts.ts";
import { say, sayIn, t, type Language } from "#lib/core/texts.ts";
import { getDb, type Prisma, type ProjectVerdict } from "#lib/db/client.ts";
import { countOutcomes } from "#lib/features/operations/outcome-counts.ts";
import { figuresOf, outcomeOf } from "#lib/features/operations/outcomes.ts";
import { resultSchema } from "#lib/features/operations/schema.ts";
import { findAnswers } from "#lib/features/rehearsals/queries.ts";
import { projectFieldsSchema } from "../schema.ts";
import { CHOOSABLE, type ListRowView, type ListView } from "./schema.ts";
import { tellSentences } from "./sentences.ts";

const LIMIT_MAX = 200;

/** One list with its figures. @throws AppError NOT_FOUND, also for one of another cloud */
export async function getProjectList(actor: Actor, cloudId: string, id: string): Promise<ListView> {
  requirePermission(actor, "portal:read");
  const list = isId(id) ? await getDb().projectList.findUnique({ where: { id } }) : null;
  if (list === null || list.cloudId !== cloudId) throw notFound(say("This list"));
  const verdicts = await countVerdicts(id);
  const outcomes = await countOutcomes("projects", id);
  const { total, included, ended, retryable } = figuresOf(outcomes);
  const { state, pauseReason, waitUntil, fileName, ignored, actorName, createdAt } = list;
  return {
    id,
    cloudId,
    state,
    pauseReason: pauseReason === null ? null : told(pauseReason),
    waitUntil,
    fileName,
    ignored,
    actorName,
    createdAt,
    total,
    included,
    verdicts,
    outcomes,
    ended,
    retryable: state === "ENDED" || state === "PAUSED" ? retryable : 0,
    canDiscard: state === "DRAFT" || (state === "PAUSED" && ended < included),
  };
}

async function countVerdicts(listId: string): Promise<Partial<Record<ProjectVerdict, number>>> {
  const groups = await getDb().projectListRow.groupBy({
    by: ["verdict"],
    where: { listId },
    _count: { _all: true },
  });
  return Object.fromEntries(groups.map((group) => [group.verdict, group._count._all]));
}

type RowsQuery = { listId: string; verdict?: ProjectVerdict | undefined; afterN?: number; limit?: number };

/** In the order in which they are created; `next` is the number to go on after, null at the end. */
export async function listProjectRows(
  actor: Actor,
  query: RowsQuery,
): Promise<{ rows: ListRowView[]; next: number | null }> {
  const { rows, next } = await findRows(actor, query);
  return { rows: rows.map((row) => row()), next };
}

/** Every row of a list in that order, read in pages; in the language of a file. */
export async function* iterateProjectRows(
  actor: Actor,
  listId: string,
  language: Language,
): AsyncGenerator<ListRowView> {
  for (let afterN: number | null = 0; afterN !== null;) {
    const page: Awaited<ReturnType<typeof findRows>> = await findRows(actor, { listId, afterN });
    yield* page.rows.map((row) => sayIn(language, row));
    afterN = page.next;
  }
}

/** Rows that are still to be told, in the language of whoever reads them. */
async function findRows(
  actor: Actor,
  query: RowsQuery,
): Promise<{ rows: (() => ListRowView)[]; next: number | null }> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(query.limit ?? 100, LIMIT_MAX);
  const found = await getDb().projectListRow.findMany({
    where: {
      listId: query.listId,
      n: { gt: query.afterN ?? 0 },
      ...(query.verdict === undefined ? {} : { verdict: query.verdict }),
    },
    orderBy: { n: "asc" },
    take: limit + 1,
    include: { operation: true },
  });
  const page = found.slice(0, limit);
  const parents = page.map((row) => row.parentN).filter((n) => n !== null);
  const lines = await getDb().projectListRow.findMany({
    where: { listId: query.listId, n: { in: parents } },
    select: { n: true, line: true },
  });
  const lineOf = new Map(lines.map(({ n, line }) => [n, line]));
  const shown = page.map(({ n }) => n);
  const answers = await findAnswers({ listId: query.listId }, shown);
  return {
    rows: page.map((row) => () => ({ ...toRowView(row, lineOf), rehearsed: answers.get(row.n) ?? null })),
    next: found.length > limit ? (page.at(-1)?.n ?? null) : null,
  };
}

type Row = Prisma.ProjectListRowGetPayload<{ include: { operation: true } }>;

function toRowView(row: Row, lineOf: ReadonlyMap<number, number>): Omit<ListRowView, "rehearsed"> {
  const { operation, parentN } = row;
  const outcome = outcomeOf(row);
  const cause = row.heldBack ?? operation?.cause ?? null;
  const fields = projectFieldsSchema.safeParse(row.fields);
  const parentId = fields.success ? fields.data.parentId : null;
  const result = resultSchema.nullable().parse(operation?.result ?? null);
  const above = parentId === null ? null : t("under project {id}", { id: parentId });
  return {
    id: row.id,
    n: row.n,
    line: row.line,
    name: row.name,
    place: parentN === null ? above : t("under line {line}", { line: lineOf.get(parentN) ?? 0 }),
    verdict: row.verdict,
    detail: !row.isIncluded ? tellSentences(row.detail) : cause === null ? null : told(cause),
    isIncluded: row.isIncluded,
    canChoose: CHOOSABLE.includes(row.verdict),
    outcome,
    operationHref: operation === null ? null : `/operations/${operation.id}`,
    projectId: result?.registryId ?? null,
    serviceId: result?.serviceId ?? null,
  };
}

/** Lists of a cloud that somebody works on or that wait for a person, newest first. */
export async function listOpenProjectLists(actor: Actor, cloudId: string): Promise<ListView[]> {
  requirePermission(actor, "portal:read");
  const lists = await getDb().projectList.findMany({
    where: { state: { in: ["DRAFT", "RUNNING", "PAUSED"] }, cloudId: { in: [cloudId].filter(isId) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 5,
    select: { id: true },
  });
  return Promise.all(lists.map(({ id }) => getProjectList(actor, cloudId, id)));
}
