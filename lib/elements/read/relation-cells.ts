/*
 * Adds the cells of relations to rows while an answer is read. A relation that an element does not have is a cell without a value; an
 * element that the service does not mention has no such cells. The texts take the same path as those of the answer, so that one place notes
 * formulas, lengths and escapes.
 */
import type { ColumnTable } from "./column-table.ts";
import type { JsonWindow } from "./json/bytes.ts";
import type { RowRelations } from "./row-writer.ts";
import type { Relation } from "../relations/relation-columns.ts";
import type { RelationTexts, StatedRelations } from "../relations/stated-relations.ts";

/** After the last text of an entry: the zero that ends a window, and room to read four bytes from there. */
const SLACK_BYTES = 8;

/** The texts of an entry as JSON, one after the other, and where each begins: by offered relation, -1 for none. */
type Entry = { window: JsonWindow; starts: readonly number[] };

/** What adds to each row the cells of its element's relations. */
export function relationCells(columns: ColumnTable, stated: StatedRelations): RowRelations {
  const { offered } = stated;
  const entries: (Entry | undefined)[] = [];
  /* Column numbers by offered relation; made when the first element is found, so that no table has columns without any cell. */
  let numbers: readonly number[] | null = null;
  return (rows, id) => {
    const found = stated.take(id);
    if (found < 0) return;
    numbers ??= columns.addRelations(offered);
    const { window, starts } = (entries[found] ??= toEntry(offered, stated.entries[found] ?? {}));
    rows.reserve(window.end, starts.length);
    for (const [i, column] of numbers.entries()) {
      const start = starts[i] ?? -1;
      if (start < 0) rows.nullCell(column);
      else rows.cell(window, start, 1, column);
    }
  };
}

function toEntry(offered: readonly Relation[], texts: RelationTexts): Entry {
  let json = "";
  const starts = offered.map((relation) => {
    const text = texts[relation];
    if (text === undefined) return -1;
    const start = Buffer.byteLength(json);
    json += JSON.stringify(text.toWellFormed());
    return start;
  });
  const end = Buffer.byteLength(json);
  const bytes = new Uint8Array(end + SLACK_BYTES);
  bytes.set(Buffer.from(json));
  return { window: { bytes, view: new DataView(bytes.buffer), end, base: 0 }, starts };
}
