/*
 * The cells of an element table, and how a page of them travels to a browser as JSON. Shared with client code: it must import nothing from
 * Node, and never turn a number into a JavaScript number, because 0.10, 1e400 and identifiers of twenty digits must arrive as the service
 * wrote them.
 */

/** A number, digit by digit as the service's answer wrote it. */
export interface NumberCell {
  readonly kind: "number";
  readonly text: string;
}

/** A list or an object, as JSON text without insignificant white space; numbers inside it are verbatim too. */
export interface JsonCell {
  readonly kind: "list" | "object";
  readonly text: string;
}

/**
 * One cell. `undefined`: the element has no such property. `null`: the property has no value. `""`: the property's value is the empty text.
 */
export type Cell = undefined | null | string | boolean | NumberCell | JsonCell;

/** One element: its GlobalId, and one cell per column in the order of `SnapshotMeta.columns`. */
export interface Row {
  readonly id: string;
  readonly cells: readonly Cell[];
}

/** A cell in JSON: 0 missing, null no value, texts and truth values unchanged, the rest tagged by kind. */
export type WireCell =
  | 0
  | null
  | string
  | boolean
  | { readonly n: string }
  | { readonly l: string }
  | { readonly o: string };

/** A row in JSON. */
export interface WireRow {
  readonly id: string;
  readonly cells: readonly WireCell[];
}

function cellToWire(cell: Cell): WireCell {
  if (cell === undefined) return 0;
  if (cell === null || typeof cell !== "object") return cell;
  if (cell.kind === "number") return { n: cell.text };
  return cell.kind === "list" ? { l: cell.text } : { o: cell.text };
}

function cellFromWire(cell: WireCell): Cell {
  if (cell === 0) return undefined;
  if (cell === null || typeof cell !== "object") return cell;
  if ("n" in cell) return { kind: "number", text: cell.n };
  return "l" in cell ? { kind: "list", text: cell.l } : { kind: "object", text: cell.o };
}

/** Makes rows that `JSON.stringify` can write; `fromWire` restores equal rows. */
export function toWire(rows: readonly Row[]): WireRow[] {
  return rows.map((row) => ({ id: row.id, cells: row.cells.map(cellToWire) }));
}

/** Reads rows that `toWire` made, after `JSON.parse`. */
export function fromWire(rows: readonly WireRow[]): Row[] {
  return rows.map((row) => ({ id: row.id, cells: row.cells.map(cellFromWire) }));
}

/** A value as JSON: numbers as spelled, lists and objects as they are. */
export function valueText(cell: Exclude<Cell, undefined>): string {
  return typeof cell === "object" && cell !== null ? cell.text : JSON.stringify(cell);
}
