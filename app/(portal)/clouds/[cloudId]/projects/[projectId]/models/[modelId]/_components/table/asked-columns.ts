/*
 * Which columns a question for rows names in its address. Shared by the page on the server and in the browser.
 */
import { CLASS_COLUMN, ID_COLUMN } from "#lib/elements/query/types.ts";

/** Characters of ids in one address at most; beyond that all columns are asked for. */
const ASKED_LENGTH_MAX = 5_000;

/** True when so many columns are asked for by name; else the answer has every column in the table's order. */
export function asksByName(columns: readonly string[]): boolean {
  return columns.join(".").length <= ASKED_LENGTH_MAX;
}

/** Without GlobalId and class, which every row has beside its cells. */
export function storedOf(columns: readonly string[]): string[] {
  return columns.filter((id) => id !== ID_COLUMN && id !== CLASS_COLUMN);
}
