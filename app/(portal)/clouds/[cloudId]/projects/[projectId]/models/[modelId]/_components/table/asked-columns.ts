/* Which columns a request for rows names in its address. Shared by the page on the server and in the browser. */
import { CLASS_COLUMN, ID_COLUMN } from "#lib/elements/query/types.ts";

/** Maximum length of the ids in one address; above it all columns are requested. */
const ASKED_LENGTH_MAX = 5_000;

/** True when the columns are requested by name; else the answer has all columns in the table's order. */
export function asksByName(columns: readonly string[]): boolean {
  return columns.join(".").length <= ASKED_LENGTH_MAX;
}

/** Without GlobalId and class, which every row has in addition to its cells. */
export function storedOf(columns: readonly string[]): string[] {
  return columns.filter((id) => id !== ID_COLUMN && id !== CLASS_COLUMN);
}
