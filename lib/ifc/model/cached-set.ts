// A property set in the form in which it is copied into answers, and the few ways to look into it. Data only.

/** Numbers per member in `CachedSet.members`. */
export const FIELDS = 4;

/** A set ready to be copied. Names are numbers of the present name table. */
export interface CachedSet {
  name: number;
  isPredefined: boolean;
  /** JSON members without braces. */
  body: Uint8Array;
  /** Per member: name, meaning, where it begins in `body`, and its definition in a set of this name. */
  members: Uint32Array;
}

/** How many members the set has. */
export function countMembers(set: CachedSet): number {
  return set.members.length / FIELDS;
}

/** Name number of a member. */
export function memberName(set: CachedSet, member: number): number {
  return set.members[member * FIELDS] ?? 0;
}

/** Definition number of a member, -1 when it is not listed. */
export function memberDefinition(set: CachedSet, member: number): number {
  return (set.members[member * FIELDS + 3] ?? 0) | 0;
}

/** Where a member begins in the body. The one after the last would begin behind a comma that is not there. */
export function memberStart(set: CachedSet, member: number): number {
  return set.members[member * FIELDS + 2] ?? set.body.length + 1;
}
