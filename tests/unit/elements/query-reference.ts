/**
 * The meaning of a query, implemented a second time in plain JavaScript over the cells of a table. The query engine's answers are compared
 * with its results; it shares nothing with the index but the cells themselves.
 */
import type { Filter, TableQuery, ValueToken } from "#lib/elements/query/types.ts";
import type { Cell } from "#lib/elements/wire.ts";

export type ReferenceRow = { row: number; id: string; ifcClass: string; cells: ReadonlyMap<string, Cell> };

type Kind = "number" | "false" | "true" | "text" | "list" | "object" | "empty" | "none" | "missing";
const ORDER: readonly Kind[] = [
  "number",
  "false",
  "true",
  "text",
  "list",
  "object",
  "empty",
  "none",
  "missing",
];

function kindOf(cell: Cell): Kind {
  if (cell === undefined) return "missing";
  if (cell === null) return "none";
  if (cell === "") return "empty";
  if (typeof cell === "string") return "text";
  if (typeof cell === "boolean") return cell ? "true" : "false";
  return cell.kind;
}

export const textOf = (cell: Cell): string =>
  cell === undefined || cell === null ? "" : typeof cell === "object" ? cell.text : String(cell);

/** What a text means, worked out once for each text: tests ask for the same cells in every row and query. */
function once<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? work(text);
    known.set(text, found);
    return found;
  };
}

const fold = once((text) => text.normalize("NFC").toLowerCase());

/** The value of a JSON number as a whole number and a power of ten, without trailing zeros. */
const valueOf = once((text) => {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  let digits = BigInt(whole.replace("-", "") + fraction);
  let power = Number(exponent) - fraction.length;
  if (digits === 0n) return "0";
  while (digits % 10n === 0n) {
    digits /= 10n;
    power += 1;
  }
  return `${text.startsWith("-") ? "-" : ""}${String(digits)}e${String(power)}`;
});

export function cellOf(row: ReferenceRow, column: string): Cell {
  if (column === "id") return row.id;
  return column === "class" ? row.ifcClass : row.cells.get(column);
}

function isValue(cell: Cell, token: ValueToken): boolean {
  const kind = kindOf(cell);
  if (token.kind === "boolean") return cell === token.value;
  if (token.kind === "number") return kind === "number" && valueOf(textOf(cell)) === valueOf(token.text);
  return kind === token.kind && (!("text" in token) || textOf(cell) === token.text);
}

const isDecimal = (wanted: string): boolean => wanted.split(",").length === 2 && /\d,|,\d/.test(wanted);

/** A number is written with a decimal point, and found with a comma too. */
function hasText(cell: Cell, text: string): boolean {
  const [written, wanted] = [fold(textOf(cell)), fold(text)];
  return (
    written.includes(wanted) ||
    (kindOf(cell) === "number" && isDecimal(wanted) && written.replace(".", ",").includes(wanted))
  );
}

export function holds(filter: Filter, cell: Cell): boolean {
  const kind = kindOf(cell);
  switch (filter.op) {
    case "contains":
      return hasText(cell, filter.text);
    case "equals":
      return isValue(cell, filter.value);
    case "oneOf":
      return filter.values.some((value) => isValue(cell, value));
    case "between": {
      const number = Number(textOf(cell));
      return kind === "number" && number >= (filter.min ?? -Infinity) && number <= (filter.max ?? Infinity);
    }
    case "missing":
      return kind === "missing";
    case "null":
      return kind === "none";
    case "emptyText":
      return kind === "empty";
    case "present":
      return kind !== "empty" && kind !== "none" && kind !== "missing";
    default:
      return !holds(
        { ...filter, op: filter.op.replace(/^not(.)/, (_, first: string) => first.toLowerCase()) } as Filter,
        cell,
      );
  }
}

const codePoints = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
const partsOf = once((text) => fold(text).match(/\d+|\D/gsu) ?? []);

/** Natural order: a run of digits counts as its number, and keeps its place in the text. */
function compareNatural(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [l, r] = [left[i], right[i]];
    if (l === undefined || r === undefined) return l === undefined ? -1 : 1;
    if (l === r) continue;
    const isNumber = [l, r].map((part) => /^\d/.test(part));
    const difference =
      isNumber[0] === true && isNumber[1] === true
        ? Number(BigInt(l) - BigInt(r))
        : codePoints(isNumber[0] === true ? "0" : l, isNumber[1] === true ? "0" : r);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareCells(a: Cell, b: Cell): number {
  const [left, right] = [ORDER.indexOf(kindOf(a)), ORDER.indexOf(kindOf(b))];
  if (left !== right) return left - right;
  const [l, r] = [textOf(a), textOf(b)];
  if (kindOf(a) === "number" && Number(l) !== Number(r)) return Number(l) < Number(r) ? -1 : 1;
  return (kindOf(a) === "text" ? compareNatural(l, r) : 0) || codePoints(l, r);
}

const isLast = (cell: Cell): boolean => cell === undefined || cell === null || cell === "";

function compareRows(query: TableQuery, a: ReferenceRow, b: ReferenceRow): number {
  for (const { column, isDescending } of query.sorts) {
    const [left, right] = [cellOf(a, column), cellOf(b, column)];
    const isIdOrder = column === "id";
    const difference = isIdOrder ? codePoints(a.id, b.id) : compareCells(left, right);
    if (difference !== 0) return isDescending && !isLast(left) && !isLast(right) ? -difference : difference;
  }
  return query.sorts.length === 0 ? a.row - b.row : codePoints(a.id, b.id) || a.row - b.row;
}

/** The rows that match, in order. */
export function answer(
  rows: readonly ReferenceRow[],
  columns: readonly string[],
  query: TableQuery,
): ReferenceRow[] {
  const searched = query.searchIn ?? [...columns, "id", "class"];
  return rows
    .filter((row) => query.filters.every((filter) => holds(filter, cellOf(row, filter.column))))
    .filter((row) =>
      query.anyOf.every((group) => group.some((filter) => holds(filter, cellOf(row, filter.column)))),
    )
    .filter(
      (row) => query.search === "" || searched.some((column) => hasText(cellOf(row, column), query.search)),
    )
    .sort((a, b) => compareRows(query, a, b));
}

/** Kind and text of a cell as one text: this distinguishes spellings. */
export function valueKey(cell: Cell): string {
  return `${kindOf(cell)} ${textOf(cell)}`;
}

/** Kind and value of a cell as one text: this is what facets count. */
export function facetKey(cell: Cell): string {
  return kindOf(cell) === "number" ? `number ${valueOf(textOf(cell))}` : valueKey(cell);
}

/** Like `facetKey`, for a value that a facet answers. */
export function tokenKey(token: ValueToken): string {
  if (token.kind === "boolean") return `${String(token.value)} ${String(token.value)}`;
  if (token.kind === "number") return `number ${valueOf(token.text)}`;
  return `${token.kind} ${"text" in token ? token.text : ""}`;
}
