/*
 * Stores each list of column numbers once ("shape"), so that rows of similar elements hold one number instead of the list. Bounded: an
 * answer in which every element has different properties must not fill the memory; its rows hold their list inline.
 */
import { randomInt } from "node:crypto";
import { INLINE_SHAPE } from "./row-record.ts";

const SHAPES_MAX = 4096;
const SHAPE_COLUMNS_MAX = 2 ** 20;
const PROBES_MAX = 16;
const SLOTS_MAX = 4 * SHAPES_MAX;
const SLOTS_AT_FIRST = 256;

/** The shapes of one table. */
export class ShapeTable {
  /** The seed of the hash of a row's column numbers (`RowCells.shapeHash`). */
  readonly seed = randomInt(2 ** 31);
  readonly #shapes: Int32Array[] = [];
  /** Open addressing: the hash of a shape, and its number plus one; 0: free. */
  #hashes = new Int32Array(SLOTS_AT_FIRST);
  #numbers = new Int32Array(SLOTS_AT_FIRST);
  #columns = 0;

  /** The number of the shape `columns[0 … count)`, or INLINE_SHAPE when it cannot be kept. */
  find(columns: Int32Array, count: number, hash: number): number {
    const last = this.#hashes.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let probes = 0; probes < PROBES_MAX; probes++, slot = (slot + 1) & last) {
      const shape = (this.#numbers[slot] ?? 0) - 1;
      if (shape < 0) return this.#keep(columns, count, hash, slot);
      if (this.#hashes[slot] === hash && isSame(this.#shapes[shape], columns, count)) return shape;
    }
    return INLINE_SHAPE;
  }

  #keep(columns: Int32Array, count: number, hash: number, slot: number): number {
    if (this.#shapes.length >= SHAPES_MAX || this.#columns + count > SHAPE_COLUMNS_MAX) return INLINE_SHAPE;
    this.#hashes[slot] = hash;
    this.#numbers[slot] = this.#shapes.push(columns.slice(0, count));
    this.#columns += count;
    if (this.#shapes.length * 4 > this.#hashes.length && this.#hashes.length < SLOTS_MAX) this.#grow();
    return this.#shapes.length - 1;
  }

  /** Doubles the slots. A shape that ends up too far from its first slot is still stored, but `find` no longer finds it. */
  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Int32Array(hashes.length * 2);
    this.#numbers = new Int32Array(numbers.length * 2);
    const last = this.#hashes.length - 1;
    for (const [from, number] of numbers.entries()) {
      if (number === 0) continue;
      const hash = hashes[from] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & last;
      while (this.#numbers[slot] !== 0) slot = (slot + 1) & last;
      this.#hashes[slot] = hash;
      this.#numbers[slot] = number;
    }
  }

  /** The content of SHAPES_FILE. */
  encode(): Uint8Array {
    const bytes = new Uint8Array(4 * (this.#columns + this.#shapes.length));
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const shape of this.#shapes) {
      view.setUint32(at, shape.length, true);
      at += 4;
      for (const column of shape) {
        view.setUint32(at, column, true);
        at += 4;
      }
    }
    return bytes;
  }
}

function isSame(shape: Int32Array | undefined, columns: Int32Array, count: number): boolean {
  if (shape?.length !== count) return false;
  for (let i = 0; i < count; i++) if (shape[i] !== columns[i]) return false;
  return true;
}

/** Reads the content of SHAPES_FILE; null when it is damaged. */
export function decodeShapes(bytes: Uint8Array): Int32Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shapes: Int32Array[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const count = view.getUint32(at, true);
    at += 4;
    if (at + 4 * count > bytes.length) return null;
    const shape = new Int32Array(count);
    for (let i = 0; i < count; i++, at += 4) shape[i] = view.getUint32(at, true);
    shapes.push(shape);
  }
  return at === bytes.length ? shapes : null;
}
