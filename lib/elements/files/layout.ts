/*
 * The layout of a table in a file of rows and columns: the front columns, and unique headings in one row or two, with units on request. The
 * names come from column-heading.ts, so that each leads back to its column. This file must not know the format.
 */
import { msg, sayIn, t } from "#lib/core/texts.ts";
import { isFormulaText } from "../formula.ts";
import type { Cell } from "../wire.ts";
import { headingOf, ID_HEADING, withNumber } from "./column-heading.ts";
import type { ExportOptions } from "./options.ts";
import type { ExportColumn, ExportRow, ExportTable, PlaceColumn } from "./table.ts";

/** Columns in front of the properties. */
export type FrontColumn = PlaceColumn | "id" | "longId" | "class";

/** Translate with `t`, except IFC's own terms. */
const FRONT_HEADINGS: Readonly<Record<FrontColumn, string>> = {
  cloud: msg("Cloud"),
  projectNumber: msg("ProjectNumber"),
  project: msg("Project"),
  modelNumber: msg("ModelNumber"),
  model: msg("Model"),
  id: ID_HEADING,
  longId: "GlobalId36",
  class: "IfcClass",
};

type Columns = Pick<ExportTable, "columns" | "hasClass" | "place">;

/** By default: headings in one row, without units, in English. */
type HeadingChoice = Pick<ExportOptions, "longId"> &
  Partial<Pick<ExportOptions, "headings" | "unitInHeading" | "language">>;

/** The layout of a table in its file. */
export type Layout = {
  /** The columns in front of the properties. */
  readonly fronts: readonly FrontColumn[];
  /** One heading for each column, front columns first. No two headings are identical. */
  readonly headings: readonly string[];
  /** The heading rows: one row, or two with sets above properties, which together name a column. */
  readonly headingRows: readonly (readonly string[])[];
};

/** The layout of a table in a file with these options. */
export function layOut(table: Columns, options: HeadingChoice): Layout {
  const fronts: FrontColumn[] = [
    ...(table.place ?? []),
    "id",
    ...(options.longId ? (["longId"] as const) : []),
    ...(table.hasClass ? (["class"] as const) : []),
  ];
  const inFront = fronts.map((front) => FRONT_HEADINGS[front]);
  const told = sayIn(options.language ?? "en", () => inFront.map((heading) => t(heading)));
  const withUnits = options.unitInHeading === true;
  const headings = [...told, ...uniqueHeadings(table.columns, told, withUnits)];
  const isOneRow = options.headings !== "twoRows";
  return { fronts, headings, headingRows: isOneRow ? [headings] : twoRows(table.columns, told, withUnits) };
}

/** How many headings a spreadsheet would take for formulas, by the way they are written. The 36-character id makes no difference. */
export function countFormulaHeadings(table: Columns) {
  const count = (headings: ExportOptions["headings"], unitInHeading: boolean): number =>
    layOut(table, { longId: false, headings, unitInHeading }).headingRows.flat().filter(isFormulaText).length;
  const countBoth = (headings: ExportOptions["headings"]): { plain: number; withUnits: number } => ({
    plain: count(headings, false),
    withUnits: count(headings, true),
  });
  return { joined: countBoth("joined"), twoRows: countBoth("twoRows") };
}

/** The value of a front column; undefined where there is none, as the long form of an id that is no GlobalId. */
export function frontCell(front: FrontColumn, row: ExportRow): Cell {
  if (front === "id") return row.id;
  if (front === "class") return row.ifcClass;
  if (front === "longId") return longIdOf(row.id) ?? undefined;
  const text = row.place?.[front];
  if (text === undefined || !isNumberFront(front)) return text;
  return { kind: "number", text };
}

/** True for front columns with whole numbers; all others hold texts. */
export function isNumberFront(front: FrontColumn): boolean {
  return front === "projectNumber" || front === "modelNumber";
}

/** Headings with units. A unit is left out where the heading would equal another column's name. */
function uniqueHeadings(
  columns: readonly ExportColumn[],
  fronts: readonly string[],
  withUnits: boolean,
): string[] {
  const plain = plainHeadings(columns, new Set(fronts));
  if (!withUnits) return plain;
  const taken = new Set([...fronts, ...plain]);
  return plain.map((heading, i) => {
    const column = columns[i];
    const unit = column?.unit ?? null;
    if (unit === null || column?.variant?.saysUnit === true) return heading;
    const withUnit = `${heading} [${unit}]`;
    if (taken.has(withUnit)) return heading;
    taken.add(withUnit);
    return withUnit;
  });
}

/** Headings without units, except units that distinguish columns of one property. */
function plainHeadings(columns: readonly ExportColumn[], reserved: ReadonlySet<string>): string[] {
  const plain = columns.map((column) => {
    const heading = headingOf(column);
    return reserved.has(heading) ? `\\${heading}` : heading;
  });
  if (columns.every(({ variant }) => variant === undefined)) return plain;
  const taken = new Set(plain);
  return plain.map((heading, i) => {
    const suffix = columns[i]?.variant?.suffix;
    if (suffix === undefined) return heading;
    let unique = heading + suffix;
    for (let n = 2; taken.has(unique); n++) unique = `${heading}${suffix} (${String(n)})`;
    taken.add(unique);
    return unique;
  });
}

/** Two heading rows: sets above properties. Attributes and front columns have nothing above them. */
function twoRows(
  columns: readonly ExportColumn[],
  fronts: readonly string[],
  withUnits: boolean,
): [string[], string[]] {
  const above = columns.map((column) =>
    column.origin === "set" ? withNumber(column.set, column.setInstance) : "",
  );
  const below = columns.map((column) => nameOf(column, withUnits));
  return [
    [...fronts.map(() => ""), ...above],
    [...fronts, ...below],
  ];
}

function nameOf(column: ExportColumn, withUnit: boolean): string {
  const { variant } = column;
  const name = withNumber(column.property, column.propertyInstance) + (variant?.suffix ?? "");
  return withUnit && column.unit !== null && variant?.saysUnit !== true ? `${name} [${column.unit}]` : name;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const GLOBAL_ID = /^[0-3][0-9A-Za-z_$]{21}$/;

/**
 * The UUID of a GlobalId (IFC4 IfcGloballyUniqueId: base 64, 128 bits), in lower case with hyphens.
 * @returns null when the text is not a GlobalId
 */
export function longIdOf(globalId: string): string | null {
  if (!GLOBAL_ID.test(globalId)) return null;
  let value = 0n;
  for (const digit of globalId) value = value * 64n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
