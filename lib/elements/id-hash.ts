/*
 * Two tables of many GlobalIds: one maps each to a number, one finds duplicates and ids that differ only by upper and lower case. They keep
 * hashes, never the ids: a slot has 16 or 12 bytes, and 30 to 60 % of the slots are used, so an id takes 20 to 53 bytes. Ids are compared
 * by 96 bits, seeded for each table, so a false match will not occur in practice.
 */
import { randomInt } from "node:crypto";

/** A seed for one table, so that nobody can prepare ids that collide. */
function newSeed(): number {
  return randomInt(2 ** 32 - 1) | 1;
}

/** Spreads every bit of a hash over all others. */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const WORDS = 4;

export class IdMap {
  readonly #seeds = [newSeed(), newSeed(), newSeed()];
  #capacity = 1024;
  /** Four numbers a slot: three hashes, and the value plus one (never 0 in a used slot). */
  #slots = new Uint32Array(this.#capacity * WORDS);
  #used = 0;
  readonly #hash = new Uint32Array(3);

  /** The value of an id, or -1. */
  find(id: Uint8Array): number {
    this.#hashOf(id);
    return (this.#slots[this.#slotOf() + 3] ?? 0) - 1;
  }

  /** Sets the value of an id, a whole number from 0 to 2^32 − 2, replacing any former value. */
  set(id: Uint8Array, value: number): void {
    if (this.#used * 5 >= this.#capacity * 3) this.#grow();
    this.#hashOf(id);
    const slot = this.#slotOf();
    if (this.#slots[slot + 3] === 0) this.#used++;
    this.#write(slot, value + 1);
  }

  #write(slot: number, value: number): void {
    this.#slots.set(this.#hash, slot);
    this.#slots[slot + 3] = value;
  }

  /** The slot where the id with the current hash is, or would be. */
  #slotOf(): number {
    const [a = 0, b = 0, c = 0] = this.#hash;
    const slots = this.#slots;
    for (let at = a & (this.#capacity - 1); ; at = (at + 1) & (this.#capacity - 1)) {
      const slot = at * WORDS;
      const isThere = slots[slot] === a && slots[slot + 1] === b && slots[slot + 2] === c;
      if (isThere || slots[slot + 3] === 0) return slot;
    }
  }

  #hashOf(id: Uint8Array): void {
    let [a = 0, b = 0, c = 0] = this.#seeds;
    for (const byte of id) {
      a = Math.imul(a ^ byte, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b + byte, 0x85ebca6b) ^ (b >>> 13);
      c = Math.imul(c ^ byte, 0xc2b2ae35) ^ (c >>> 16);
    }
    this.#hash[0] = mix(a);
    this.#hash[1] = mix(b ^ id.length);
    this.#hash[2] = mix(c);
  }

  #grow(): void {
    const old = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(this.#capacity * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      const value = old[at + 3] ?? 0;
      if (value === 0) continue;
      this.#hash.set(old.subarray(at, at + 3));
      this.#write(this.#slotOf(), value);
    }
  }
}

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
