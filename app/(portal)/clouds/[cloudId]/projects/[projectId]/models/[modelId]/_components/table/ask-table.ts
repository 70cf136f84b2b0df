/* Requests of the table's page to the portal, as addresses and typed answers. A query's address is the same as the view's. */
import { queryOptions } from "@tanstack/react-query";
import { askPortal, PortalRefusal, type PortalPath } from "#app/_client/ask-portal.ts";
import { pause } from "#app/_client/pause.ts";
import { asksByName, storedOf } from "./asked-columns.ts";
import { DEFAULT_VIEW, writeView } from "#lib/elements/query/address/view-address.ts";
import {
  type ColumnStatistics,
  type Completeness,
  type ElementDetail,
  type Facet,
  type TableDescription,
  type TableQuery,
} from "#lib/elements/query/types.ts";

const PREPARING_POLL_MS = 400;

/** Why there is no answer yet, as the portal's routes say it. */
type NotReady = { notReady: { reason: string; message: string } };

/** Temporary reasons: the table is being prepared, or others are served first. */
const PASSING = new Set(["preparing", "reading", "busy"]);

/** Repeats the request until the table is prepared; the portal prepares it once for all who wait. @throws PortalRefusal */
export async function askPrepared<T>(path: PortalPath, signal: AbortSignal): Promise<T> {
  for (;;) {
    const asked = await askPortal<{ answer: T } | NotReady>(path, signal);
    if ("answer" in asked) return asked.answer;
    const { reason, message } = asked.notReady;
    if (!PASSING.has(reason)) throw new PortalRefusal(message);
    await pause(PREPARING_POLL_MS, signal);
  }
}

/** Snapshot ids joined with ".". */
export type TableAddress = string;

/** The address of a page of rows. */
export function rowsPath(
  table: TableAddress,
  query: TableQuery,
  page: { columns: readonly string[]; offset: number; limit: number },
): PortalPath {
  const asked = asksByName(page.columns) ? { cols: storedOf(page.columns).join(".") } : {};
  return pathOf(table, "rows", query, { ...asked, offset: page.offset, limit: page.limit });
}

/** The description of a table, as an option of `useQuery`, like those that follow. */
export function tableQuery(table: TableAddress) {
  return prepared<TableDescription>(`/api/elements/${table}/table`);
}

export function facetQuery(
  table: TableAddress,
  query: TableQuery,
  { column, search, limit }: { column: string; search: string; limit: number },
) {
  const asked = { column, limit, ...(search !== "" && { find: search }) };
  return prepared<Facet>(pathOf(table, "facet", query, asked));
}

export function statisticsQuery(table: TableAddress, query: TableQuery, column: string) {
  return prepared<ColumnStatistics>(pathOf(table, "statistics", query, { column }));
}

export function completenessQuery(table: TableAddress, query: TableQuery, columns: readonly string[]) {
  const asked = asksByName(columns) ? { cols: columns.join(".") } : {};
  return prepared<Completeness>(pathOf(table, "completeness", query, asked));
}

export function elementQuery(table: TableAddress, query: TableQuery, row: number) {
  return prepared<ElementDetail>(pathOf(table, "element", query, { row }));
}

function prepared<T>(path: PortalPath) {
  return queryOptions({ queryKey: [path], queryFn: ({ signal }) => askPrepared<T>(path, signal) });
}

function pathOf(
  table: TableAddress,
  question: string,
  { search, searchIn, filters, anyOf, sorts }: TableQuery,
  asked: Readonly<Record<string, string | number>>,
): PortalPath {
  const params = writeView({ ...DEFAULT_VIEW, search, searchIn, filters, anyOf, sorts });
  for (const [name, value] of Object.entries(asked)) params.set(name, String(value));
  return `/api/elements/${table}/${question}?${params.toString()}`;
}
