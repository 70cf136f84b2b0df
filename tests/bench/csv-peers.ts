/**
 * The peers of the CSV bench. Each reads the same answer from the same kind of stream and writes the same table. Because the columns are
 * not known beforehand, a first pass over the file finds them and a second one writes the rows. The answer is split at its elements and
 * each is parsed with JSON.parse, which is faster than the streaming JSON parsers; then one CSV writer or another takes over. The peers do
 * less than Portico: no checksums, no check of GlobalIds, no counts of kinds, nothing stored.
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import { format } from "fast-csv";
import { chunksOf } from "./csv-source.ts";

type Element = Record<string, Record<string, unknown>>;
type Column = readonly [set: string, property: string];

const BATCH_LENGTH = 1024 * 1024;
const BATCH_ROWS = 500;

/** The elements of an answer in map form, split from its bytes: GlobalId and the element's value. */
async function* elementsOf(path: string): AsyncGenerator<[id: string, element: Element][]> {
  let rest: Buffer = Buffer.alloc(0);
  let depthAtRest = 0;
  for await (const chunk of chunksOf(path)) {
    const bytes = Buffer.concat([rest, chunk]);
    const elements: [string, Element][] = [];
    let depth = depthAtRest;
    let from = 0;
    let isText = false;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isText) {
        if (byte === 0x5c) at++;
        else if (byte === 0x22) isText = false;
      } else if (byte === 0x22) {
        if (depth === 1) from = at;
        isText = true;
      } else if (byte === 0x7b) {
        depth++;
      } else if (byte === 0x7d && --depth === 1) {
        const parsed = JSON.parse(`{${bytes.toString("utf8", from, at + 1)}}`) as Record<string, Element>;
        for (const id in parsed) elements.push([id, parsed[id] as Element]);
        from = at + 1;
      }
    }
    yield elements;
    rest = Buffer.from(bytes.subarray(from));
    depthAtRest = 1;
  }
}

/** First pass: the columns, with sets in the order of discovery and each new property after the one that it followed. */
async function findColumns(path: string): Promise<Column[]> {
  const sets = new Map<string, { known: Set<string>; order: string[] }>();
  for await (const elements of elementsOf(path)) {
    for (const [, element] of elements) {
      for (const set in element) {
        let properties = sets.get(set);
        if (!properties) sets.set(set, (properties = { known: new Set(), order: [] }));
        let before = "";
        for (const property in element[set]) {
          if (!properties.known.has(property)) {
            properties.known.add(property);
            properties.order.splice(properties.order.indexOf(before) + 1, 0, property);
          }
          before = property;
        }
      }
    }
  }
  return [...sets].flatMap(([set, { order }]) => order.map((property) => [set, property] as const));
}

function headingsOf(columns: readonly Column[]): string[] {
  return [
    "GlobalId",
    ...columns.map(([set, property]) => (set === "attributes" ? property : `${set}.${property}`)),
  ];
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV by hand: the fastest writer that takes only a few lines of JavaScript. */
export async function handWritten(answer: string, target: string): Promise<void> {
  const columns = await findColumns(answer);
  const file = await open(target, "w");
  let text = `${headingsOf(columns).map(csvField).join(",")}\r\n`;
  for await (const elements of elementsOf(answer)) {
    for (const [id, element] of elements) {
      text += csvField(id);
      for (const [set, property] of columns) text += `,${csvField(element[set]?.[property])}`;
      text += "\r\n";
    }
    if (text.length < BATCH_LENGTH) continue;
    await file.write(text);
    text = "";
  }
  await file.write(text);
  await file.close();
}

/** csv-stringify, batch by batch: its synchronous form is faster than its stream. */
export async function csvStringify(answer: string, target: string): Promise<void> {
  const columns = await findColumns(answer);
  const file = await open(target, "w");
  const toText = (rows: unknown[][]): string =>
    stringify(rows, { record_delimiter: "\r\n", cast: { boolean: (value) => String(value) } });
  await file.write(toText([headingsOf(columns)]));
  let rows: unknown[][] = [];
  for await (const elements of elementsOf(answer)) {
    for (const [id, element] of elements)
      rows.push([id, ...columns.map(([set, property]) => element[set]?.[property])]);
    if (rows.length < BATCH_ROWS) continue;
    await file.write(toText(rows));
    rows = [];
  }
  await file.write(toText(rows));
  await file.close();
}

/** fast-csv as a stream, which is its only form. */
export async function fastCsv(answer: string, target: string): Promise<void> {
  const columns = await findColumns(answer);
  const csv = format({ rowDelimiter: "\r\n", includeEndRowDelimiter: true });
  const written = finished(csv.pipe(createWriteStream(target, { highWaterMark: BATCH_LENGTH })));
  csv.write(headingsOf(columns));
  for await (const elements of elementsOf(answer)) {
    for (const [id, element] of elements) {
      const row = [id, ...columns.map(([set, property]) => element[set]?.[property])];
      if (!csv.write(row)) await once(csv, "drain");
    }
  }
  csv.end();
  await written;
}
