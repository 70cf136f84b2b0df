/*
 * The form of an index file, shared by its writer and its readers (docs/decisions/0024-table-queries.md). Column numbers are places in the
 * table's columns; GlobalId and class have the two numbers after the last column.
 *   e     row (from 0), k class, i GlobalId, p pattern, then w0, w1, … for the columns of `wide`: codes, 4-byte integers
 *   l     col, row, code of every other cell
 *   d     col, code, kind, num, key, fold, text, rounded (values.ts), column by column
 *   s     col, code, first: spellings of a number that an earlier code has as well (0.10 beside 0.1), and the first code of its value
 *   p     pattern, states: how rows are filled, a letter for each column of `wide` (fill-patterns.ts); empty when there are too many
 *   b     col, blank, missing: the first code of no value or empty text, and the code that stands for a missing property
 *   info  one text: IndexInfo as JSON
 * A code is the place of a value in its column's order, from 1 on; in `l` missing properties have no row.
 */
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { UnionColumn } from "../union.ts";

/** Raise this whenever a stored value changes its meaning; older index files are then made again. */
export const INDEX_FORMAT = 2;

/** The most columns of `e`. */
export const WIDE_MAX = 500;

export type IndexColumn = UnionColumn & {
  distinct: number;
  min: number | null;
  max: number | null;
  /** The first code of no value or the empty text; equal to `missing` when there is none. */
  blank: number;
  /** The first code of no value; equal to `missing` when there is none. */
  none: number;
  /** One more than the last code. */
  missing: number;
  /** Number of spellings in `s`. */
  respelled: number;
};

/** The snapshots of a table, in the order of their rows. */
export type IndexedSources = readonly { readonly snapshot: Snapshot; readonly ifcClass: string }[];

export type IndexSource = { ifcClass: string; rows: number; sha256: string };

export type IndexInfo = {
  format: number;
  rows: number;
  sources: IndexSource[];
  columns: IndexColumn[];
  /** Number of distinct GlobalIds. */
  ids: number;
  /** Places of the columns that `e` holds; w0 is the first. */
  wide: number[];
  /** True when `p` has the pattern of every row. */
  hasPatterns: boolean;
};
