/*
 * What can be asked of an element table and what comes back: shared by the query engine, the portal's features and client code, so
 * it imports nothing of Node. Addresses are read by `address.ts`, questions answered by `table.ts`.
 */
import type { ColumnOrigin, KindCounts } from "../columns.ts";
import type { WireCell } from "../wire.ts";

/** Rows of one page at most. */
export const PAGE_ROWS_MAX = 500;
/** Classes (snapshots) shown together at most. */
export const SOURCES_MAX = 20;
/** Columns sorted by at most. */
export const SORTS_MAX = 8;
export const FILTERS_MAX = 32;
/** Values of one `oneOf` at most. */
export const FILTER_VALUES_MAX = 200;
/** Characters of a search or of one value in a filter. */
/** Characters of a unit's symbol. */
export const UNIT_MAX = 60;
export const FILTER_TEXT_MAX = 1_000;
export const FACET_VALUES_MAX = 500;
export const FACET_VALUES_DEFAULT = 50;
export const HISTOGRAM_BINS = 24;
/** Longer texts in answers about values (facets, extremes) are cut to this many characters and say so. */
export const LABEL_MAX = 300;

/** Columns that every table has beside those of the answer: the 22-character GlobalId and the IFC class. */
export const ID_COLUMN = "id";
export const CLASS_COLUMN = "class";

/**
 * One value with its kind, as filters name it and facets answer it. Numbers are compared by value (0.10 equals 0.1, and two integers of 20
 * digits differ when one digit does), everything else letter by letter. `none`: the property is there, without a value; `missing`:
 * the element has no such property.
 */
export type ValueToken =
  | { readonly kind: "text" | "number" | "list" | "object"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "empty" | "none" | "missing" };

/**
 * A condition on one column. `contains` looks past upper and lower case and looks at numbers, truth values and lists as they are
 * written, numbers with a decimal comma as well. Three things are no value: the property is absent (`missing`), it is there without a value (`null`), or its value is the
 * empty text (`emptyText`); `notPresent` is any of the three, `present` none of them. `between` takes numbers only, both ends included;
 * null leaves an end open. Each `not…` matches exactly the rows that its counterpart does not. A column that the table does not have is
 * absent in every row.
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

/** The unit that a condition's numbers are in (docs/decisions/0078); left out: that of the column, whatever it is. */
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
 * Order of values in a column: numbers by size, false before true, texts in natural order (W-2 before W-10, upper and lower case
 * alike), lists, objects. Whatever the direction, the empty text, no value and a missing property come last, in this order.
 */
export type Sort = { readonly column: string; readonly isDescending: boolean };

/** Which rows, in which order. Rows that all sorts leave equal stand by GlobalId; without sorts, in the order of the answer. */
export type TableQuery = {
  /** Looked for in every column of `searchIn` as `contains` does; "" for none. */
  readonly search: string;
  /** Columns that the search looks into; null: all, GlobalId and class included. */
  readonly searchIn: readonly string[] | null;
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** Of each group at least one must hold, beside `filters`. */
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

/** Every condition of a question, whether it stands alone or in a group. */
export function conditionsOf(query: Pick<TableQuery, "filters" | "anyOf">): Filter[] {
  return [...query.filters, ...query.anyOf.flat()];
}

/** How the table looks; lives in the address beside the query. */
export type TableView = TableQuery & {
  /** Column ids in the order shown; null: all, in their own order. */
  readonly columns: readonly string[] | null;
  /** Never shown, whatever `columns` says. */
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
  /** `pseudo`: ID_COLUMN and CLASS_COLUMN, which are no properties. */
  readonly origin: ColumnOrigin | "pseudo";
  /** Name of the property or quantity set; "" for attributes and pseudo columns. */
  readonly set: string;
  /** 2 for the second set of the same name at one element, and so on. */
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
  /** Different values, the kinds of nothing not counted; two spellings of a number count as two. */
  readonly distinct: number;
  /** Numbers only, as JavaScript numbers; null without any, or beyond their range. */
  readonly min: number | null;
  readonly max: number | null;
  /** Characters of the longest text, for first widths. */
  readonly textLength: number;
};

export type TableSource = { readonly snapshotId: string; readonly ifcClass: string; readonly rows: number };

/** A table that can be asked: its columns are the union over its sources, found by set and property. */
export type TableDescription = {
  readonly rows: number;
  readonly sources: readonly TableSource[];
  /** GlobalId and class first, then attributes, then set by set. */
  readonly columns: readonly QueryColumn[];
};

/** A row of a page. Cells stand in the order of the columns asked for; GlobalId and class are not cells. */
export type TableRow = {
  /** Number of the row in the table, from 0, whatever the query: what `readElement` takes. */
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
  /** The text was cut to LABEL_MAX characters and cannot be used in a filter as it is. */
  readonly isCut: boolean;
};

/** How often which value comes, among the rows that every filter but those on this column leaves. */
export type Facet = {
  readonly column: string;
  /** Most frequent first, then in the column's order; at most as many as asked for. */
  readonly values: readonly FacetValue[];
  /** Different values that the facet's own search leaves, kinds of nothing included: more than `values` when cut. */
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
  /** Added up in double precision with error compensation; null without numbers. */
  readonly sum: number | null;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Numbers beyond the range of doubles (1e400), counted, but in none of the figures above. */
  readonly beyondRange: number;
  /** Numbers of more than 17 significant digits: the figures take them rounded. */
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

/** p: present, e: empty text or no value, m: missing; one letter a column, in the order of `Completeness.columns`. */
export type FillPattern = { readonly pattern: string; readonly count: number };

/** Which properties are filled for which elements, among the rows that match. */
export type Completeness = {
  readonly rows: number;
  /** Columns looked at, in order. */
  readonly columns: readonly { readonly id: string; readonly fill: QueryColumn["fill"] }[];
  /** Per set ("" with origin attribute): cells of its columns, and those with a value. */
  readonly sets: readonly {
    readonly origin: QueryColumn["origin"];
    readonly set: string;
    readonly setInstance: number;
    readonly columns: number;
    readonly cells: number;
    readonly present: number;
    /** Rows that have at least one property of the set; null where it was not counted, in tables of more than 500 columns. */
    readonly rows: number | null;
  }[];
  /** Rows with the same columns filled, most rows first; null when columns were asked for of which no patterns are made: all
   * but the 500 fullest of a table. */
  readonly patterns: readonly FillPattern[] | null;
  /** Rows whose pattern is not among `patterns`. */
  readonly otherRows: number;
};

/** Columns of which fill patterns are made at most. */
export const PATTERN_COLUMNS_MAX = 500;
export const PATTERNS_MAX = 60;

/** One property of one element, and where its value came from. */
export type ElementProperty = { readonly column: QueryColumn; readonly cell: WireCell };

/** All that the answer says about one element. */
export type ElementDetail = {
  readonly row: number;
  /** From 0, among the rows that the question leaves, in its order; null: it leaves this row out. */
  readonly place: number | null;
  readonly id: string;
  readonly source: TableSource;
  /** In the order of the table's columns; properties that the element does not have are not there. */
  readonly properties: readonly ElementProperty[];
};
