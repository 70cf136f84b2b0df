/**
 * Queries of element tables for pages: checks permission and which readings may be queried, then gives the answer or the reason why there
 * is none yet. lib/elements/query/types.ts defines what a query means; nothing is read from the service here.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { AppError, validation } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, say, t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import type { FacetRequest } from "#lib/elements/query/facets.ts";
import { TableNotReady, type NotReadyReason } from "#lib/elements/query/not-ready.ts";
import type { Sums, SumsRequest } from "#lib/elements/query/figures/sums.ts";
import type { PageRequest, Table } from "#lib/elements/query/table.ts";
import {
  SOURCES_MAX,
  type ColumnStatistics,
  type Completeness,
  type ElementDetail,
  type Facet,
  type TableDescription,
  type TablePage,
  type TableQuery,
} from "#lib/elements/query/types.ts";
import { markLost, touch } from "./snapshot-rows.ts";
import { getTables, toTablePart } from "./open-tables.ts";

/** An answer, or why there is none yet and what to say; `progress` while a table is being prepared. */
export type Asked<T> =
  | { readonly state: "answered"; readonly answer: T }
  | {
      readonly state: NotReadyReason | "reading";
      readonly message: string;
      readonly progress: { readonly rows: number; readonly rowsDone: number } | null;
    };

const READING = msg("Portico is still reading the elements from the service. Try again in a moment.");

/** Columns of a table with kinds, fill, distinct values, minimum and maximum. */
export function describeTable(actor: Actor, snapshotIds: readonly string[], signal?: AbortSignal) {
  return ask<TableDescription>(actor, snapshotIds, (table) => table.describe({ signal }));
}

/** A page of rows, with the ids of columns that the query names but the table does not have. */
export function readTablePage(
  actor: Actor,
  snapshotIds: readonly string[],
  request: PageRequest,
  signal?: AbortSignal,
) {
  return ask<TablePage & { unknownColumns: string[] }>(actor, snapshotIds, async (table) => ({
    ...(await table.page(request, { signal })),
    unknownColumns: table.unknownColumns(request.query),
  }));
}

/** Values of a column with counts, under the filters on other columns. */
export function readFacet(
  actor: Actor,
  snapshotIds: readonly string[],
  query: TableQuery,
  request: FacetRequest,
  signal?: AbortSignal,
) {
  return ask<Facet>(actor, snapshotIds, (table) => table.facet(query, request, { signal }));
}

/** Totals and distribution of a column among the matching rows. */
export function readStatistics(
  actor: Actor,
  snapshotIds: readonly string[],
  query: TableQuery,
  column: string,
  signal?: AbortSignal,
) {
  return ask<ColumnStatistics>(actor, snapshotIds, (table) => table.statistics(query, column, { signal }));
}

/** Groups of the matching rows with their counts, and sums of number columns. */
export function readSums(
  actor: Actor,
  snapshotIds: readonly string[],
  query: TableQuery,
  request: SumsRequest,
  signal?: AbortSignal,
) {
  return ask<Sums>(actor, snapshotIds, (table) => table.sums(query, request, { signal }));
}

/** Which properties are filled for which elements among the matching rows; `columns` null: all. */
export function readCompleteness(
  actor: Actor,
  snapshotIds: readonly string[],
  query: TableQuery,
  columns: readonly string[] | null,
  signal?: AbortSignal,
) {
  return ask<Completeness>(actor, snapshotIds, (table) => table.completeness(query, columns, { signal }));
}

/**
 * Everything about the element in row `row` of the table, as pages number it, and its position in the query's result; null: no such row.
 */
export function readElement(
  actor: Actor,
  snapshotIds: readonly string[],
  row: number,
  query: TableQuery,
  signal?: AbortSignal,
) {
  return ask<ElementDetail | null>(actor, snapshotIds, (table) => table.element(row, query, { signal }));
}

/**
 * Queries a table of finished readings, in the given order.
 * @throws AppError VALIDATION when there are no ids, too many, or duplicates; CANCELLED; ElementsError STORAGE_FULL, STORAGE_FAILED
 */
async function ask<T>(
  actor: Actor,
  snapshotIds: readonly string[],
  work: (table: Table) => Promise<T>,
): Promise<Asked<T>> {
  requirePermission(actor, "portal:read");
  const isSound =
    snapshotIds.length > 0 &&
    snapshotIds.length <= SOURCES_MAX &&
    new Set(snapshotIds).size === snapshotIds.length &&
    snapshotIds.every(isId);
  if (!isSound)
    throw validation(
      {},
      say("A table needs 1 to {most} different IDs of finished readings.", {
        most: SOURCES_MAX,
      }),
    );
  const found = await getDb().snapshot.findMany({ where: { id: { in: [...snapshotIds] } } });
  const rows = snapshotIds.flatMap((id) => found.find((row) => row.id === id) ?? []);
  if (rows.some(({ state }) => state === "READING"))
    return { state: "reading", message: t(READING), progress: null };
  if (rows.length < snapshotIds.length || rows.some(({ state }) => state !== "READY"))
    return toReason(new TableNotReady("expired", null));
  try {
    await Promise.all(rows.map(touch));
    return { state: "answered", answer: await getTables().use(rows.map(toTablePart), work) };
  } catch (thrown) {
    if (thrown instanceof TableNotReady) return toReason(thrown);
    if (!(thrown instanceof ElementsError)) throw thrown;
    // Whoever asked has left the page: no fault of Portico.
    if (thrown.code === "CANCELLED") throw new AppError("CANCELLED", thrown.message, { cause: thrown });
    const lost = thrown.details["snapshotId"];
    if (typeof lost === "string") await markLost(lost);
    else if (thrown.code !== "SNAPSHOT_DAMAGED") throw thrown;
    else await Promise.all(rows.map(({ id }) => markLost(id)));
    return toReason(new TableNotReady("expired", null));
  }
}

function toReason({ reason, message, progress }: TableNotReady): Asked<never> {
  return { state: reason, message: told(message), progress };
}
