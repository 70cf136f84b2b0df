/** Writes the address of a page of sums. Separate from choice.ts, because every table links there and validates nothing. Pure. */
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { TableView } from "#lib/elements/query/types.ts";

/** Ids of columns. */
export type SumsChoice = { readonly groups: readonly string[]; readonly sums: readonly string[] };

/** The parameters of a page of sums; without a choice those of the table's page. */
export function writeSums(
  classes: readonly string[],
  view: TableView,
  choice: SumsChoice | null,
): URLSearchParams {
  const params = new URLSearchParams(classes.map((ifcClass) => ["type", ifcClass]));
  for (const [name, value] of writeView(view)) params.append(name, value);
  if (choice === null) return params;
  for (const id of choice.groups) params.append("group", id);
  for (const id of choice.sums) params.append("sum", id);
  // "Nothing chosen" differs from "everything chosen was taken away".
  if (choice.groups.length + choice.sums.length === 0) params.append("group", "");
  return params;
}
