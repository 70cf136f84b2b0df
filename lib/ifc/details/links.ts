// Which numbers belong to which owner (classifications to elements, layers to elements, and so on): pairs while reading, compact lists by
// owner afterwards. The order is that of the pairs; a repeated pair counts once.
import { NumberList } from "../model/tables/class-table.ts";

/** The most pairs; with more a reading fails rather than leave something out silently. */
const PAIRS_MAX = 32_000_000;

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

  /** Adds one pair. @throws LinkLimitError */
  add(owner: number, value: number): void {
    if (this.owners.length >= PAIRS_MAX) {
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

  /** Adds the owner's numbers to `target`, each once. */
  collect(owner: number, target: Set<number>): void {
    const end = this.starts[owner + 1] ?? 0;
    for (let at = this.starts[owner] ?? 0; at < end; at++) target.add(this.sorted[at] ?? 0);
  }
}
