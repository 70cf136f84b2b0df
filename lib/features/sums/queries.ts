/** Groups and sums of an element table for a page and its files, or why there are none yet. Reads nothing from the service. */
import type { Actor } from "#lib/auth/actor.ts";
import { resolveView } from "#lib/elements/query/address/named-column.ts";
import type { Sums } from "#lib/elements/query/figures/sums.ts";
import type { TableDescription, TableView } from "#lib/elements/query/types.ts";
import { askTable, describeTable, type Asked } from "#lib/features/elements/table.ts";
import { findChoice, usualChoice, type FoundChoice } from "./choice.ts";
import type { SumsChoice } from "./write-sums.ts";

/** The most groups on a page. */
export const GROUPS_SHOWN_MAX = 500;

export type TableSums = {
  readonly table: TableDescription;
  /** With the table's own column ids. */
  readonly view: TableView;
  readonly choice: FoundChoice;
  readonly sums: Sums;
};

/**
 * The sums of the rows that a view selects.
 * @param asked null: the usual choice for this table
 * @param limit the most groups
 */
export async function readTableSums(
  actor: Actor,
  snapshotIds: readonly string[],
  { view: given, asked, limit }: { view: TableView; asked: SumsChoice | null; limit: number },
  signal?: AbortSignal,
): Promise<Asked<TableSums>> {
  const described = await describeTable(actor, snapshotIds, signal);
  if (described.state !== "answered") return described;
  const table = described.answer;
  const view = resolveView(given, table.columns);
  const choice = findChoice(table, asked ?? usualChoice(table));
  const request = { groups: choice.groups.map(({ id }) => id), sums: choice.sums.map(({ id }) => id), limit };
  const found = await askTable(actor, snapshotIds, (of) => of.sums(view, request, { signal }));
  return found.state === "answered"
    ? { state: "answered", answer: { table, view, choice, sums: found.answer } }
    : found;
}
