/*
 * Maps many GlobalIds to a number each. It keeps hashes, never the ids: a slot has 16 bytes, and 30 to 60 % of the slots are used,
 * so an id takes 27 to 53 bytes. Ids are compared by 96 bits, seeded for each map, so a false match will not occur in practice.
 */
import { mix, newSeed } from "../id-hash.ts";

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
