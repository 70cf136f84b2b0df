/*
 * Opens the index of a table for queries, and tells how SQL reaches its columns. Names in the SQL are made of numbers. The file is attached
 * read-only and used only if its description matches the snapshots it was made from.
 */
import { LRUCache } from "lru-cache";
import { quoted, type Duck, type RunOptions } from "../duck.ts";
import { INDEX_FORMAT, type IndexedSources, type IndexInfo } from "./index-format.ts";
import { CLASS_COLUMN, ID_COLUMN } from "../types.ts";

const KEPT_BYTES_MAX = 160 * 1024 * 1024;

/**
 * A cache of recently computed whole numbers: ordered rows of views, so that scrolling needs no query, and codes of columns, so that
 * sorting and counting need not read them again. Nobody may change an array that is kept.
 */
export type KeptNumbers = LRUCache<string, Int32Array>;

/** An array larger than the whole cache is not kept. */
export function createKeptNumbers(): KeptNumbers {
  // At least 1: the cache takes no sizes of 0.
  return new LRUCache({ maxSize: KEPT_BYTES_MAX, sizeCalculation: ({ byteLength }) => byteLength + 1 });
}

/** How SQL reaches a column. */
export type ColumnAccess = {
  readonly id: string;
  /** Number in `d` and `l`. */
  readonly number: number;
  /** First code of no value or the empty text; codes below are values. */
  readonly blank: number;
  /** First code of no value. */
  readonly none: number;
  /** The code of a missing property. */
  readonly missing: number;
  /** True when `s` has spellings of its numbers. */
  readonly isRespelled: boolean;
  /** SQL for the code in a row of `e`; with a `join` for columns that `e` does not hold. */
  readonly code: string;
  readonly join: string | null;
};

/** A column that the table lacks: the dictionary has no values for its number, and every row has the code of a missing property. */
const ABSENT: Omit<ColumnAccess, "id"> = {
  number: -1,
  blank: 0,
  none: 0,
  missing: 0,
  isRespelled: false,
  code: "0",
  join: null,
};

let attached = 0;

/** An index that is attached to the DuckDB. */
export class IndexFile {
  readonly info: IndexInfo;
  readonly catalog: string;
  /** Results kept for this table; keys begin with its `catalog`, which is unique in the process. */
  readonly kept: KeptNumbers;
  readonly ask: Duck["ask"];
  readonly askInto: Duck["askInto"];
  readonly #duck: Duck;
  readonly #byId = new Map<string, ColumnAccess>();

  private constructor(
    duck: Duck,
    kept: KeptNumbers,
    catalog: string,
    info: IndexInfo,
    limits: { id: number; class: number },
  ) {
    this.#duck = duck;
    this.ask = duck.ask.bind(duck);
    this.askInto = duck.askInto.bind(duck);
    this.kept = kept;
    this.catalog = catalog;
    this.info = info;
    const wideOf = new Map(info.wide.map((place, w) => [place, w]));
    info.columns.forEach(({ id, blank, none, missing, respelled }, number) => {
      const w = wideOf.get(number);
      const alias = `l${String(number)}`;
      this.#byId.set(id, {
        id,
        number,
        blank,
        none,
        missing,
        isRespelled: respelled > 0,
        code: w === undefined ? `coalesce(${alias}.code, ${String(missing)})` : `e.w${String(w)}`,
        join:
          w === undefined
            ? `LEFT JOIN ${catalog}.l AS ${alias} ON ${alias}.row = e.row AND ${alias}.col = ${String(number)}`
            : null,
      });
    });
    const pseudo = (id: string, number: number, code: string, codes: number): void => {
      const limits = { blank: codes + 1, none: codes + 1, missing: codes + 1 };
      this.#byId.set(id, { id, number, ...limits, isRespelled: false, code, join: null });
    };
    pseudo(ID_COLUMN, info.columns.length, "e.i", limits.id);
    pseudo(CLASS_COLUMN, info.columns.length + 1, "e.k", limits.class);
  }

  /**
   * Attaches the file at `path`.
   * @returns null when there is no file, or it is damaged, of another version, or of other snapshots
   */
  static async open(
    duck: Duck,
    kept: KeptNumbers,
    path: string,
    sources: IndexedSources,
  ): Promise<IndexFile | null> {
    const catalog = `t${String(++attached)}`;
    const connection = await duck.connect();
    try {
      await connection.run(`ATTACH ${quoted(path)} AS ${catalog} (READ_ONLY)`);
      const reader = await connection.runAndReadAll(`SELECT json FROM ${catalog}.info`);
      const info = parseInfo(reader.getRows()[0]?.[0], sources);
      if (info !== null) {
        const codes = await connection.runAndReadAll(
          `SELECT coalesce(max(i), 0)::INTEGER, coalesce(max(k), 0)::INTEGER, count(*)::INTEGER FROM ${catalog}.e`,
        );
        const [id, ifcClass, rows] = (codes.getRows()[0] ?? []).map(Number);
        if (rows === info.rows)
          return new IndexFile(duck, kept, catalog, info, { id: id ?? 0, class: ifcClass ?? 0 });
      }
    } catch {
      // A file that cannot be opened counts as missing: it is made again, and any fault of the disk shows then.
    } finally {
      connection.closeSync();
    }
    await detach(duck, catalog);
    return null;
  }

  /** A column that the table does not have is absent in every row. */
  column(id: string): ColumnAccess {
    return this.#byId.get(id) ?? { ...ABSENT, id };
  }

  /** All columns that a search covers: those of the answer, then GlobalId and class. */
  all(): ColumnAccess[] {
    return [...this.#byId.values()];
  }

  /** The code of every row in a column; callers must not change the array. @throws as `Duck.ask` */
  async codes({ id, number, missing, code, join }: ColumnAccess, options: RunOptions): Promise<Int32Array> {
    const key = JSON.stringify([this.catalog, "codes", id]);
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const codes = new Int32Array(this.info.rows).fill(missing);
    const sql =
      join === null
        ? `SELECT e.row, ${code} FROM ${this.catalog}.e AS e`
        : `SELECT row, code FROM ${this.catalog}.l WHERE col = ${String(number)}`;
    const [rows, found] = [new Int32Array(codes.length), new Int32Array(codes.length)];
    const size = await this.askInto(sql, [], [rows, found], options);
    for (let i = 0; i < size; i++) codes[rows[i] ?? 0] = found[i] ?? 0;
    this.kept.set(key, codes);
    return codes;
  }

  async close(): Promise<void> {
    await detach(this.#duck, this.catalog);
  }
}

async function detach(duck: Duck, catalog: string): Promise<void> {
  const connection = await duck.connect();
  await connection.run(`DETACH DATABASE IF EXISTS ${catalog}`).catch(() => undefined);
  connection.closeSync();
}

function parseInfo(text: unknown, sources: IndexedSources): IndexInfo | null {
  if (typeof text !== "string") return null;
  const info = JSON.parse(text) as Omit<IndexInfo, "format"> & { format: number };
  const isOurs =
    info.format === INDEX_FORMAT &&
    info.sources.length === sources.length &&
    sources.every(({ ifcClass, snapshot: { meta } }, i) => {
      const made = info.sources[i];
      return made?.sha256 === meta.sha256 && made.rows === meta.rows && made.ifcClass === ifcClass;
    });
  return isOurs ? { ...info, format: INDEX_FORMAT } : null;
}
