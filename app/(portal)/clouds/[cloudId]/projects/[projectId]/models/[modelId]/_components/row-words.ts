/* How many rows a table shows, in words. */
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";
import { classesNoun } from "#lib/features/elements/class-words.ts";

/** "214 doors", or "12 of 214 doors" where search and filters leave some out. */
export function matchingRows(classes: readonly string[], matches: number, rows: number): string {
  const noun = classesNoun(classes, rows);
  return matches === rows
    ? `${formatCount(rows)} ${noun}`
    : t("{matches} of {rows} {noun}", { matches: formatCount(matches), rows: formatCount(rows), noun });
}
