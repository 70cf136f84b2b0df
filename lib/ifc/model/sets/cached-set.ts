// A property set in the form in which it is copied into answers, and functions that read it. The content of all cached sets is in one
// arena, because hundreds of thousands of small buffers would overload the garbage collector.
import { NumberList } from "../tables/class-table.ts";

/** Numbers for each member in the arena: name, meaning, start in the body, definition in a set of this name. */
const FIELDS = 4;

/** The memory of cached sets. */
export class SetArena {
  bytes: Uint8Array = new Uint8Array(1 << 16);
  length = 0;
  readonly members = new NumberList();

  get usedBytes(): number {
    return this.length + this.members.length * 4;
  }

  /** Copies a set's JSON in. Returns where it begins. */
  addBody(source: Uint8Array, start: number, end: number): number {
    const begin = this.length;
    const needed = begin + end - start;
    if (needed > this.bytes.length) {
      const bytes = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      bytes.set(this.bytes.subarray(0, begin));
      this.bytes = bytes;
    }
    this.bytes.set(source.subarray(start, end), begin);
    this.length = needed;
    return begin;
  }

  addMember(name: number, meta: number, start: number, definition: number): void {
    this.members.push(name);
    this.members.push(meta);
    this.members.push(start);
    this.members.push(definition);
  }

  clear(): void {
    this.length = 0;
    this.members.length = 0;
  }
}

/** A set ready to be copied. Names are numbers of the current name table. */
export interface CachedSet {
  name: number;
  isPredefined: boolean;
  arena: SetArena;
  /** JSON members without braces: `arena.bytes[bodyStart, bodyEnd)`. */
  bodyStart: number;
  bodyEnd: number;
  /** Where its members begin in `arena.members`, and how many there are. */
  first: number;
  count: number;
}

/** Name number of a member. */
export function memberName(set: CachedSet, member: number): number {
  return set.arena.members.at(set.first + member * FIELDS);
}

/** Meaning of a member, packed. */
export function memberMeta(set: CachedSet, member: number): number {
  return set.arena.members.at(set.first + member * FIELDS + 1);
}

/** Where the JSON of a member begins in the arena. */
export function memberStart(set: CachedSet, member: number): number {
  return set.bodyStart + set.arena.members.at(set.first + member * FIELDS + 2);
}

/** Where the JSON of a member ends: before the comma in front of the next one. */
export function memberEnd(set: CachedSet, member: number): number {
  return member + 1 < set.count ? memberStart(set, member + 1) - 1 : set.bodyEnd;
}

/** Definition number of a member, -1 when it is not listed. */
export function memberDefinition(set: CachedSet, member: number): number {
  return set.arena.members.at(set.first + member * FIELDS + 3) | 0;
}
