// Which numbers belong to which owner (property sets to elements, classifications to elements, and so on): pairs while reading, compact
// lists by owner afterwards. The order is that of the pairs.
import { NumberList } from "./class-table.ts";

/** The most pairs; real models have one or two property sets for every hundred bytes of file, and less of everything else. */
export const PAIRS_MAX = 32_000_000;

/** Thrown when a file has more relations than the limit. */
export class LinkLimitError extends Error {}

export class Links {
  private readonly owners = new NumberList();
  private readonly values = new NumberList();
  private readonly count: number;
  private starts = new Uint32Array(0);
  private sorted = new Uint32Array(0);

  /** @param count number of owners; they are numbered from 0 */
  constructor(count: number) {
    this.count = count;
  }

  /** Whether so many more pairs can be added. */
  hasRoom(pairs: number): boolean {
    return this.owners.length + pairs <= PAIRS_MAX;
  }

  /** Adds one pair. @throws LinkLimitError where there is no room: whoever has not asked fails rather than leave something out silently */
  add(owner: number, value: number): void {
    if (!this.hasRoom(1)) {
      throw new LinkLimitError(`The file relates elements to others more than ${PAIRS_MAX} times.`);
    }
    this.owners.push(owner);
    this.values.push(value);
  }

  /** Sorts the pairs by owner. Call this once, after the last `add`. */
  seal(): void {
    const { owners, values, count } = this;
    const starts = new Uint32Array(count + 1);
    for (let pair = 0; pair < owners.length; pair++) {
      const next = owners.at(pair) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let owner = 0; owner < count; owner++) {
      starts[owner + 1] = (starts[owner + 1] ?? 0) + (starts[owner] ?? 0);
    }
    const sorted = new Uint32Array(owners.length);
    const fill = starts.slice();
    for (let pair = 0; pair < owners.length; pair++) {
      const owner = owners.at(pair);
      const slot = fill[owner] ?? 0;
      sorted[slot] = values.at(pair);
      fill[owner] = slot + 1;
    }
    this.starts = starts;
    this.sorted = sorted;
    owners.release();
    values.release();
  }

  /** Where the owner's numbers begin in the list that `at` reads; they end where the next owner's begin. */
  first(owner: number): number {
    return this.starts[owner] ?? 0;
  }

  /** A number of the list; those of one owner are in the order of the pairs, and may repeat. */
  at(index: number): number {
    return this.sorted[index] ?? 0;
  }

  /** Adds the owner's numbers to `target`, each once. */
  collect(owner: number, target: Set<number>): void {
    const end = this.first(owner + 1);
    for (let index = this.first(owner); index < end; index++) target.add(this.at(index));
  }
}
