/*
 * The questions that the table's page asks the portal, as addresses and typed answers. The address of a question is the view's own.
 */
import { askPortal, type Asked } from "#app/_client/ask-portal.ts";
import { t } from "#lib/core/texts.ts";
import { asksByName, storedOf } from "./asked-columns.ts";
import { DEFAULT_VIEW, writeView } from "#lib/elements/query/address/view-address.ts";
import {
  type ColumnStatistics,
  type Completeness,
  type ElementDetail,
  type Facet,
  type TableDescription,
  type TablePage,
  type TableQuery,
} from "#lib/elements/query/types.ts";

const PREPARING_POLL_MS = 400;

/** Why there is no answer just now, as the portal's routes say it. */
type NotReady = { notReady: { reason: string; message: string } };

/** Passes by itself: the table is being prepared, or others are being served first. */
const PASSING = new Set(["preparing", "reading", "busy"]);

/** Asks until the table is prepared; the portal prepares it once, whoever waits. */
async function askPrepared<T>(path: `/api/${string}`, signal: AbortSignal): Promise<Asked<T>> {
  for (;;) {
    const asked = await askPortal<{ answer: T } | NotReady>(path, signal);
    if (!asked.ok) return asked;
    if ("answer" in asked.value) return { ok: true, value: asked.value.answer };
    const { reason, message } = asked.value.notReady;
    if (!PASSING.has(reason)) return { ok: false, status: null, message, reference: null };
    await wait(PREPARING_POLL_MS, signal);
    if (signal.aborted) return { ok: false, status: null, message, reference: null };
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Snapshot ids joined with ".". */
export type TableAddress = string;

export function askTable(table: TableAddress, signal: AbortSignal): Promise<Asked<TableDescription>> {
  return askPrepared(`/api/elements/${table}/table`, signal);
}

export function askPage(
  table: TableAddress,
  query: TableQuery,
  page: { columns: readonly string[]; offset: number; limit: number },
  signal: AbortSignal,
): Promise<Asked<TablePage>> {
  const params = paramsOf(query);
  if (asksByName(page.columns)) params.set("cols", storedOf(page.columns).join("."));
  params.set("offset", String(page.offset));
  params.set("limit", String(page.limit));
  return askPrepared(`/api/elements/${table}/rows?${params.toString()}`, signal);
}

export function askFacet(
  table: TableAddress,
  query: TableQuery,
  facet: { column: string; search: string; limit: number },
  signal: AbortSignal,
): Promise<Asked<Facet>> {
  const params = paramsOf(query);
  params.set("column", facet.column);
  params.set("limit", String(facet.limit));
  if (facet.search !== "") params.set("find", facet.search);
  return askPrepared(`/api/elements/${table}/facet?${params.toString()}`, signal);
}

export function askStatistics(
  table: TableAddress,
  query: TableQuery,
  column: string,
  signal: AbortSignal,
): Promise<Asked<ColumnStatistics>> {
  const params = paramsOf(query);
  params.set("column", column);
  return askPrepared(`/api/elements/${table}/statistics?${params.toString()}`, signal);
}

export function askCompleteness(
  table: TableAddress,
  query: TableQuery,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<Asked<Completeness>> {
  const params = paramsOf(query);
  if (asksByName(columns)) params.set("cols", columns.join("."));
  return askPrepared(`/api/elements/${table}/completeness?${params.toString()}`, signal);
}

export function askElement(
  table: TableAddress,
  query: TableQuery,
  row: number,
  signal: AbortSignal,
): Promise<Asked<ElementDetail>> {
  const params = paramsOf(query);
  params.set("row", String(row));
  return askPrepared(`/api/elements/${table}/element?${params.toString()}`, signal);
}

function paramsOf({ search, searchIn, filters, anyOf, sorts }: TableQuery): URLSearchParams {
  return writeView({ ...DEFAULT_VIEW, search, searchIn, filters, anyOf, sorts });
}

/** What to tell a person when a question was not answered. */
export function sayTrouble(asked: Extract<Asked<unknown>, { ok: false }>): string {
  return asked.reference === null
    ? asked.message
    : t("{message} Reference {requestId}.", { message: asked.message, requestId: asked.reference });
}
