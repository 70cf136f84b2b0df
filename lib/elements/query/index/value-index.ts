/*
 * Numbers the distinct values of each column in one pass, by their bytes: a value seen before is found without decoding its text. Bounded:
 * the caller handles columns of very many values, long texts, and whatever exceeds the reserved memory.
 */
import { randomInt } from "node:crypto";

/** The most values numbered in a column. */
export const COLUMN_VALUES_MAX = 16_384;
const VALUES_MAX = 1 << 21;
const BYTES_MAX = 96 * 1024 * 1024;
const VALUE_BYTES_MAX = 1024;
/** Lookups in a full column continue only while at least this share of its cells is found. */
const WORTHWHILE = 0.5;

export class ValueIndex {
  /** Whether the last `find` saw its value for the first time. */
  isNew = false;
  readonly #seed = randomInt(2 ** 31);
  #slots = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 11);
  /** Column times 8 plus kind. */
  #owners = new Int32Array(1 << 11);
  #starts = new Uint32Array((1 << 11) + 1);
  #codes = new Uint16Array(1 << 11);
  #bytes = Buffer.alloc(1 << 16);
  #size = 0;
  /** By column: values numbered; cells looked up and found since the column is full; whether lookups were stopped. */
  readonly #counts: Uint16Array;
  readonly #lookups: Uint32Array;
  readonly #founds: Uint32Array;
  readonly #isClosed: Uint8Array;

  constructor(columns: number) {
    this.#counts = new Uint16Array(columns);
    this.#lookups = new Uint32Array(columns);
    this.#founds = new Uint32Array(columns);
    this.#isClosed = new Uint8Array(columns);
  }

  /** The number of a value in its column, from 1 on; 0 when the value has no number and gets none. */
  find(column: number, kind: number, bytes: Buffer, from: number, to: number): number {
    this.isNew = false;
    if (this.#isClosed[column] === 1 || to - from > VALUE_BYTES_MAX) return 0;
    const owner = column * 8 + kind;
    const hash = hashOf(this.#seed ^ Math.imul(owner, 0x9e3779b1), bytes, from, to);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) break;
      if (
        this.#hashes[entry] === hash &&
        this.#owners[entry] === owner &&
        this.#isSame(entry, bytes, from, to)
      ) {
        if ((this.#counts[column] ?? 0) >= COLUMN_VALUES_MAX)
          this.#founds[column] = (this.#founds[column] ?? 0) + 1;
        return this.#codes[entry] ?? 0;
      }
      slot = (slot + 1) & mask;
    }
    return this.#add(column, owner, hash, slot, bytes, from, to);
  }

  #add(
    column: number,
    owner: number,
    hash: number,
    slot: number,
    bytes: Buffer,
    from: number,
    to: number,
  ): number {
    const count = this.#counts[column] ?? 0;
    const start = this.#starts[this.#size] ?? 0;
    if (count >= COLUMN_VALUES_MAX) {
      this.#closeIfIdle(column);
      return 0;
    }
    if (this.#size >= VALUES_MAX || start + to - from > BYTES_MAX) return 0;
    if (this.#size >= this.#hashes.length) this.#growEntries();
    if (start + to - from > this.#bytes.length) this.#growBytes(start + to - from);
    bytes.copy(this.#bytes, start, from, to);
    const entry = this.#size++;
    this.#starts[entry + 1] = start + to - from;
    this.#hashes[entry] = hash;
    this.#owners[entry] = owner;
    this.#codes[entry] = count + 1;
    this.#counts[column] = count + 1;
    this.#slots[slot] = entry + 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    this.isNew = true;
    return count + 1;
  }

  #closeIfIdle(column: number): void {
    const lookups = (this.#lookups[column] ?? 0) + 1;
    this.#lookups[column] = lookups;
    if (lookups < COLUMN_VALUES_MAX) return;
    const found = this.#founds[column] ?? 0;
    if (found < (lookups + found) * WORTHWHILE) this.#isClosed[column] = 1;
    this.#lookups[column] = 0;
    this.#founds[column] = 0;
  }

  #isSame(entry: number, bytes: Buffer, from: number, to: number): boolean {
    const start = this.#starts[entry] ?? 0;
    if ((this.#starts[entry + 1] ?? 0) - start !== to - from) return false;
    const kept = this.#bytes;
    for (let p = from, q = start; p < to; p++, q++) if (bytes[p] !== kept[q]) return false;
    return true;
  }

  #growEntries(): void {
    const length = this.#hashes.length * 2;
    const grown = <T extends Int32Array | Uint32Array | Uint16Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    this.#hashes = grown(new Int32Array(length), this.#hashes);
    this.#owners = grown(new Int32Array(length), this.#owners);
    this.#starts = grown(new Uint32Array(length + 1), this.#starts);
    this.#codes = grown(new Uint16Array(length), this.#codes);
  }

  #growBytes(needed: number): void {
    const larger = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.#size; entry++) {
      let slot = (this.#hashes[entry] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(seed: number, bytes: Buffer, from: number, to: number): number {
  let hash = seed ^ (to - from);
  let p = from;
  for (; p + 4 <= to; p += 4) {
    const low = (bytes[p] ?? 0) | ((bytes[p + 1] ?? 0) << 8);
    const word = low | ((bytes[p + 2] ?? 0) << 16) | ((bytes[p + 3] ?? 0) << 24);
    hash = Math.imul(((hash << 13) | (hash >>> 19)) ^ word, 0x9e3779b1);
  }
  for (; p < to; p++) hash = Math.imul(hash ^ (bytes[p] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
