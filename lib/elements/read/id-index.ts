/*
 * Finds duplicate GlobalIds, and GlobalIds that differ only by upper and lower case, among millions. It keeps hashes, never the ids: a
 * slot has 12 bytes, and 30 to 60 % of the slots are used, so an id takes 20 to 40 bytes. Ids are compared by 96 bits, seeded for each run,
 * so a false report will not occur in practice.
 */
import { mix, newSeed } from "../id-hash.ts";

const TWINS_LOOKED_AT_MAX = 8;

/** The ids of one answer. */
export class IdIndex {
  readonly #seedA = newSeed();
  readonly #seedB = newSeed();
  #capacity = 1024;
  /** Three numbers a slot: two hashes of the id in lower case, one of the id as it is (never 0 in a used slot). */
  #slots = new Uint32Array(this.#capacity * 3);
  #used = 0;

  /** Adds an id and compares it with the ids before it. Only ASCII letters have case here, as in a GlobalId. */
  add(bytes: Uint8Array, from: number, to: number): "new" | "duplicate" | "differs-by-case" {
    let foldedA = this.#seedA;
    let foldedB = this.#seedB;
    let exact = this.#seedA;
    for (let p = from; p < to; p += 4) {
      const word = readWord(bytes, p, to);
      const lower = lowerCase(word);
      foldedA = Math.imul(foldedA ^ lower, 0x9e3779b1);
      foldedA ^= foldedA >>> 15;
      foldedB = Math.imul(foldedB + lower, 0x85ebca6b) ^ (foldedB >>> 13);
      exact = Math.imul(exact ^ word, 0xc2b2ae35) ^ (exact >>> 16);
    }
    foldedA = mix(foldedA);
    foldedB = mix(foldedB ^ (to - from));
    exact = mix(exact) || 1;
    if (this.#used * 5 >= this.#capacity * 3) this.#grow();
    return this.#insert(foldedA, foldedB, exact);
  }

  #insert(foldedA: number, foldedB: number, exact: number): "new" | "duplicate" | "differs-by-case" {
    const slots = this.#slots;
    let twins = 0;
    let slot = foldedA & (this.#capacity - 1);
    for (;;) {
      const at = slot * 3;
      const there = slots[at + 2] ?? 0;
      if (there === 0) break;
      if (slots[at] === foldedA && slots[at + 1] === foldedB) {
        if (there === exact) return "duplicate";
        if (++twins >= TWINS_LOOKED_AT_MAX) return "differs-by-case";
      }
      slot = (slot + 1) & (this.#capacity - 1);
    }
    slots[slot * 3] = foldedA;
    slots[slot * 3 + 1] = foldedB;
    slots[slot * 3 + 2] = exact;
    this.#used++;
    return twins === 0 ? "new" : "differs-by-case";
  }

  #grow(): void {
    const old = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(this.#capacity * 3);
    this.#used = 0;
    for (let at = 0; at < old.length; at += 3) {
      const exact = old[at + 2] ?? 0;
      if (exact !== 0) this.#insert(old[at] ?? 0, old[at + 1] ?? 0, exact);
    }
  }
}

/** Up to four bytes as one number. */
function readWord(bytes: Uint8Array, at: number, to: number): number {
  const left = to - at;
  return (
    (bytes[at] ?? 0) |
    (left > 1 ? (bytes[at + 1] ?? 0) << 8 : 0) |
    (left > 2 ? (bytes[at + 2] ?? 0) << 16 : 0) |
    (left > 3 ? (bytes[at + 3] ?? 0) << 24 : 0)
  );
}

/** Turns four ASCII letters at once to lower case; other bytes are unchanged. */
function lowerCase(word: number): number {
  const low = word & 0x7f7f7f7f;
  const isUpper = (low + 0x3f3f3f3f) & ~(low + 0x25252525) & ~word & 0x80808080;
  return word | (isUpper >>> 2);
}
