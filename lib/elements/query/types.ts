/*
 * The queries that an element table answers, and its answers: shared by the query engine, the portal's features and client code, so it
 * imports nothing from Node. `address.ts` reads addresses, `table.ts` answers queries.
 */
import type { ColumnOrigin, KindCounts } from "../columns.ts";
import type { WireCell } from "../wire.ts";

/** The most rows of one page. */
export const PAGE_ROWS_MAX = 500;
/** The most classes (snapshots) shown together. */
export const SOURCES_MAX = 20;
/** The most columns sorted by. */
export const SORTS_MAX = 8;
export const FILTERS_MAX = 32;
/** The most values of one `oneOf`. */
export const FILTER_VALUES_MAX = 200;
/** The most characters of a unit's symbol. */
export const UNIT_MAX = 60;
/** The most characters of a search or of one value in a filter. */
export const FILTER_TEXT_MAX = 1_000;
export const FACET_VALUES_MAX = 500;
export const FACET_VALUES_DEFAULT = 50;
export const HISTOGRAM_BINS = 24;
/** Longer texts in answers about values (facets, extremes) are cut to this many characters and marked as cut. */
export const LABEL_MAX = 300;

/** Columns that every table has in addition to those of the answer: the 22-character GlobalId and the IFC class. */
export const ID_COLUMN = "id";
export const CLASS_COLUMN = "class";

/**
 * One value with its kind, as used in filters and facets. Numbers are compared by value (0.10 equals 0.1, and two integers of 20 digits
 * differ when one digit does), everything else exactly. `none`: the element has the property, without a value; `missing`: the element has
 * no such property.
 */
export type ValueToken =
  | { readonly kind: "text" | "number" | "list" | "object"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "empty" | "none" | "missing" };

/**
 * A condition on one column. `contains` ignores case and compares numbers, truth values and lists as they are written, numbers also with a
 * decimal comma. There are three kinds of no value: the property is absent (`missing`), it has no value (`null`), or its value is the empty
 * text (`emptyText`); `notPresent` is any of the three, `present` none of them. `between` takes only numbers, both ends included; null
 * leaves an end open. Each `not…` matches exactly the rows that its counterpart does not. A column that the table does not have is absent
 * in every row.
 */
export type Filter = { readonly column: string } & (
  | { readonly op: "contains" | "notContains"; readonly text: string }
  | ({ readonly op: "equals" | "notEquals"; readonly value: ValueToken } & InUnit)
  | ({ readonly op: "oneOf" | "notOneOf"; readonly values: readonly ValueToken[] } & InUnit)
  | ({
      readonly op: "between" | "notBetween";
      readonly min: number | null;
      readonly max: number | null;
    } & InUnit)
  | { readonly op: StateOp }
);

/** The unit of a condition's numbers (docs/decisions/0078); left out: the column's unit, whatever it is. */
export type InUnit = { readonly unit?: string | undefined };

/** Conditions on whether there is a value, which take no operand. */
export const STATE_OPS = [
  "present",
  "notPresent",
  "missing",
  "notMissing",
  "null",
  "notNull",
  "emptyText",
  "notEmptyText",
] as const;
export type StateOp = (typeof STATE_OPS)[number];

export type FilterOp = Filter["op"];

/**
 * Order of values in a column: numbers by size, false before true, texts in natural order (W-2 before W-10, upper and lower case alike),
 * lists, objects. In both directions the empty text, no value and a missing property come last, in this order.
 */
export type Sort = { readonly column: string; readonly isDescending: boolean };

/**
 * Which rows, in which order. Rows that are equal in all sorts are ordered by GlobalId; without sorts, rows are in the order of the answer.
 */
export type TableQuery = {
  /** Searched in every column of `searchIn`, like `contains`; "" for none. */
  readonly search: string;
  /** Columns to search; null: all, GlobalId and class included. */
  readonly searchIn: readonly string[] | null;
  /** All of these must hold. */
  readonly filters: readonly Filter[];
  /** In addition to `filters`, at least one filter of each group must hold. */
  readonly anyOf: readonly (readonly Filter[])[];
  readonly sorts: readonly Sort[];
};

export const EVERYTHING: TableQuery = {
  search: "",
  searchIn: null,
  filters: [],
  anyOf: [],
  sorts: [],
};

/** All conditions of a query, single ones and those in groups. */
export function conditionsOf(query: Pick<TableQuery, "filters" | "anyOf">): Filter[] {
  return [...query.filters, ...query.anyOf.flat()];
}

/** How the table looks; in the address together with the query. */
export type TableView = TableQuery & {
  /** Column ids in the order shown; null: all, in the table's order. */
  readonly columns: readonly string[] | null;
  /** Never shown, even if `columns` names them. */
  readonly hidden: readonly string[];
  /** Kept at the left edge, in this order. */
  readonly pinned: readonly string[];
  /** Widths in CSS pixels of the columns that were resized. */
  readonly widths: ReadonlyMap<string, number>;
  /** Columns without any value are left out. */
  readonly hidesEmpty: boolean;
};

/** The kind of a column's values; `mixed` when there are several, `none` when there is no value at all. */
export type ColumnKind = "text" | "number" | "boolean" | "list" | "object" | "mixed" | "none";

/** One column of a table. Counts are exact; the four of `fill` add up to the rows of the table. */
export type QueryColumn = {
  readonly id: string;
  /** `pseudo`: ID_COLUMN and CLASS_COLUMN, which are not properties. */
  readonly origin: ColumnOrigin | "pseudo";
  /** Name of the property or quantity set; "" for attributes and pseudo columns. */
  readonly set: string;
  /** 2 for the second set of the same name on one element, and so on. */
  readonly setInstance: number;
  readonly property: string;
  readonly propertyInstance: number;
  readonly kind: ColumnKind;
  readonly kinds: KindCounts;
  /** As the answer states it; null: not stated, or not the same for all values (then `unitConflict`). */
  readonly unit: string | null;
  readonly valueType: string | null;
  /** The answer, or the classes shown together, state different units. */
  readonly unitConflict: boolean;
  readonly fill: {
    readonly present: number;
    readonly emptyText: number;
    readonly none: number;
    readonly missing: number;
  };
  /** Distinct values, without the three kinds of no value; two spellings of a number count as two. */
  readonly distinct: number;
  /** Smallest and largest number, as JavaScript numbers; null without numbers or beyond the range. */
  readonly min: number | null;
  readonly max: number | null;
  /** Characters of the longest text, for first widths. */
  readonly textLength: number;
};

export type TableSource = { readonly snapshotId: string; readonly ifcClass: string; readonly rows: number };

/** A table that can be queried: its columns are the union over its sources, matched by set and property. */
export type TableDescription = {
  readonly rows: number;
  readonly sources: readonly TableSource[];
  /** GlobalId and class first, then attributes and relations, then set by set. */
  readonly columns: readonly QueryColumn[];
};

/** A row of a page. Cells are in the order of the requested columns; GlobalId and class are not cells. */
export type TableRow = {
  /** Number of the row in the table, from 0, whatever the query: the argument of `Table.element`. */
  readonly row: number;
  readonly id: string;
  readonly ifcClass: string;
  readonly cells: readonly WireCell[];
};

export type TablePage = {
  /** Rows that the query matches. */
  readonly matches: number;
  /** Rows of the table. */
  readonly total: number;
  /** Place of the first row among the matches. */
  readonly offset: number;
  readonly rows: readonly TableRow[];
};

export type FacetValue = {
  readonly value: ValueToken;
  readonly count: number;
  /** Whether the text was cut to LABEL_MAX characters; a cut text cannot be used in a filter. */
  readonly isCut: boolean;
};

/** How often each value occurs, among the rows that match all filters except those on this column. */
export type Facet = {
  readonly column: string;
  /** Most frequent first, then in the column's order; at most as many as requested. */
  readonly values: readonly FacetValue[];
  /** Number of distinct values that match the facet's search, kinds of no value included: more than `values` has if that is cut. */
  readonly distinct: number;
  /** Rows counted. */
  readonly rows: number;
};

export type HistogramBin = {
  readonly from: number;
  /** The last bin includes its end, the others do not. */
  readonly to: number;
  readonly count: number;
};

/** Numbers of one column among the rows that match. */
export type NumberStatistics = {
  readonly count: number;
  /** The sum in double precision with error compensation; null without numbers. */
  readonly sum: number | null;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Count of numbers beyond the range of doubles (1e400); the figures above leave them out. */
  readonly beyondRange: number;
  /** Count of numbers with more than 17 significant digits; the figures use them rounded. */
  readonly rounded: number;
  readonly bins: readonly HistogramBin[];
};

export type ColumnStatistics = {
  readonly column: string;
  /** Rows that match. */
  readonly rows: number;
  readonly fill: QueryColumn["fill"];
  readonly distinct: number;
  readonly numbers: NumberStatistics;
  /** The most frequent values, for a distribution of texts. */
  readonly top: readonly FacetValue[];
};

/** p: present, e: empty text or no value, m: missing; one letter for each column, in the order of `Completeness.columns`. */
export type FillPattern = { readonly pattern: string; readonly count: number };

/** Which properties have values for which elements, among the rows that match. */
export type Completeness = {
  readonly rows: number;
  /** The examined columns, in order. */
  readonly columns: readonly { readonly id: string; readonly fill: QueryColumn["fill"] }[];
  /** For each set ("" with origin attribute): cells of its columns, and cells with a value. */
  readonly sets: readonly {
    readonly origin: QueryColumn["origin"];
    readonly set: string;
    readonly setInstance: number;
    readonly columns: number;
    readonly cells: number;
    readonly present: number;
    /** Rows that have at least one property of the set; null where not counted, in tables of more than 500 columns. */
    readonly rows: number | null;
  }[];
  /**
   * Rows with the same columns filled, most rows first; null when a requested column has no patterns: they are made for the 500 fullest
   * columns of a table.
   */
  readonly patterns: readonly FillPattern[] | null;
  /** Rows whose pattern is not among `patterns`. */
  readonly otherRows: number;
};

/** The most columns that fill patterns are made of. */
export const PATTERN_COLUMNS_MAX = 500;
export const PATTERNS_MAX = 60;

/** One property of one element, and where its value came from. */
export type ElementProperty = { readonly column: QueryColumn; readonly cell: WireCell };

/** Everything the answer says about one element. */
export type ElementDetail = {
  readonly row: number;
  /** The row's place in the query's result, from 0; null: the row does not match. */
  readonly place: number | null;
  readonly id: string;
  readonly source: TableSource;
  /** In the order of the table's columns, without properties that the element does not have. */
  readonly properties: readonly ElementProperty[];
};
