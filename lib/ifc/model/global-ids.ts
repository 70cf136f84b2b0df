// Ensures that every element has a unique key in the answers, across all classes: a repeated GlobalId becomes `id (2)`. Keeps a short hash
// for each element; the file itself decides whether two ids are really the same.

export class GlobalIds {
  private readonly seed = Math.floor(Math.random() * 0x7fffffff);
  private readonly hashes: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly repetitions = new Map<string, number>();

  /** @param elements the most elements there will be */
  constructor(elements: number) {
    let size = 1024;
    while (size < elements * 2) size *= 2;
    this.slots = new Uint32Array(size);
    this.hashes = new Uint32Array(elements);
  }

  /**
   * Notes the id in `bytes[start, end)` for an element.
   * @param isSame checks whether an earlier element has exactly this id
   * @returns false when an earlier element has the id
   */
  add(
    element: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    isSame: (earlier: number) => boolean,
  ): boolean {
    let hash = this.seed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const earlier = (this.slots[slot] ?? 0) - 1;
      if (earlier < 0) break;
      if (this.hashes[earlier] === hash && isSame(earlier)) return false;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = element + 1;
    this.hashes[element] = hash;
    return true;
  }

  /** The number of the next repetition of an id, from 2. */
  nextRepetition(id: string): number {
    const next = (this.repetitions.get(id) ?? 1) + 1;
    this.repetitions.set(id, next);
    return next;
  }
}
