/*
 * Writes an element table as JSON, one element a line: id, class, attributes, and each property set as an object. Numbers keep their
 * spelling, a missing property is left out, a property without a value is null. Writing must not parse values.
 */
import { valueText, type Cell } from "#lib/elements/wire.ts";
import { instanceName } from "../column-heading.ts";
import { frontCell, type FrontColumn, type Layout } from "../layout.ts";
import { iterateText, writePieces, type TextRows } from "../pieces.ts";
import type { ExportColumn, ExportRow, ExportTable } from "../table.ts";
import type { FormatWritten, WriteFile } from "../written.ts";

export type WriteLines = TextRows & {
  readonly layout: Pick<Layout, "fronts">;
  /**
   * Whether every line has every property. A missing property is null then; the line's list `noValue` names the properties without a value.
   */
  readonly isComplete?: boolean | undefined;
};

/** Neighbouring columns under one key; attributes have none. */
type Group = { key: string; members: { key: string; at: number }[] };

/** Writes the whole table to a new file. @throws ElementsError of the table, CANCELLED; the system's errors of the disk */
export function writeJson({ table, layout, path, progress }: WriteFile): Promise<FormatWritten> {
  const { signal } = progress;
  return writePieces(path, (bytesSoFar) =>
    iterateLines({ table, layout, signal, onRows: (rows) => progress.advance(rows, bytesSoFar()) }),
  );
}

/**
 * The file in pieces of UTF-8. The second set or property of a name gets #2, as in CSV headings.
 * @throws ElementsError of the table
 */
export function iterateLines(given: WriteLines): AsyncGenerator<Uint8Array> {
  const { attributes, sets } = groupColumns(given.table);
  const { fronts } = given.layout;
  const toLine = given.isComplete === true ? completeLineOf : lineOf;
  return iterateText(given, "", (row) => toLine(row, fronts, attributes, sets));
}

function groupColumns({ columns }: ExportTable): { attributes: Group; sets: Group[] } {
  const attributes: Group = { key: "", members: [] };
  const sets = new Map<string, Group>();
  for (const [at, column] of columns.entries()) {
    const member = { key: JSON.stringify(memberName(column)), at };
    if (column.origin === "attribute") {
      attributes.members.push(member);
      continue;
    }
    const key = JSON.stringify(instanceName(column.set, column.setInstance));
    const group = sets.get(key) ?? { key, members: [] };
    group.members.push(member);
    sets.set(key, group);
  }
  return { attributes, sets: [...sets.values()] };
}

/** A property's name in its set, unique there (joined-columns.ts ensures this for variants). */
function memberName({ property, propertyInstance, variant }: ExportColumn): string {
  return instanceName(property, propertyInstance) + (variant?.suffix ?? "");
}

function lineOf(
  row: ExportRow,
  fronts: readonly FrontColumn[],
  attributes: Group,
  sets: readonly Group[],
): string {
  const { cells } = row;
  let line = `{${frontOf(row, fronts)},"attributes":{${membersOf(attributes, cells)}},"sets":{`;
  let isFirst = true;
  for (const set of sets) {
    const members = membersOf(set, cells);
    if (members === "") continue;
    line += `${isFirst ? "" : ","}${set.key}:{${members}}`;
    isFirst = false;
  }
  return `${line}}}\n`;
}

function completeLineOf(
  row: ExportRow,
  fronts: readonly FrontColumn[],
  attributes: Group,
  sets: readonly Group[],
): string {
  const cells = row.cells.map((cell) => cell ?? null);
  const noValue = [attributes, ...sets].flatMap(({ key, members }) =>
    members.flatMap((member) =>
      row.cells[member.at] === null ? [`[${key === "" ? "null" : key},${member.key}]`] : [],
    ),
  );
  const ofSets = sets.map((set) => `${set.key}:{${membersOf(set, cells)}}`);
  return `{${frontOf(row, fronts)},"attributes":{${membersOf(attributes, cells)}},"sets":{${ofSets.join(",")}},"noValue":[${noValue.join(",")}]}\n`;
}

const frontOf = (row: ExportRow, fronts: readonly FrontColumn[]): string =>
  fronts
    .map((name) => `"${name === "longId" ? "id36" : name}":${valueText(frontCell(name, row) ?? null)}`)
    .join(",");

function membersOf({ members }: Group, cells: readonly Cell[]): string {
  let text = "";
  for (const { key, at } of members) {
    const cell = cells[at];
    if (cell === undefined) continue;
    text += `${text === "" ? "" : ","}${key}:${valueText(cell)}`;
  }
  return text;
}
