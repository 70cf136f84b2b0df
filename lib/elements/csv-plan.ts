/*
 * How the cells of a stored row fall into the columns of a CSV file. Rows of one shape share one plan: runs of texts that stand
 * side by side in both, so that a run of plain cells, commas included, is one copy.
 */
import { EMPTY, FORMULA, KIND_COUNT, KIND_MASK, NULL, NUMBER, SPECIAL, TEXT } from "./cell-kinds.ts";
import type { CsvOptions } from "./csv-options.ts";

/**
 * Triples: delimiters to write first, first text, last text (text 0 is the id, text n + 1 belongs to cell n);
 * at the end a single number: delimiters behind the last run.
 */
export type RowPlan = Int32Array;

/** Makes plans for one file. */
export class CsvPlanner {
  readonly columnCount: number;
  /** By kind byte: 1 when the cell has to be encoded, 0 when its text is copied as it stands. */
  readonly needsEncoding: Uint8Array;
  readonly #placeOf: ReadonlyMap<number, number>;
  readonly #isCopied: boolean;
  readonly #byShape: (RowPlan | undefined)[] = [];

  /** @param columnNumbers column numbers of the stored rows in the order of the file */
  constructor(columnNumbers: readonly number[], options: CsvOptions) {
    this.columnCount = columnNumbers.length;
    this.#placeOf = new Map(columnNumbers.map((column, place) => [column, place]));
    this.#isCopied = options.delimiter === ",";
    this.needsEncoding = Uint8Array.from({ length: 256 }, (_, kindByte) => {
      const kind = kindByte & KIND_MASK;
      if (kindByte >= KIND_COUNT && (kindByte & (SPECIAL | FORMULA)) !== 0) return 1;
      if (kind === EMPTY) return 1;
      if (kind === NUMBER) return options.decimalMark === "." ? 0 : 1;
      return (kind === NULL || kind === TEXT) && options.nullText !== "" ? 1 : 0;
    });
  }

  /** The plan of a stored shape, made once. */
  ofShape(shape: number, columns: Int32Array): RowPlan {
    return (this.#byShape[shape] ??= this.of(columns));
  }

  /** The plan of a row with these columns. */
  of(columns: Int32Array): RowPlan {
    const placed: { place: number; text: number }[] = [];
    for (let cell = 0; cell < columns.length; cell++) {
      const place = this.#placeOf.get(columns[cell] ?? -1);
      if (place !== undefined) placed.push({ place: place + 1, text: cell + 1 });
    }
    placed.sort((a, b) => a.place - b.place);
    const plan: number[] = [];
    let run = { delimiters: 0, first: 0, last: 0 };
    let lastPlace = 0;
    for (const { place, text } of placed) {
      if (this.#isCopied && place === lastPlace + 1 && text === run.last + 1) {
        run.last = text;
      } else {
        plan.push(run.delimiters, run.first, run.last);
        run = { delimiters: place - lastPlace, first: text, last: text };
      }
      lastPlace = place;
    }
    plan.push(run.delimiters, run.first, run.last, this.columnCount - lastPlace);
    return Int32Array.from(plan);
  }
}
