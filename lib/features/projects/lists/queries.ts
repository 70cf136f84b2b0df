/**
 * Reads lists of projects for pages: their counts and their rows. A row's outcome is the current state of its operation, so a later
 * settlement shows here too.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type Prisma, type ProjectVerdict } from "#lib/db/client.ts";
import type { ListPage } from "#lib/elements/files/csv/small-table.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { countVerdicts, readBatchView } from "#lib/features/batches/counts.ts";
import { outcomeOf } from "#lib/features/batches/outcomes.ts";
import { readPage } from "#lib/features/batches/rows.ts";
import { resultSchema } from "#lib/features/operations/rules/schema.ts";
import { findAnswers } from "#lib/features/rehearsals/queries.ts";
import type { RehearsalAnswer } from "#lib/features/rehearsals/schema.ts";
import { projectFieldsSchema } from "../schema.ts";
import { PROJECT_LISTS } from "./kind.ts";
import { toRowToJudge } from "./row-columns.ts";
import { CHOOSABLE } from "./schema.ts";
import { tellSentences } from "./sentences.ts";

const LIMIT_MAX = 200;

/** One list with its counts. @throws AppError NOT_FOUND, also for one of another Cloud */
export async function getProjectList(actor: Actor, cloudId: string, id: string) {
  const list = await getBatch(PROJECT_LISTS, actor, id, "portal:read");
  if (list.cloudId !== cloudId) throw notFound(PROJECT_LISTS.words.one);
  const verdicts = await countVerdicts<ProjectVerdict>(PROJECT_LISTS, id);
  const view = await readBatchView(PROJECT_LISTS, list);
  const { state, ended, included } = view;
  return {
    ...view,
    cloudId,
    ignored: list.ignored,
    verdicts,
    canDiscard: state === "DRAFT" || (state === "PAUSED" && ended < included),
  };
}

export type ListView = Awaited<ReturnType<typeof getProjectList>>;

type RowsQuery = {
  listId: string;
  verdict?: ProjectVerdict | undefined;
  afterN?: number | undefined;
  limit?: number;
};

/** In order of creation; `next` is the number to continue after, null at the end. */
export async function listProjectRows(
  actor: Actor,
  query: RowsQuery,
): Promise<{ rows: ListRowView[]; next: number | null }> {
  const { rows, next } = await findRows(actor, query);
  return { rows: rows.map((row) => row()), next };
}

/** Rows whose sentences are translated later, in the reader's language. */
export async function findRows(actor: Actor, query: RowsQuery): Promise<ListPage<ListRowView, number>> {
  requirePermission(actor, "portal:read");
  const { listId, verdict, afterN = 0, limit = 100 } = query;
  const read = (n: number, take: number): Promise<Row[]> =>
    getDb().projectListRow.findMany({
      where: { listId, n: { gt: n }, ...(verdict === undefined ? {} : { verdict }) },
      orderBy: { n: "asc" },
      take,
      include: WITH_OPERATION,
    });
  const { rows, next } = await readPage(read, afterN, Math.min(limit, LIMIT_MAX));
  const parents = rows.map((row) => row.parentN).filter((n) => n !== null);
  const above = await findNamesAbove(
    listId,
    parents,
    rows.map(parentIdOf).filter((id) => id !== null),
  );
  const shown = rows.map(({ n }) => n);
  const answers = await findAnswers({ listId }, shown);
  return {
    rows: rows.map((row) => () => toRowView(row, above, answers.get(row.n) ?? null)),
    next,
  };
}

const WITH_OPERATION = {
  operation: true,
  list: { select: { state: true } },
} satisfies Prisma.ProjectListRowInclude;

type Row = Prisma.ProjectListRowGetPayload<{ include: typeof WITH_OPERATION }>;

/** Names of parents: of rows by their position in the list, of projects by their numbers. */
type NamesAbove = { rows: ReadonlyMap<number, string>; projects: ReadonlyMap<number, string> };

async function findNamesAbove(
  listId: string,
  ns: readonly number[],
  ids: readonly number[],
): Promise<NamesAbove> {
  const [rows, projects] = await Promise.all([
    getDb().projectListRow.findMany({
      where: { listId, n: { in: [...ns] } },
      select: { n: true, name: true },
    }),
    getDb().project.findMany({
      where: { cloud: { projectLists: { some: { id: listId } } }, serviceId: { in: ids.map(BigInt) } },
      select: { serviceId: true, name: true },
    }),
  ]);
  return {
    rows: new Map(rows.map(({ n, name }) => [n, name])),
    projects: new Map(projects.map(({ serviceId, name }) => [Number(serviceId), name])),
  };
}

function parentIdOf({ fields }: Row): number | null {
  const read = projectFieldsSchema.safeParse(fields);
  return read.success ? read.data.parentId : null;
}

function placeOf(row: Row, above: NamesAbove): string | null {
  const id = parentIdOf(row);
  const name =
    row.parentN === null ? (id === null ? null : above.projects.get(id)) : above.rows.get(row.parentN);
  if (name !== undefined && name !== null) return t("under “{name}”", { name });
  return id === null ? null : t("under project {id}", { id });
}

/** Longer ones are images, which nobody types. */
const LOGO_TYPED_MAX = 2_000;

/** A row's content for editing; `logo` is null where it is an image from the file. */
function typedOf(row: Row, above: NamesAbove) {
  if (row.list.state !== "DRAFT") return null;
  const { cells } = toRowToJudge(row, above.rows);
  const { name = "", description = "", status, parent = "", logo = "" } = cells;
  return {
    name,
    description,
    status: status === "D" ? ("D" as const) : ("A" as const),
    parent: parent === "" ? (cells.parent_id ?? "") : parent,
    mainModelId: cells.main_model_id ?? "",
    logo: logo.length > LOGO_TYPED_MAX ? null : logo,
  };
}

function toRowView(row: Row, above: NamesAbove, rehearsed: RehearsalAnswer | null) {
  const { operation } = row;
  const outcome = outcomeOf(row);
  const cause = recall(row, "heldBack") ?? (operation === null ? null : recall(operation, "cause"));
  const result = resultSchema.nullable().parse(operation?.result ?? null);
  return {
    id: row.id,
    n: row.n,
    line: row.line,
    name: row.name,
    /** "under “House A”", "under project 12", or null at the top level. */
    place: placeOf(row, above),
    verdict: row.verdict,
    /** One sentence: what the verdict means, or why it is in its state. */
    detail: !row.isIncluded
      ? tellSentences(recall(row, "detail") ?? "")
      : cause === null
        ? null
        : told(cause),
    isIncluded: row.isIncluded,
    /** A person may include it or leave it out. */
    canChoose: CHOOSABLE.includes(row.verdict),
    /** Only while the list is a draft. */
    typed: typedOf(row, above),
    outcome,
    operationHref: operation === null ? null : `/operations/${operation.id}`,
    /** Registry row of the created project, and its number at the service. */
    projectId: result?.registryId ?? null,
    serviceId: result?.serviceId ?? null,
    rehearsed,
  };
}

export type ListRowView = ReturnType<typeof toRowView>;

/** A Cloud's lists that are drafts or running, or that wait for a person, newest first. */
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
