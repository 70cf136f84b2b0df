/*
 * Opens the index of a table for queries, and tells how SQL reaches its columns. Names in the SQL are made of numbers. The file is attached
 * read-only and used only if its description matches the snapshots it was made from.
 */
import { LRUCache } from "lru-cache";
import { quoted, type AnswerRow, type Bound, type Duck, type RunOptions } from "../duck.ts";
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

export const isAbsent = ({ number }: ColumnAccess): boolean => number === ABSENT.number;

let attached = 0;

/** An index that is attached to the DuckDB. */
export class IndexFile {
  readonly info: IndexInfo;
  readonly catalog: string;
  readonly duck: Duck;
  /** Results kept for this table; keys begin with its `catalog`, which is unique in the process. */
  readonly kept: KeptNumbers;
  readonly columns = new Map<string, ColumnAccess>();

  private constructor(
    duck: Duck,
    kept: KeptNumbers,
    catalog: string,
    info: IndexInfo,
    limits: { id: number; class: number },
  ) {
    this.duck = duck;
    this.kept = kept;
    this.catalog = catalog;
    this.info = info;
    const wideOf = new Map(info.wide.map((place, w) => [place, w]));
    info.columns.forEach(({ id, blank, none, missing, respelled }, number) => {
      const w = wideOf.get(number);
      const alias = `l${String(number)}`;
      this.columns.set(id, {
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
      this.columns.set(id, { id, number, ...limits, isRespelled: false, code, join: null });
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

  async close(): Promise<void> {
    await detach(this.duck, this.catalog);
  }
}

/** An index for one caller, whose signal and time limit hold for every question. */
export class IndexReader {
  readonly info: IndexInfo;
  readonly catalog: string;
  readonly signal: AbortSignal | undefined;
  readonly #file: IndexFile;
  readonly #options: RunOptions;

  constructor(file: IndexFile, options: RunOptions) {
    this.info = file.info;
    this.catalog = file.catalog;
    this.signal = options.signal;
    this.#file = file;
    this.#options = options;
  }

  /** As `Duck.ask`. */
  ask(sql: string, values: Bound = []): Promise<AnswerRow[]> {
    return this.#file.duck.ask(sql, values, this.#options);
  }

  /** As `Duck.askInto`. */
  askInto(sql: string, values: Bound, into: readonly (Int32Array | Float64Array)[]): Promise<number> {
    return this.#file.duck.askInto(sql, values, into, this.#options);
  }

  /** A column that the table does not have is absent in every row. */
  column(id: string): ColumnAccess {
    return this.#file.columns.get(id) ?? { ...ABSENT, id };
  }

  /** All columns that a search covers: those of the answer, then GlobalId and class. */
  all(): ColumnAccess[] {
    return [...this.#file.columns.values()];
  }

  /** The code of every row in a column; callers must not change the array. @throws as `ask` */
  async codes({ id, number, missing, code, join }: ColumnAccess): Promise<Int32Array> {
    return this.keep(["codes", id], async () => {
      const codes = new Int32Array(this.info.rows).fill(missing);
      const sql =
        join === null
          ? `SELECT e.row, ${code} FROM ${this.catalog}.e AS e`
          : `SELECT row, code FROM ${this.catalog}.l WHERE col = ${String(number)}`;
      const [rows, found] = [new Int32Array(codes.length), new Int32Array(codes.length)];
      const size = await this.askInto(sql, [], [rows, found]);
      for (let i = 0; i < size; i++) codes[rows[i] ?? 0] = found[i] ?? 0;
      return codes;
    });
  }

  /** The number of every code in a column; not a number for all other values. @throws as `ask` */
  async numbers({ number, missing }: ColumnAccess): Promise<Float64Array> {
    const numbers = new Float64Array(missing + 1).fill(Number.NaN);
    // Numbers are the first values of a column, and codes begin at 1.
    const sql = `SELECT num FROM ${this.catalog}.d WHERE col = ${String(number)} AND kind = 0 ORDER BY code`;
    await this.askInto(sql, [], [numbers.subarray(1)]);
    return numbers;
  }

  /** What was computed before, while there is room for it; callers must not change the array. */
  async keep(what: readonly unknown[], compute: () => Promise<Int32Array>): Promise<Int32Array> {
    const key = JSON.stringify([this.catalog, ...what]);
    const kept = this.#file.kept.get(key);
    if (kept !== undefined) return kept;
    const numbers = await compute();
    this.#file.kept.set(key, numbers);
    return numbers;
  }
}

async function detach(duck: Duck, catalog: string): Promise<void> {
  const connection = await duck.connect();
  await connection.run(`DETACH DATABASE IF EXISTS ${catalog}`).catch(() => undefined);
  connection.closeSync();
}

function parseInfo(text: unknown, sources: IndexedSources): IndexInfo | null {
  if (typeof text !== "string") return null;
  const info = JSON.parse(text) as IndexInfo;
  const isOurs =
    info.format === INDEX_FORMAT &&
    info.sources.length === sources.length &&
    sources.every(({ ifcClass, snapshot: { meta } }, i) => {
      const made = info.sources[i];
      return made?.sha256 === meta.sha256 && made.rows === meta.rows && made.ifcClass === ifcClass;
    });
  return isOurs ? info : null;
}
