/*
 * The loaded rows of a grid: pages read on demand, a limited number of them, each loading, loaded, or failed. Independent of React and the
 * DOM, so that it can be tested directly.
 */
import { t } from "#lib/core/texts.ts";

export type RowLoader<Row> = (from: number, count: number, signal: AbortSignal) => Promise<readonly Row[]>;

/** The state of one row. `from` and `to` (inclusive) are the rows that failed together. */
export type RowSlot<Row> =
  | { state: "here"; row: Row }
  | { state: "reading" }
  | { state: "failed"; message: string; from: number; to: number };

// Slots are created once, so that an unchanged row stays the same object.
type Page<Row> =
  | { state: "here"; slots: readonly RowSlot<Row>[] }
  | { state: "reading"; cancel: AbortController }
  | { state: "failed"; slot: RowSlot<Row> };

const READING = { state: "reading" } as const;

export class RowPages<Row> {
  readonly rowCount: number;
  readonly pageRows: number;
  readonly #load: RowLoader<Row>;
  readonly #pagesMax: number;
  /** By last use, the oldest first. */
  readonly #pages = new Map<number, Page<Row>>();
  readonly #listeners = new Set<() => void>();
  #wanted = { first: 0, last: -1 };
  #version = 0;

  constructor(options: {
    rowCount: number;
    pageRows: number;
    pagesMax: number;
    load: RowLoader<Row>;
    /** Rows already loaded, starting with the first. */
    initialRows?: readonly Row[] | undefined;
  }) {
    this.rowCount = options.rowCount;
    this.pageRows = options.pageRows;
    this.#pagesMax = options.pagesMax;
    this.#load = options.load;
    const initial = options.initialRows ?? [];
    for (let page = 0; page < options.pagesMax; page += 1) {
      const rows = initial.slice(page * this.pageRows, (page + 1) * this.pageRows);
      if (rows.length === 0 || rows.length < this.#sizeOf(page)) break;
      this.#pages.set(page, here(rows));
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes whenever a slot may have changed. */
  readonly version = (): number => this.#version;

  /** Number of pages in memory, in any state. */
  get pageCount(): number {
    return this.#pages.size;
  }

  slot(index: number): RowSlot<Row> {
    const pageIndex = Math.floor(index / this.pageRows);
    const page = this.#pages.get(pageIndex);
    if (page === undefined || page.state === "reading") return READING;
    if (page.state === "failed") return page.slot;
    return page.slots[index - pageIndex * this.pageRows] ?? READING;
  }

  /** Loads missing rows from `from` to `to` (inclusive), and cancels requests outside that range. */
  want(from: number, to: number): void {
    if (this.rowCount === 0) return;
    const first = Math.floor(Math.max(0, from) / this.pageRows);
    const last = Math.floor(Math.min(this.rowCount - 1, to) / this.pageRows);
    this.#wanted = { first, last };
    for (const [index, page] of this.#pages)
      if (page.state === "reading" && (index < first || index > last)) this.#drop(index, page);
    for (let index = first; index <= last; index += 1) {
      const page = this.#pages.get(index);
      if (page === undefined) this.#read(index);
      else this.#touch(index, page);
    }
    this.#evict();
  }

  /** Reloads the failed page of a row. */
  retry(index: number): void {
    const pageIndex = Math.floor(index / this.pageRows);
    if (this.#pages.get(pageIndex)?.state !== "failed") return;
    this.#pages.delete(pageIndex);
    this.#read(pageIndex);
    this.#changed();
  }

  /** Cancels every request; loaded rows stay. */
  stop(): void {
    for (const [index, page] of this.#pages) if (page.state === "reading") this.#drop(index, page);
  }

  #sizeOf(page: number): number {
    return Math.min(this.pageRows, this.rowCount - page * this.pageRows);
  }

  #read(index: number): void {
    const cancel = new AbortController();
    this.#pages.set(index, { state: "reading", cancel });
    const from = index * this.pageRows;
    const count = this.#sizeOf(index);
    const fail = (message: string): void =>
      this.#settle(index, {
        state: "failed",
        slot: { state: "failed", message, from, to: from + count - 1 },
      });
    this.#load(from, count, cancel.signal).then(
      (rows) => {
        if (cancel.signal.aborted) return;
        // Fewer rows would shift all that follow: that is a failure, not a shorter page.
        if (rows.length === count) this.#settle(index, here(rows));
        else fail(t("Portico sent {came} rows instead of {asked}.", { came: rows.length, asked: count }));
      },
      (reason: unknown) => {
        if (cancel.signal.aborted) return;
        fail(reason instanceof Error ? reason.message : t("The answer could not be read."));
      },
    );
  }

  #settle(index: number, page: Page<Row>): void {
    this.#touch(index, page);
    this.#evict();
    this.#changed();
  }

  #touch(index: number, page: Page<Row>): void {
    this.#pages.delete(index);
    this.#pages.set(index, page);
  }

  #drop(index: number, page: { cancel: AbortController }): void {
    page.cancel.abort();
    this.#pages.delete(index);
  }

  #evict(): void {
    for (const index of [...this.#pages.keys()]) {
      if (this.#pages.size <= this.#pagesMax) return;
      if (index < this.#wanted.first || index > this.#wanted.last) this.#pages.delete(index);
    }
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

function here<Row>(rows: readonly Row[]): Page<Row> {
  return { state: "here", slots: rows.map((row) => ({ state: "here", row })) };
}
