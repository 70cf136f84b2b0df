import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assemble, targetOf } from "#tests/support/generators/kernels.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { DocumentMaker, type Document, type ExpectedCell } from "./documents.ts";
import { cutAt, failureOf, readTable, utf8, type Table } from "./table.ts";

const DOCUMENTS = repeatsOf(50_000, 0, 50);
const SPLIT_DOCUMENTS = repeatsOf(200);
const KERNEL_DOCUMENTS = repeatsOf(1_000);
/** Reasons to refuse a document that JSON.parse accepts: it is JSON, but not an answer. */
const NOT_AN_ANSWER = ["UNEXPECTED_FORM", "ELEMENT_WITHOUT_ID", "NOT_JSON"];

/** A cell and the JSON text it must have come from, each as plain text for comparison. */
function describeCell(cell: Cell): string {
  if (cell === null || typeof cell !== "object") return JSON.stringify(cell);
  return cell.kind === "number" ? cell.text : JSON.stringify(JSON.parse(cell.text));
}

function describeJson(text: string): string {
  if (/^-?\d/.test(text)) return text;
  const value: unknown = JSON.parse(text);
  return JSON.stringify(typeof value === "string" ? value.toWellFormed() : value);
}

function describeTable(table: Table): string {
  const keys = table.columns.map((column) =>
    JSON.stringify([
      column.origin === "attribute" ? null : column.set,
      column.setInstance,
      column.property,
      column.propertyInstance,
    ] satisfies ExpectedCell),
  );
  return table.rows
    .map(({ id, cells }) => {
      const present = cells.flatMap((cell, i) =>
        cell === undefined ? [] : [`${keys[i] ?? ""} ${describeCell(cell)}`],
      );
      return [id, ...present.sort()].join("\n");
    })
    .join("\n\n");
}

function describeExpected({ rows }: Document): string {
  return rows
    .map(({ id, cells }) =>
      [id, ...Array.from(cells, ([key, value]) => `${key} ${describeJson(value)}`).sort()].join("\n"),
    )
    .join("\n\n");
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A parsed answer whose elements hold only sets. */
type Parsed = Record<string, Record<string, Record<string, unknown>>>;

/** Half characters count as equal: a table replaces them, JSON.parse keeps them. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => (typeof held === "string" ? held.toWellFormed() : held));

/** Ids and values as texts in a fixed order; attributes have no set. */
function textsOfTable({ rows, columns }: Table): string[] {
  const values = rows.flatMap(({ id, cells }) =>
    columns.flatMap(({ origin, set, property }, at) => {
      const cell = cells[at];
      if (cell === undefined) return [];
      const value: unknown = cell !== null && typeof cell === "object" ? JSON.parse(cell.text) : cell;
      return [[id, origin === "attribute" ? null : set, property, value]];
    }),
  );
  return [...rows.map(({ id }) => [id]), ...values].map(textOf).sort();
}

/** The same for what JSON.parse finds. */
function textsOfParsed(parsed: Parsed): string[] {
  const values = Object.entries(parsed).flatMap(([id, sets]) =>
    Object.entries(sets).flatMap(([set, properties]) =>
      Object.entries(properties).map(([property, value]) => [
        id,
        set === "attributes" ? null : set,
        property,
        value,
      ]),
    ),
  );
  return [...Object.keys(parsed).map((id) => [id]), ...values].map(textOf).sort();
}

/** The text with one or two places changed; it remains well-formed Unicode. */
function mutate(maker: DocumentMaker, text: string): string {
  let bad = text;
  for (let changes = 1 + maker.below(2); changes > 0; changes--) {
    const at = maker.below(bad.length + 1);
    const marks = charsOf('{}[]",:\\01-.eE+tfn/ \0\x1f\né😀');
    const insert = maker.pick([...marks, "\\u", "\\ud800", "NaN", ""]);
    bad = bad.slice(0, at) + insert + bad.slice(at + maker.below(4));
  }
  return bad.toWellFormed();
}

/** What became of a changed document. */
type Fate = "refused" | "no answer" | "read" | "compared";

async function checkMutated(text: string, windowBytes: number): Promise<Fate> {
  const reading = readTable([utf8(text)], { windowBytes });
  if (!parses(text)) {
    expect(await failureOf(reading), text).not.toBe("none");
    return "refused";
  }
  const failure = await failureOf(reading);
  if (failure !== "none") {
    expect(NOT_AN_ANSWER, text).toContain(failure);
    return "no answer";
  }
  const table = await reading;
  const oddities = table.warnings.filter(({ code }) => code !== "LONE_SURROGATE");
  if (oddities.length > 0 || table.form === "array") return "read";
  const parsed = JSON.parse(text) as Parsed;
  const hasOnlySets = Object.values(parsed).every((element) =>
    Object.values(element).every(
      (set: unknown) => typeof set === "object" && set !== null && !Array.isArray(set),
    ),
  );
  if (!hasOnlySets) return "read";
  expect(textsOfTable(table), text).toEqual(textsOfParsed(parsed));
  return "compared";
}

describe("reading answers in great number", () => {
  it(`finds what JSON.parse finds and refuses what it refuses, in ${DOCUMENTS} documents`, async () => {
    const maker = new DocumentMaker(20_261_121);
    const fates: Record<Fate, number> = { refused: 0, "no answer": 0, read: 0, compared: 0 };
    for (let i = 0; i < DOCUMENTS; i++) {
      const document = maker.document(3);
      const windowBytes = maker.pick([1, 16, 64, 256, 4096]);
      if (i % 2 === 1) {
        fates[await checkMutated(mutate(maker, document.text), windowBytes)]++;
        continue;
      }
      const table = await readTable(cutAt(utf8(document.text), [maker.below(1000), maker.below(1000)]), {
        windowBytes,
      });
      const found = describeTable(table);
      const expected = describeExpected(document);
      if (found !== expected) expect(found, `document ${i}: ${document.text}`).toBe(expected);
    }
    expect(fates.refused).toBeGreaterThan(DOCUMENTS / 8);
    expect(fates.compared).toBeGreaterThan(DOCUMENTS / 20);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("makes the same table with and without the kernel", async () => {
    const maker = new DocumentMaker(99);
    for (let i = 0; i < KERNEL_DOCUMENTS; i++) {
      const { text } = maker.document(6, 6);
      const withKernel = await readTable(text);
      const without = await readTable(text, {}, undefined, "none");
      expect(withKernel, `document ${i}: ${text}`).toEqual(without);
    }
  });

  it.each(["row-kernel", "csv-kernel", "record-scan"] as const)(
    "keeps the code of the %s in step with its source",
    async (kernel) => {
      expect(readFileSync(targetOf(kernel), "utf8")).toBe(await assemble(kernel));
    },
  );

  it(`gives the same table for ${SPLIT_DOCUMENTS} documents, split at every byte`, async () => {
    const maker = new DocumentMaker(7);
    for (let i = 0; i < SPLIT_DOCUMENTS; i++) {
      const document = maker.document(2, 2);
      const bytes = utf8(document.text);
      const expected = describeExpected(document);
      for (let at = 0; at <= bytes.length; at++) {
        const found = describeTable(await readTable(cutAt(bytes, [at]), { windowBytes: at + 1 }));
        if (found !== expected) expect(found, `document ${i} cut at ${at}: ${document.text}`).toBe(expected);
      }
    }
  });
});
