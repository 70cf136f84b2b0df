/*
 * The headings of a table that is written as rows and columns: unique, with units where wished, in one row or two. The names themselves
 * are those of csv-headings.ts, so that they lead back to their columns. It must not know which format asks.
 */
import { headingOf, ID_HEADING } from "../csv-headings.ts";
import { guardText } from "../formula.ts";
import type { ExportOptions } from "./options.ts";
import type { ExportColumn, ExportTable } from "./table.ts";

/** Columns in front of the properties. */
export type FrontColumn = "id" | "longId" | "class";

export const FRONT_HEADINGS: Readonly<Record<FrontColumn, string>> = {
  id: ID_HEADING,
  longId: "GlobalId36",
  class: "IfcClass",
};

/** Which columns stand in front of the properties. */
export function frontColumns(
  { hasClass }: Pick<ExportTable, "hasClass">,
  { longId }: Pick<ExportOptions, "longId">,
): FrontColumn[] {
  return ["id", ...(longId ? (["longId"] as const) : []), ...(hasClass ? (["class"] as const) : [])];
}

/**
 * One heading a column, the front ones first: no two are the same, letter by letter. A unit is left out where its heading would be another
 * column's name.
 */
export function headingsOf(
  table: Pick<ExportTable, "columns" | "hasClass">,
  options: Pick<ExportOptions, "longId" | "unitInHeading">,
): string[] {
  const fronts = frontColumns(table, options).map((front) => FRONT_HEADINGS[front]);
  const reserved = new Set(fronts);
  const plain = table.columns.map((column) => {
    const heading = headingOf(column);
    return reserved.has(heading) ? `\\${heading}` : heading;
  });
  if (!options.unitInHeading) return [...fronts, ...plain];
  const taken = new Set([...fronts, ...plain]);
  const withUnits = plain.map((heading, i) => {
    const unit = table.columns[i]?.unit ?? null;
    if (unit === null) return heading;
    const wished = `${heading} [${unit}]`;
    if (taken.has(wished)) return heading;
    taken.add(wished);
    return wished;
  });
  return [...fronts, ...withUnits];
}

/** Two rows of headings: sets above properties; attributes and front columns have nothing above them. */
export function twoHeadingRows(
  table: Pick<ExportTable, "columns" | "hasClass">,
  options: Pick<ExportOptions, "longId" | "unitInHeading">,
): [string[], string[]] {
  const fronts = frontColumns(table, options).map((front) => FRONT_HEADINGS[front]);
  const above = table.columns.map((column) =>
    column.origin === "set" ? guardText(withNumber(column.set, column.setInstance)) : "",
  );
  const below = table.columns.map((column) => guardText(nameOf(column, options.unitInHeading)));
  return [
    [...fronts.map(() => ""), ...above],
    [...fronts, ...below],
  ];
}

function nameOf(column: ExportColumn, withUnit: boolean): string {
  const name = withNumber(column.property, column.propertyInstance);
  return withUnit && column.unit !== null ? `${name} [${column.unit}]` : name;
}

function withNumber(name: string, instance: number): string {
  return instance > 1 ? `${name}#${String(instance)}` : name;
}

/** The rows of headings as the options wish them. */
export function headingRows(
  table: Pick<ExportTable, "columns" | "hasClass">,
  options: Pick<ExportOptions, "longId" | "unitInHeading" | "headings">,
): string[][] {
  return options.headings === "twoRows" ? twoHeadingRows(table, options) : [headingsOf(table, options)];
}
