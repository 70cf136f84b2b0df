/*
 * An open table: its snapshots, its index once there is one, and the answers to every query of `types.ts`. Cells always come from the
 * snapshots; the index says which rows, how many, and how often. This file does not check permissions.
 */
import { ElementsError, throwIfCancelled } from "../errors.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { toWire } from "../wire.ts";
import { computeCompleteness } from "./completeness.ts";
import type { RunOptions } from "./duck.ts";
import { countValues, type FacetRequest } from "./facets.ts";
import type { IndexReader, KeptNumbers } from "./index/index-file.ts";
import type { IndexColumn, IndexInfo } from "./index/index-format.ts";
import { isEverything, orderRows } from "./rows.ts";
import { columnResolver, queryResolver } from "./address/named-column.ts";
import { computeStatistics } from "./figures/statistics.ts";
import { computeSums, type Sums, type SumsRequest } from "./figures/sums.ts";
import {
  CLASS_COLUMN,
  conditionsOf,
  ID_COLUMN,
  PAGE_ROWS_MAX,
  type ColumnStatistics,
  type Completeness,
  type ElementDetail,
  type Facet,
  type QueryColumn,
  type TableDescription,
  type TablePage,
  type TableQuery,
  type TableRow,
  type TableSource,
} from "./types.ts";
import { locateRow, uniteColumns, type ColumnUnion } from "./union.ts";

export type OpenSource = TableSource & { readonly snapshot: Snapshot };

export type PageRequest = {
  readonly query: TableQuery;
  /** Columns of the answer whose cells are wanted, in this order; columns that the table does not have give missing cells. null: all. */
  readonly columns: readonly string[] | null;
  readonly offset: number;
  readonly limit: number;
};

export class Table {
  readonly key: string;
  readonly sources: readonly OpenSource[];
  readonly rows: number;
  readonly #union: ColumnUnion;
  readonly #placeOf: ReadonlyMap<string, number>;
  /** Translates any column id to this table's id. */
  readonly #resolve: (id: string) => string;
  readonly #ask: (query: TableQuery) => TableQuery;
  readonly #getIndex: (options: RunOptions) => Promise<IndexReader>;
  readonly #kept: KeptNumbers;

  constructor(
    key: string,
    sources: readonly OpenSource[],
    getIndex: (options: RunOptions) => Promise<IndexReader>,
    kept: KeptNumbers,
  ) {
    this.key = key;
    this.sources = sources;
    this.rows = sources.reduce((sum, source) => sum + source.rows, 0);
    this.#union = uniteColumns(sources.map(({ snapshot }) => snapshot.meta));
    this.#placeOf = new Map(this.#union.columns.map(({ id }, place) => [id, place]));
    this.#resolve = columnResolver(this.#union.columns);
    this.#ask = queryResolver(this.#union.columns);
    this.#getIndex = getIndex;
    this.#kept = kept;
  }

  /** All columns with their statistics. @throws TableNotReady; ElementsError CANCELLED */
  async describe(options: RunOptions = {}): Promise<TableDescription> {
    const { info } = await this.#getIndex(options);
    const sources = this.sources.map(({ snapshotId, ifcClass, rows }) => ({ snapshotId, ifcClass, rows }));
    return {
      rows: this.rows,
      sources,
      columns: [...pseudoColumns(info), ...info.columns.map(toQueryColumn)],
    };
  }

  /** Ids of a query's columns that the table does not have: absent in every row. */
  unknownColumns(query: TableQuery): string[] {
    const named = [
      ...conditionsOf(query).map(({ column }) => column),
      ...query.sorts.map(({ column }) => column),
      ...(query.searchIn ?? []),
    ];
    const isKnown = (id: string): boolean =>
      this.#placeOf.has(this.#resolve(id)) || id === ID_COLUMN || id === CLASS_COLUMN;
    return [...new Set(named.filter((id) => !isKnown(id)))];
  }

  /** A page of rows; without search, filters and sorts it needs no index. @throws TableNotReady; ElementsError */
  async page({ query, columns, offset, limit }: PageRequest, options: RunOptions = {}): Promise<TablePage> {
    const [from, count] = [offset, Math.min(limit, PAGE_ROWS_MAX)];
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(count) || from < 0 || count < 0)
      throw new ElementsError(
        "BAD_OPTION",
        "A page begins at a whole number from 0 on and has a whole number of rows.",
      );
    const order = isEverything(query) ? null : await this.#order(query, options);
    const numbers =
      order === null
        ? Array.from({ length: Math.max(0, Math.min(count, this.rows - from)) }, (_, i) => from + i)
        : [...order.subarray(from, from + count)];
    return {
      matches: order?.length ?? this.rows,
      total: this.rows,
      offset: from,
      rows: await this.#read(numbers, columns, options),
    };
  }

  /** @throws TableNotReady; ElementsError CANCELLED */
  async facet(query: TableQuery, request: FacetRequest, options: RunOptions = {}): Promise<Facet> {
    const column = this.#resolve(request.column);
    const index = await this.#getIndex(options);
    const facet = await countValues(index, this.#ask(query), { ...request, column });
    return { ...facet, column: request.column };
  }

  /** @throws TableNotReady; ElementsError CANCELLED */
  async statistics(query: TableQuery, column: string, options: RunOptions = {}): Promise<ColumnStatistics> {
    const asked = this.#ask(query);
    return computeStatistics(await this.#getIndex(options), asked, this.#resolve(column));
  }

  /** @throws TableNotReady; ElementsError CANCELLED */
  async sums(query: TableQuery, request: SumsRequest, options: RunOptions = {}): Promise<Sums> {
    const [groups, sums] = [request.groups.map(this.#resolve), request.sums.map(this.#resolve)];
    const index = await this.#getIndex(options);
    return computeSums(index, this.#ask(query), { ...request, groups, sums });
  }

  /** @param columns null: all. @throws TableNotReady; ElementsError CANCELLED */
  async completeness(
    query: TableQuery,
    columns: readonly string[] | null,
    options: RunOptions = {},
  ): Promise<Completeness> {
    const asked = this.#ask(query);
    const ids = columns?.map(this.#resolve) ?? null;
    return computeCompleteness(await this.#getIndex(options), asked, ids);
  }

  /** Everything about one row, and its place in a query's result; null when there is no such row. @throws TableNotReady; ElementsError */
  async element(row: number, query: TableQuery, options: RunOptions = {}): Promise<ElementDetail | null> {
    const at = locateRow(this.sources, row);
    if (at === null) return null;
    const { info } = await this.#getIndex(options);
    const { snapshot, snapshotId, ifcClass, rows } = at.source;
    const own = snapshot.meta.columns.map((_, place) => place);
    const [found] = toWire(await snapshot.readCells([at.row], own));
    if (found === undefined) return null;
    const places = this.#union.placeOfColumn[at.index] ?? [];
    const properties = found.cells
      .map((cell, column) => ({ cell, place: places[column] ?? 0 }))
      .filter(({ cell }) => cell !== 0)
      .sort((a, b) => a.place - b.place)
      .flatMap(({ cell, place }) => {
        const column = info.columns[place];
        return column === undefined ? [] : [{ column: toQueryColumn(column), cell }];
      });
    const order = isEverything(query) ? null : await this.#order(query, options);
    const place = order === null ? row : order.indexOf(row);
    return {
      row,
      place: place < 0 ? null : place,
      id: found.id,
      source: { snapshotId, ifcClass, rows },
      properties,
    };
  }

  /** Row numbers of all matches in order, for exports of a view. @throws TableNotReady; ElementsError CANCELLED */
  async matches(query: TableQuery, options: RunOptions = {}): Promise<Int32Array> {
    if (isEverything(query)) return Int32Array.from({ length: this.rows }, (_, row) => row);
    return this.#order(query, options);
  }

  async #order(query: TableQuery, options: RunOptions): Promise<Int32Array> {
    const asked = this.#ask(query);
    const key = JSON.stringify([this.key, asked]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const order = await orderRows(await this.#getIndex(options), asked);
    this.#kept.set(key, order);
    return order;
  }

  async #read(
    numbers: readonly number[],
    columns: readonly string[] | null,
    options: RunOptions,
  ): Promise<TableRow[]> {
    const rows: TableRow[] = [];
    const places = columns?.map((id) => this.#placeOf.get(this.#resolve(id)) ?? -1) ?? [
      ...this.#placeOf.values(),
    ];
    const own = this.#union.ownPlaceOf.map((own) => places.map((place) => own.get(place) ?? -1));
    for (const number of numbers) {
      throwIfCancelled(options.signal);
      const at = locateRow(this.sources, number);
      if (at === null) continue;
      const [row] = toWire(await at.source.snapshot.readCells([at.row], own[at.index] ?? []));
      if (row) rows.push({ row: number, id: row.id, ifcClass: at.source.ifcClass, cells: row.cells });
    }
    return rows;
  }
}

/** A column without the parts that only the index needs. */
function toQueryColumn(column: IndexColumn): QueryColumn {
  const { id, origin, set, setInstance, property, propertyInstance, kind, kinds } = column;
  const { unit, valueType, unitConflict, fill, distinct, min, max, textLength } = column;
  return {
    id,
    origin,
    set,
    setInstance,
    property,
    propertyInstance,
    kind,
    kinds,
    unit,
    valueType,
    unitConflict,
    fill,
    distinct,
    min,
    max,
    textLength,
  };
}

/** GlobalId and class as columns: every row has both. */
function pseudoColumns(info: IndexInfo): QueryColumn[] {
  const classes = info.sources.filter(({ rows }) => rows > 0).map(({ ifcClass }) => ifcClass);
  const pseudo = (id: string, property: string, distinct: number, textLength: number): QueryColumn => ({
    id,
    property,
    distinct,
    textLength,
    origin: "pseudo",
    set: "",
    setInstance: 1,
    propertyInstance: 1,
    kind: "text",
    unit: null,
    valueType: null,
    kinds: { string: info.rows, number: 0, boolean: 0, list: 0, object: 0, null: 0 },
    unitConflict: false,
    fill: { present: info.rows, emptyText: 0, none: 0, missing: 0 },
    min: null,
    max: null,
  });
  return [
    pseudo(ID_COLUMN, "GlobalId", info.ids, 22),
    pseudo(CLASS_COLUMN, "Class", new Set(classes).size, Math.max(0, ...classes.map((name) => name.length))),
  ];
}
