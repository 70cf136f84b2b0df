/*
 * Reads a file of JSON lines back with JSON.parse and compares it with the table: every member of every element, numbers by their spelling,
 * and that there are no further members. It never repairs anything.
 */
import { createReadStream } from "node:fs";
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { FrontColumn } from "../layout.ts";
import { ReadBackMismatch, WantedRows, wantedFront, type ReadBack } from "../written.ts";
import type { ExportRow, ExportTable } from "../table.ts";

const LINE_FEED = 0x0a;

/** A number as spelled in the file: 0.10 is not 0.1. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown) => unknown;
/** The third argument (ECMAScript "JSON.parse source text access") is not in the compiler's library yet. */
const WITH_DIGITS = ((_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" ? new Digits(source ?? "") : value) as Reviver;

/** @throws ReadBackMismatch */
export async function readBackJson(back: ReadBack): Promise<void> {
  const { table, layout, path, progress } = back;
  await using rows = new WantedRows(back);
  const wanted = { table, places: placesOf(table), fronts: layout.fronts };
  for await (const line of linesOf(path, progress.signal))
    compareLine(line, await rows.take(), wanted, rows.taken);
  await rows.end();
}

async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, {
    highWaterMark: 256 * 1024,
    signal,
  }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      parts.push(chunk.subarray(start, end));
      yield decode(decoder, Buffer.concat(parts));
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
  if (parts.some((part) => part.length > 0)) throw new ReadBackMismatch(kept("its last line is cut off"));
}

function decode(decoder: TextDecoder, bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ReadBackMismatch(kept("it is not UTF-8"));
  }
}

type Wanted = {
  table: ExportTable;
  places: ReadonlyMap<string, readonly string[]>;
  fronts: readonly FrontColumn[];
};

/** Column id → path of its value in a line. */
function placesOf({ columns }: ExportTable): Map<string, readonly string[]> {
  const numbered = (name: string, instance: number): string => {
    if (instance > 1) return `${name.replace(/(?<!\\)\\+$/, "$&$&")}#${String(instance)}`;
    return name.replace(/(?<!\\)(\\*)(#\d+)$/, String.raw`$1$1\$2`);
  };
  return new Map(
    columns.map((column) => {
      const property = numbered(column.property, column.propertyInstance) + (column.variant?.suffix ?? "");
      return [
        column.id,
        column.origin === "attribute"
          ? ["attributes", property]
          : ["sets", numbered(column.set, column.setInstance), property],
      ];
    }),
  );
}

function compareLine(line: string, row: ExportRow, wanted: Wanted, at: number): void {
  const { table, places, fronts } = wanted;
  let value: unknown;
  try {
    value = JSON.parse(line, WITH_DIGITS);
  } catch {
    throw new ReadBackMismatch(kept("row {row}: it is not JSON", { row: at }));
  }
  for (const front of fronts) {
    const found = memberOf(value, front === "longId" ? "id36" : front);
    if (!isSame(found, wantedFront(front, row) ?? null))
      throw new ReadBackMismatch(kept("row {row}: the GlobalId, class or model", { row: at }));
  }
  let members = fronts.length + 2;
  const sets = new Set<string>();
  for (const [i, column] of table.columns.entries()) {
    const cell = row.cells[i];
    const place = places.get(column.id) ?? [];
    const found = place.reduce(memberOf, value);
    if (!isSame(found, cell))
      throw new ReadBackMismatch(kept("row {row}, column {column}", { row: at, column: i + 2 }));
    if (cell === undefined) continue;
    members++;
    if (place.length === 3) sets.add(place[1] ?? "");
  }
  if (countMembers(value) !== members + sets.size)
    throw new ReadBackMismatch(kept("row {row}: members that belong to no column", { row: at }));
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** Members of the line, of its attributes and sets, and of each set. */
function countMembers(value: unknown): number {
  const keys = (of: unknown): string[] => (typeof of === "object" && of !== null ? Object.keys(of) : []);
  const sets = memberOf(value, "sets");
  return (
    keys(value).length +
    keys(memberOf(value, "attributes")).length +
    keys(sets).reduce((sum, key) => sum + 1 + keys(memberOf(sets, key)).length, 0)
  );
}

function isSame(found: unknown, cell: Cell): boolean {
  if (typeof cell !== "object" || cell === null) return found === cell;
  if (cell.kind === "number") return found instanceof Digits && found.text === cell.text;
  return canonical(found) === canonical(JSON.parse(cell.text, WITH_DIGITS));
}

/** A parsed list or object as text, with numbers as they were spelled. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member instanceof Digits ? [member.text, 0] : member,
  );
}
