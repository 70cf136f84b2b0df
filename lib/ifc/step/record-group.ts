// Where the records of one kind are in the file: number, place, length and class of each, in typed arrays, in file order. A lookup by
// number starts at the last hit, because exporters write related records side by side; a binary search bounds its cost for any file. Holds
// no content.

/** Highest accepted record number; above it a record counts as damaged. */
export const RECORD_ID_MAX = 0xffffffff;

/** Records of one kind in file order. `offsets` point at the bracket that opens the arguments, not at the `#`. */
export class RecordGroup {
  count = 0;
  ids: Uint32Array;
  classCodes: Uint16Array;
  lengths: Uint32Array;
  private offsetsLow: Uint32Array;
  private offsetsHigh: Uint8Array;
  /** Set when the numbers are not ascending: positions in order of number, and the numbers in that order. */
  private order: Uint32Array | null = null;
  private orderedIds: Uint32Array;
  /** How many entries of `orderedIds` can be found. */
  private findable = 0;
  private isAscending = true;
  private hint = 0;

  /** @param capacity expected number of records; memory is only used as needed, and can grow beyond it */
  constructor(capacity: number) {
    this.ids = new Uint32Array(capacity);
    this.classCodes = new Uint16Array(capacity);
    this.lengths = new Uint32Array(capacity);
    this.offsetsLow = new Uint32Array(capacity);
    this.offsetsHigh = new Uint8Array(capacity);
    this.orderedIds = this.ids;
  }

  /** Appends one record. */
  add(id: number, classCode: number, offset: number, length: number): void {
    const position = this.count;
    if (position === this.ids.length) this.grow();
    if (position > 0 && id <= (this.ids[position - 1] ?? 0)) this.isAscending = false;
    this.ids[position] = id;
    this.classCodes[position] = classCode;
    this.lengths[position] = length;
    this.offsetsLow[position] = offset;
    this.offsetsHigh[position] = offset / 0x1_0000_0000;
    this.count = position + 1;
  }

  /** File offset of the opening bracket of record `position`, in bytes. */
  offset(position: number): number {
    return (this.offsetsHigh[position] ?? 0) * 0x1_0000_0000 + (this.offsetsLow[position] ?? 0);
  }

  /**
   * Prepares lookups by number. Call this once, after the last `add`.
   * @returns positions of records whose number an earlier record already has
   */
  seal(): number[] {
    this.orderedIds = this.ids;
    this.findable = this.count;
    const repeated: number[] = [];
    if (this.isAscending) return repeated;
    const order = this.sort();
    const orderedIds = new Uint32Array(this.count);
    let kept = 0;
    for (const position of order) {
      const id = this.ids[position] ?? 0;
      if (kept > 0 && orderedIds[kept - 1] === id) {
        repeated.push(position);
        continue;
      }
      orderedIds[kept] = id;
      order[kept] = position;
      kept++;
    }
    this.order = order;
    this.orderedIds = orderedIds;
    this.findable = kept;
    return repeated;
  }

  /** Position of the record with this number, or -1. If a number occurs twice, the first record wins. */
  find(id: number): number {
    const ids = this.orderedIds;
    const count = this.findable;
    let low = this.hint;
    let high: number;
    if (low < count && (ids[low] ?? 0) <= id) {
      let step = 1;
      while (low + step < count && (ids[low + step] ?? 0) <= id) {
        low += step;
        step *= 2;
      }
      high = Math.min(low + step, count);
    } else {
      high = Math.min(low, count);
      let step = 1;
      low = high - step;
      while (low > 0 && (ids[low] ?? 0) > id) {
        high = low;
        step *= 2;
        low -= step;
      }
      if (low < 0) low = 0;
    }
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] ?? 0) <= id) low = middle;
      else high = middle;
    }
    if (low >= count || ids[low] !== id) return -1;
    this.hint = low;
    return this.order ? (this.order[low] ?? -1) : low;
  }

  private grow(): void {
    const capacity = Math.max(1024, this.ids.length * 2);
    const enlarge = <T extends Uint8Array | Uint16Array | Uint32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.ids = enlarge(this.ids, new Uint32Array(capacity));
    this.classCodes = enlarge(this.classCodes, new Uint16Array(capacity));
    this.lengths = enlarge(this.lengths, new Uint32Array(capacity));
    this.offsetsLow = enlarge(this.offsetsLow, new Uint32Array(capacity));
    this.offsetsHigh = enlarge(this.offsetsHigh, new Uint8Array(capacity));
  }

  /** Stable radix sort by number, two passes of 16 bits: linear for any order in the file. */
  private sort(): Uint32Array {
    let from = Uint32Array.from({ length: this.count }, (_, position) => position);
    let to = new Uint32Array(this.count);
    for (const shift of [0, 16]) {
      const starts = new Uint32Array(65537);
      for (const position of from) {
        const bucket = (((this.ids[position] ?? 0) >>> shift) & 0xffff) + 1;
        starts[bucket] = (starts[bucket] ?? 0) + 1;
      }
      for (let bucket = 1; bucket < 65537; bucket++) {
        starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
      }
      for (const position of from) {
        const bucket = ((this.ids[position] ?? 0) >>> shift) & 0xffff;
        const slot = starts[bucket] ?? 0;
        to[slot] = position;
        starts[bucket] = slot + 1;
      }
      [from, to] = [to, from];
    }
    return from;
  }
}
