/*
 * The columns of a Parquet file: names, types, and how a row becomes values. Names are the CSV headings, made distinct where they differ
 * only by case, since many readers ignore it. Units and kinds are in the file's key-value metadata.
 */
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  LIST,
  VARCHAR,
  listValue,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";
import { valueText, type Cell } from "#lib/elements/wire.ts";
import { frontCell, isNumberFront, type Layout } from "../layout.ts";
import type { ExportRow, ExportTable } from "../table.ts";
import { isDouble, kindOf, type ColumnTypes, type ParquetType } from "./column-types.ts";
import { NONE_COLUMN } from "./forecast.ts";

/** JSON, by column name, of values that do not fit their column's fixed type; nothing where all fit. */
const OTHER_COLUMN = "(other values)";

const TYPES: Readonly<Record<ParquetType, DuckDBType>> = {
  integer: BIGINT,
  double: DOUBLE,
  boolean: BOOLEAN,
  text: VARCHAR,
  mixed: VARCHAR,
};

/** The columns of a table in a Parquet file. */
export function planColumns(
  table: ExportTable,
  { types, hasNone, isFixed }: ColumnTypes,
  layout: Pick<Layout, "fronts" | "headings">,
) {
  const { fronts } = layout;
  const taken = new Set<string>();
  const headings = layout.headings.map((heading) => apart(heading, taken));
  const properties = headings.slice(fronts.length);
  const kindNames = properties.map((name, i) =>
    types[i] === "mixed" ? apart(`${name} (kind)`, taken) : null,
  );
  const otherName = isFixed ? apart(OTHER_COLUMN, taken) : null;
  const noneName = hasNone ? apart(NONE_COLUMN, taken) : null;
  const named = (name: string | null, type: DuckDBType) => (name === null ? [] : [{ name, type }]);
  const columns = [
    ...fronts.flatMap((front, i) => named(headings[i] ?? "", isNumberFront(front) ? BIGINT : VARCHAR)),
    ...properties.flatMap((name, i) => [
      ...named(name, TYPES[types[i] ?? "text"]),
      ...named(kindNames[i] ?? null, VARCHAR),
    ]),
    ...named(otherName, VARCHAR),
    ...named(noneName, LIST(VARCHAR)),
  ];
  return {
    names: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    /** The metadata about the columns, as JSON. */
    metadata: JSON.stringify({
      format: "portico-columns-1",
      noValue: noneName,
      otherValues: otherName ?? undefined,
      columns: table.columns.map((column, i) => ({
        name: properties[i],
        set: column.origin === "attribute" ? null : column.set,
        property: column.property,
        unit: column.unit,
        valueType: column.valueType,
        type: types[i],
        kind: kindNames[i] ?? undefined,
      })),
    }),
    valuesOf: (row: ExportRow): DuckDBValue[] => {
      const values: DuckDBValue[] = fronts.map((front) =>
        valueOf(frontCell(front, row), isNumberFront(front) ? "integer" : "text"),
      );
      const none: string[] = [];
      const others: string[] = [];
      for (const [i, cell] of row.cells.entries()) {
        const type = types[i] ?? "text";
        const name = properties[i] ?? "";
        if (cell === null) none.push(name);
        const isOther = isFixed && cell !== undefined && cell !== null && !isOfType(cell, type);
        if (isOther) others.push(`${JSON.stringify(name)}:${valueText(cell)}`);
        values.push(isOther ? null : valueOf(cell, type));
        if (type === "mixed") values.push(kindOf(cell));
      }
      if (otherName !== null) values.push(others.length === 0 ? null : `{${others.join(",")}}`);
      if (noneName !== null) values.push(listValue(none));
      return values;
    },
  };
}

export type ParquetPlan = ReturnType<typeof planColumns>;

/** A unique name that SQL can write: not empty, without control characters. */
function apart(heading: string, taken: Set<string>): string {
  const name = heading === "" ? "(no name)" : heading.replace(/\p{Cc}/gu, "\uFFFD");
  let unique = name;
  for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name} (${String(n)})`;
  taken.add(unique.toLowerCase());
  return unique;
}

/** Whether a column of this type keeps the value without loss, apart from the kind of a text. */
function isOfType(cell: NonNullable<Cell>, type: ParquetType): boolean {
  if (type === "boolean") return typeof cell === "boolean";
  if (type !== "double") return true;
  return typeof cell === "object" && cell.kind === "number" && isDouble(cell.text);
}

function valueOf(cell: Cell, type: ParquetType): DuckDBValue {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === "boolean") return type === "boolean" ? cell : String(cell);
  if (typeof cell === "string") return cell;
  if (type === "integer") return BigInt(cell.text);
  return type === "double" ? Number(cell.text) : cell.text;
}
