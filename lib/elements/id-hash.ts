/** What the tables of hashed GlobalIds share: seeds of their own, and the last step of a hash. */
import { randomInt } from "node:crypto";

/** A seed for one table, so that nobody can prepare ids that collide. */
export function newSeed(): number {
  return randomInt(2 ** 32 - 1) | 1;
}

/** Spreads every bit of a hash over all others. */
export function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
