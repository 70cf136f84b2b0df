/*
 * Which cell of a stored row goes into which column of a CSV file. Rows of one shape share one plan, made of runs: texts that are
 * neighbours in both, so that a run of plain cells, commas included, takes a single copy.
 */
import {
  EMPTY,
  FALSE,
  FORMULA,
  HAS_COMMA,
  HAS_SEMICOLON,
  HAS_SPECIAL,
  KIND_MASK,
  NULL,
  NUMBER,
  TEXT,
  TRUE,
} from "#lib/elements/cell-kinds.ts";
import { COPIED, ENCODED, QUOTED } from "#lib/elements/wasm/layout.ts";
import type { WholeCsvOptions } from "../options.ts";

/**
 * Triples: delimiters to write first, first text, last text (text 0 is the id, text n + 1 belongs to cell n); at the end a single number:
 * delimiters after the last run.
 */
export type RowPlan = Int32Array;

/** Makes plans for one file. */
export class CsvPlanner {
  readonly columnCount: number;
  /** By kind byte: COPIED, QUOTED or ENCODED. */
  readonly encodings: Uint8Array;
  /** By column number: its place in the file, from 1 on; 0: not in the file. */
  readonly #placeOf: Int32Array;
  /** By place: number of the text in the row being planned; 0: none. */
  readonly #textAt: Int32Array;
  readonly #isCopied: boolean;
  readonly #scratch: Int32Array;
  readonly #byShape: (RowPlan | undefined)[] = [];

  /** @param columnNumbers column numbers of the stored rows in the order of the file */
  constructor(columnNumbers: readonly number[], options: WholeCsvOptions) {
    this.columnCount = columnNumbers.length;
    this.#placeOf = new Int32Array(columnNumbers.reduce((most, column) => Math.max(most, column + 1), 0));
    for (const [place, column] of columnNumbers.entries()) this.#placeOf[column] = place + 1;
    this.#textAt = new Int32Array(columnNumbers.length + 1);
    this.#scratch = new Int32Array(3 * columnNumbers.length + 4);
    this.#isCopied = options.delimiter === ",";
    const lookedAt = options.guardsFormulas ? HAS_SPECIAL | FORMULA : HAS_SPECIAL;
    const delimiterFlag = { ",": HAS_COMMA, ";": HAS_SEMICOLON, "\t": 0 }[options.delimiter];
    this.encodings = Uint8Array.from({ length: 256 }, (_, kindByte) => {
      const kind = kindByte & KIND_MASK;
      if (kind === EMPTY) return QUOTED;
      if ((kindByte & lookedAt) !== 0) return ENCODED;
      if (kind === TRUE || kind === FALSE) return options.booleans.join() === "true,false" ? COPIED : ENCODED;
      if (kind === NUMBER) return options.decimalMark === "." ? COPIED : ENCODED;
      if ((kind === NULL || kind === TEXT) && options.noneAs !== "") return ENCODED;
      return (kindByte & delimiterFlag) !== 0 ? QUOTED : COPIED;
    });
  }

  /** The plan for rows of a stored shape, made once. */
  ofShape(shape: number, columns: Int32Array, cellCount: number): RowPlan {
    return (this.#byShape[shape] ??= this.of(columns, cellCount).slice());
  }

  /** The plan for a row with these columns; valid until the next plan is made. */
  of(columns: Int32Array, cellCount: number): RowPlan {
    const textAt = this.#textAt;
    for (let cell = 0; cell < cellCount; cell++) {
      const place = this.#placeOf[columns[cell] ?? 0] ?? 0;
      textAt[place] = cell + 1;
    }
    const plan = this.#scratch;
    let size = 0;
    let delimiters = 0;
    let first = 0;
    let last = 0;
    let lastPlace = 0;
    for (let place = 1; place <= this.columnCount; place++) {
      const text = textAt[place] ?? 0;
      if (text === 0) continue;
      textAt[place] = 0;
      if (!this.#isCopied || place !== lastPlace + 1 || text !== last + 1) {
        plan[size++] = delimiters;
        plan[size++] = first;
        plan[size++] = last;
        delimiters = place - lastPlace;
        first = text;
      }
      last = text;
      lastPlace = place;
    }
    plan[size++] = delimiters;
    plan[size++] = first;
    plan[size++] = last;
    plan[size++] = this.columnCount - lastPlace;
    return plan.subarray(0, size);
  }
}
