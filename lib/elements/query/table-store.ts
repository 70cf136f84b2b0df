/*
 * The tables that are open in this process: each is opened once for all users, its index is made once for all who wait, and it is closed
 * when other tables need the room. This file knows snapshots, but not models, people or the database.
 */
import { untilAborted } from "#lib/core/process/until-aborted.ts";
import { createHash } from "node:crypto";
import { now } from "#lib/core/clock.ts";
import { cancelledError, throwIfCancelled } from "../errors.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { Duck, type RunOptions } from "./duck.ts";
import { createKeptNumbers, IndexFile, IndexReader } from "./index/index-file.ts";
import { IndexFolder } from "./index/index-folder.ts";
import { INDEX_FORMAT } from "./index/index-format.ts";
import { writeIndex } from "./index/index-writer.ts";
import { TableNotReady, type Preparation } from "./not-ready.ts";
import { Table, type OpenSource } from "./table.ts";

/** A snapshot that is part of a table; opened and closed together with the table. */
export type TablePart = {
  readonly snapshotId: string;
  readonly ifcClass: string;
  readonly open: () => Promise<Snapshot>;
};

export type TableStoreOptions = {
  /** Folder of the index files; only the store uses it. */
  readonly folder: string;
  /** The most bytes of all index files together. */
  readonly bytesMax?: number;
  /** How long a query waits for an index before it fails as "preparing". */
  readonly waitMs?: number;
};

/** The most tables kept open, not counting those in use. */
const OPEN_MAX = 8;
const BYTES_MAX = 4 * 1024 ** 3;
const WAIT_MS = 2_000;

type Making = { readonly done: Promise<IndexFile>; readonly aborter: AbortController; progress: Preparation };

type Entry = {
  readonly table: Promise<Table>;
  users: number;
  index: IndexFile | null;
  making: Making | null;
};

export class TableStore {
  readonly #files: IndexFolder;
  readonly #waitMs: number;
  readonly #entries = new Map<string, Entry>();
  /** Tables whose files are being closed: opened again only afterwards, because a file that is still attached cannot be attached. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #kept = createKeptNumbers();
  #duck: Promise<Duck> | null = null;
  /** Indexes are made one after the other; two at once would only slow each other down. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ folder, bytesMax = BYTES_MAX, waitMs = WAIT_MS }: TableStoreOptions) {
    this.#files = new IndexFolder(folder, bytesMax);
    this.#waitMs = waitMs;
  }

  /**
   * Opens the table of some snapshots, in this order, while `work` runs.
   * @throws what opening a part throws, and what `work` throws
   */
  async use<T>(sources: readonly TablePart[], work: (table: Table) => Promise<T>): Promise<T> {
    const key = keyOf(sources);
    const entry = this.#entries.get(key) ?? this.#open(key, sources);
    // The most recently used table is at the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.users++;
    try {
      return await work(await entry.table);
    } catch (error) {
      const isOpen = await entry.table.then(Boolean, () => false);
      if (!isOpen && this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    } finally {
      entry.users--;
      await this.#closeIdle(OPEN_MAX);
    }
  }

  /** Starts making the index of a table that has none, without waiting for it. */
  async prepare(sources: readonly TablePart[]): Promise<void> {
    await this.use(sources, async (table) => {
      await this.#getIndex(table.key, { waitMs: 0 }).catch((error: unknown) => {
        if (!(error instanceof TableNotReady)) throw error;
      });
    });
  }

  /** Closes everything: cancels indexes in the making, closes files. The store can be used again afterwards. */
  async close(): Promise<void> {
    for (const { making } of this.#entries.values()) making?.aborter.abort();
    await Promise.allSettled([...this.#entries.values()].flatMap(({ making }) => making?.done ?? []));
    await this.#closeIdle(0);
    await Promise.all(this.#closing.values());
    const duck = this.#duck;
    this.#duck = null;
    if (duck !== null) (await duck).close();
  }

  #open(key: string, sources: readonly TablePart[]): Entry {
    const openTable = async (): Promise<Table> => {
      await this.#closing.get(key);
      const opened = await openSources(sources);
      const getReader = async (options: RunOptions): Promise<IndexReader> =>
        new IndexReader(await this.#getIndex(key, { ...options, waitMs: this.#waitMs }), options);
      return new Table(key, opened, getReader, this.#kept);
    };
    const table = openTable();
    // The caller gets the failure; this only prevents an unhandled rejection.
    table.catch(() => undefined);
    return { table, users: 0, index: null, making: null };
  }

  /** The index of an open table: from memory, from disk, or newly made if it is finished in time. */
  async #getIndex(key: string, { signal, waitMs }: RunOptions & { waitMs: number }): Promise<IndexFile> {
    const entry = this.#entries.get(key);
    if (entry === undefined) throw new TableNotReady("expired", null);
    const table = await entry.table;
    if (entry.index !== null) return entry.index;
    const making = (entry.making ??= this.#make(entry, table));
    const patience = AbortSignal.timeout(waitMs);
    const either = signal === undefined ? patience : AbortSignal.any([signal, patience]);
    throwIfCancelled(signal);
    return untilAborted(making.done, either, () =>
      signal?.aborted === true ? cancelledError(signal) : new TableNotReady("preparing", making.progress),
    );
  }

  #make(entry: Entry, table: Table): Making {
    const aborter = new AbortController();
    entry.users++;
    const making: Making = {
      aborter,
      progress: { rows: table.rows, rowsDone: 0 },
      done: this.#inTurn(() =>
        this.#findOrWrite(table, aborter.signal, (rowsDone) => {
          making.progress = { rows: table.rows, rowsDone };
        }),
      )
        .then((index) => (entry.index = index))
        .finally(() => {
          entry.users--;
          entry.making = null;
        }),
    };
    making.done.catch(() => undefined);
    return making;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #findOrWrite(
    table: Table,
    signal: AbortSignal,
    onProgress: (rows: number) => void,
  ): Promise<IndexFile> {
    const duck = await this.#getDuck();
    const path = this.#files.path(table.key);
    const { sources } = table;
    const found = await IndexFile.open(duck, this.#kept, path, sources);
    if (found !== null) {
      await this.#files.touch(table.key, now());
      return found;
    }
    await this.#files.remove(table.key);
    await writeIndex({ duck, sources, path, signal, onProgress });
    const made = await IndexFile.open(duck, this.#kept, path, sources);
    if (made === null) throw new Error(`the index ${path} was written and cannot be opened`);
    await this.#files.evict((key) => this.#entries.has(key), now());
    return made;
  }

  async #getDuck(): Promise<Duck> {
    this.#duck ??= Duck.create(this.#files.folder);
    try {
      return await this.#duck;
    } catch (error) {
      this.#duck = null;
      throw error;
    }
  }

  async #closeIdle(openMax: number): Promise<void> {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= openMax) return;
      if (entry.users > 0) continue;
      this.#entries.delete(key);
      const closed = closeEntry(entry);
      const settled = closed.catch(() => undefined);
      this.#closing.set(key, settled);
      void settled.then(() => this.#closing.delete(key));
      await closed;
    }
  }
}

async function closeEntry({ index, table }: Entry): Promise<void> {
  await index?.close();
  const opened = await table.catch(() => null);
  await Promise.all((opened?.sources ?? []).map(({ snapshot }) => snapshot.close()));
}

function keyOf(sources: readonly TablePart[]): string {
  const ids = sources.map(({ snapshotId, ifcClass }) => [snapshotId, ifcClass]);
  return createHash("sha256")
    .update(JSON.stringify([INDEX_FORMAT, ids]))
    .digest("hex")
    .slice(0, 40);
}

async function openSources(sources: readonly TablePart[]): Promise<OpenSource[]> {
  await using opened = new AsyncDisposableStack();
  const tables: OpenSource[] = [];
  for (const { snapshotId, ifcClass, open } of sources) {
    const snapshot = opened.use(await open());
    tables.push({ snapshotId, ifcClass, rows: snapshot.meta.rows, snapshot });
  }
  opened.move();
  return tables;
}
