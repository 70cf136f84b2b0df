/*
 * Numbers the distinct patterns in which rows are filled, while an index is made: two bits a column. Completeness then counts rows by
 * pattern without reading cells. Bounded: a table with too many patterns gets none.
 */

/** States of a cell, as the letters that the index stores. */
export const FILL_LETTERS = "mnep";
const [MISSING, NONE, EMPTY, PRESENT] = [0, 1, 2, 3];
/** The most cells of all patterns together; each is a letter in the index. */
const CELLS_MAX = 4_000_000;
const COLUMNS_PER_WORD = 16;

/** First codes of the states without a value: blank ≤ none ≤ missing, as in the dictionary. */
export type FillLimits = { readonly blank: number; readonly none: number; readonly missing: number };

export class FillPatterns {
  /** False when there were too many patterns; all numbers are then meaningless. */
  isBounded = true;
  readonly #limits: readonly FillLimits[];
  readonly #words: number;
  readonly #patternsMax: number;
  #kept: Int32Array;
  #slots = new Int32Array(1 << 10);
  #size = 0;

  constructor(limits: readonly FillLimits[]) {
    this.#limits = limits;
    this.#words = Math.max(1, Math.ceil(limits.length / COLUMNS_PER_WORD));
    this.#patternsMax = Math.floor(CELLS_MAX / Math.max(1, limits.length));
    this.#kept = new Int32Array(64 * this.#words);
  }

  /** The pattern number of each of `rows` rows, from 0 on; `columns` hold the codes, in the order of the limits. */
  number(columns: readonly Int32Array[], rows: number): Int32Array {
    const patterns = new Int32Array(rows);
    if (!this.isBounded) return patterns;
    const words = new Int32Array(rows * this.#words);
    columns.forEach((codes, column) => {
      const { blank, none, missing } = this.#limits[column] ?? { blank: 1, none: 1, missing: 1 };
      const shift = (column % COLUMNS_PER_WORD) * 2;
      let at = Math.floor(column / COLUMNS_PER_WORD);
      for (let row = 0; row < rows; row++, at += this.#words) {
        const code = codes[row] ?? 0;
        const state = code < blank ? PRESENT : code < none ? EMPTY : code < missing ? NONE : MISSING;
        words[at] = (words[at] ?? 0) | (state << shift);
      }
    });
    for (let row = 0; row < rows; row++) patterns[row] = this.#find(words, row * this.#words);
    return patterns;
  }

  /** All patterns in the order of their numbers: one letter of FILL_LETTERS for each column. */
  letters(): string[] {
    return Array.from({ length: this.#size }, (_, pattern) => {
      const states = this.#limits.map((__, column) => {
        const word = this.#kept[pattern * this.#words + Math.floor(column / COLUMNS_PER_WORD)] ?? 0;
        return FILL_LETTERS.charAt((word >>> ((column % COLUMNS_PER_WORD) * 2)) & 3);
      });
      return states.join("");
    });
  }

  #find(words: Int32Array, from: number): number {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(words, from) & mask;
    for (;;) {
      const pattern = (this.#slots[slot] ?? 0) - 1;
      if (pattern < 0) return this.#add(words, from, slot);
      if (this.#isSame(pattern, words, from)) return pattern;
      slot = (slot + 1) & mask;
    }
  }

  #add(words: Int32Array, from: number, slot: number): number {
    if (this.#size >= this.#patternsMax) {
      this.isBounded = false;
      return 0;
    }
    const pattern = this.#size++;
    if (this.#size * this.#words > this.#kept.length) {
      const larger = new Int32Array(this.#kept.length * 2);
      larger.set(this.#kept);
      this.#kept = larger;
    }
    this.#kept.set(words.subarray(from, from + this.#words), pattern * this.#words);
    this.#slots[slot] = pattern + 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return pattern;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let pattern = 0; pattern < this.#size; pattern++) {
      let slot = this.#hash(this.#kept, pattern * this.#words) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = pattern + 1;
    }
    this.#slots = slots;
  }

  #isSame(pattern: number, words: Int32Array, from: number): boolean {
    const start = pattern * this.#words;
    for (let i = 0; i < this.#words; i++) if (this.#kept[start + i] !== words[from + i]) return false;
    return true;
  }

  #hash(words: Int32Array, from: number): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < this.#words; i++) {
      hash = Math.imul(hash ^ (words[from + i] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}
