import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { layOut, longIdOf } from "#lib/elements/files/layout.ts";
import { iterateCsvLines } from "#lib/elements/files/csv/write.ts";
import { EXPORT_PROFILES, exportOptionsSchema, PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import { makeExportTable } from "#lib/elements/files/table.ts";
import { namedColumnId } from "#lib/elements/query/address/named-column.ts";
import { PARQUET_COLUMNS_MAX } from "#lib/elements/files/parquet/forecast.ts";
import { iterateXlsx } from "#lib/elements/files/xlsx/write.ts";
import { writePieces } from "#lib/elements/files/pieces.ts";
import { ReadBackMismatch } from "#lib/elements/files/written.ts";
import { readBack } from "#lib/elements/files/write.ts";
import { openWorkbook } from "#lib/elements/files/xlsx/workbook-reader.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { DocumentMaker } from "./documents.ts";
import { anyCsvOptions, useExportFolder } from "./export-desk.ts";
import { HOSTILE_FRONTS } from "./formula-texts.ts";
import { failureOf } from "./table.ts";

const { sourceOf, storeAnswer, fileOf } = useExportFolder();
const json = JSON.stringify;

/** An answer with values of many kinds, two sets of the same name, and names that differ only by case. */
function manyKinds(rows: number): string {
  const maker = new DocumentMaker(rows);
  const elements = Array.from({ length: rows }, (_, r) => {
    const optional = r % 3 === 0 ? `,"none":null` : r % 3 === 1 ? "" : `,"none":${json(`=x${r}`)}`;
    const set = `"mixed":${maker.value()},"count":${r},"size":${r / 8},"id":${10n ** 19n + BigInt(r)}${optional}`;
    return `"${"0".repeat(20)}${String(10 + r)}":{"attributes":{"Name":${json(`N ${r}; "a", b\n`)},"name":${maker.string()},"":true},"P.q":{${set}},"P.q":{"size":""}}`;
  });
  return `{${elements.join(",")}}`;
}

it("CSV with any choice of options is read back as it was; plain choices give the file that the kernels write", async () => {
  const source = await sourceOf(manyKinds(60));
  const anyProfile = fc.constantFrom("programs" as const, "spreadsheets" as const);
  await fc.assert(
    fc.asyncProperty(anyProfile, anyCsvOptions, async (profile, options) => {
      await fileOf([source], profile, options);
    }),
    { numRuns: 60 },
  );
  for (const profile of ["programs", "spreadsheets"] as const) {
    const options = PLAIN_OPTIONS[profile];
    const { path, table } = await fileOf([source], profile);
    const plain = Buffer.concat(
      await Array.fromAsync(iterateCsvLines({ table, layout: layOut(table, options), profile, options })),
    );
    expect(plain.equals(await readFile(path))).toBe(true);
  }
});

it("marks that could be taken for a value, or a comma for two things, are refused", () => {
  for (const mark of ["0", "1", "-", "=1", "=x", "true", "No", '"', "a b", "a,b", "0x", "a".repeat(21)])
    expect(exportOptionsSchema.safeParse({ noneAs: mark }).success, mark).toBe(false);
  expect(exportOptionsSchema.safeParse({ decimalMark: "," }).success).toBe(false);
});

it("a view keeps its columns, absent ones too, its rows and their order, over several classes, in every format", async () => {
  const sources = await Promise.all(
    ["IfcDoor", "IfcWall"].map((ifcClass, i) => sourceOf(manyKinds(40 + i), ifcClass)),
  );
  const all = makeExportTable(sources, null);
  const rows = Int32Array.from({ length: 81 }, (_, i) => (i * 37) % 81).subarray(0, 70);
  const gone = namedColumnId({ set: "Pset_Nowhere", property: "Colour" });
  const ids = all.columns.map(({ id }) => id);
  const columns = [...ids.reverse().slice(0, 6), gone];
  for (const profile of EXPORT_PROFILES) {
    const { table, path } = await fileOf(sources, profile, {}, { columns, hasClass: true, rows });
    expect(table.columns.map(({ id }) => id)).toEqual(columns);
    expect(table.columns.at(-1)).toMatchObject({ set: "Pset_Nowhere", property: "Colour", kind: "none" });
    const found = await Array.fromAsync(table.iterate());
    expect(new Set(found.map(({ cells }) => cells.at(-1)))).toEqual(new Set([undefined]));
    const whole = await Array.fromAsync(all.iterate());
    const wanted = Array.from(rows, (row) => [whole[row]?.id, whole[row]?.ifcClass]);
    expect(found.map(({ id, ifcClass }) => [id, ifcClass])).toEqual(wanted);
    if (profile !== "programs") continue;
    const records: string[][] = parse(await readFile(path), { record_delimiter: "\r\n" });
    expect(records.map((record) => record.slice(0, 2))).toEqual([["GlobalId", "IfcClass"], ...wanted]);
  }
  const ascending = makeExportTable(sources, { columns, hasClass: false, rows: rows.toSorted() });
  expect((await Array.fromAsync(ascending.iterate())).length).toBe(70);
});

it("a changed, cut or swapped file is found out in every format", async () => {
  const source = await sourceOf(manyKinds(80));
  const other = await sourceOf(manyKinds(80).replace("N 7;", "N 8;"));
  const fewer = await sourceOf(manyKinds(79));
  for (const profile of EXPORT_PROFILES) {
    const { path, check } = await fileOf([source], profile);
    for (const { path: wrong } of [await fileOf([other], profile), await fileOf([fewer], profile)])
      await expect(check(wrong), profile).rejects.toBeInstanceOf(ReadBackMismatch);
    const bytes = await readFile(path);
    await truncate(path, bytes.length - 3);
    await expect(check(path), `${profile} cut`).rejects.toBeInstanceOf(ReadBackMismatch);
    await writeFile(path, Buffer.alloc(0));
    await expect(check(path), `${profile} empty`).rejects.toBeInstanceOf(ReadBackMismatch);
  }
});

it("hostile texts are texts in every format: no formula in a workbook, no cell left, no name lost", async () => {
  const fronts = [...HOSTILE_FRONTS, "\u0000", "_x000D_", "_", "\r", "\n"];
  const triggers = [...charsOf('=+-@\t＝＠"'), "<![CDATA[", "]]>", "</t>", "&amp;", "_x0041_"];
  const payloads = ["1+1", `cmd|' /C calc'!A0;"x",HYPERLINK("http://x.test")`, "\uffff\ufffe\u2028"];
  const texts = fronts.flatMap((front) =>
    triggers.flatMap((trigger) => payloads.map((payload) => front + trigger + payload)),
  );
  expect(texts.length).toBeGreaterThanOrEqual(400);
  const rows = texts.map(
    (text, i) => `${json(`${text}${i}`)}:{"attributes":{"Name":${json(text)},"n":-0.02,"e":1E5}}`,
  );
  const named = texts.slice(0, 120).map((text) => `${json(text)}:{${json(text)}:${json(text)}}`);
  const answer = `{${rows.join(",")},"names":{${named.join(",")}}}`;
  const source = await sourceOf(answer);
  for (const profile of EXPORT_PROFILES) await fileOf([source], profile);
  const { path } = await fileOf([source], "xlsx");
  const book = await openWorkbook(path);
  const found = await Array.fromAsync(book.iterate("Elements"));
  book.close();
  for (const [i, text] of texts.entries()) {
    const cells = found[i + 1]?.cells;
    expect(cells?.get(1)).toEqual({ type: "text", text });
    expect(cells?.get(2)).toEqual({ type: "number", text: "-0.02" });
    expect(cells?.get(3)).toEqual({ type: "number", text: "1E5" });
  }
});

it("a workbook goes on with a second sheet, and has long texts whole on one of their own", async () => {
  const long = "a😀".repeat(30_000);
  const answer = manyKinds(50)
    .replace(/"N 7; /, `"${long}N 7; `)
    .replace(/"N 30; /, `"${long}${long}N 30; `);
  const source = await sourceOf(answer);
  const path = join(await storeAnswer("{}"), "book.xlsx");
  const table = makeExportTable([source], null);
  const options = PLAIN_OPTIONS.xlsx;
  const layout = layOut(table, options);
  await writePieces(path, () => iterateXlsx({ table, layout, options, sheetRowsMax: 21 }));
  const book = await openWorkbook(path);
  expect(book.sheets).toEqual(["Elements", "Elements 2", "Elements 3", "Long texts"]);
  const [first] = await Array.fromAsync(book.iterate("Elements"));
  const headings = [...(first?.cells.values() ?? [])].map(({ text }) => text);
  book.close();
  const progress = { signal: new AbortController().signal, advance: () => undefined };
  const sums = { rows: 50, columns: headings.length, bytes: 0, sha256: "", guardedCells: 0 };
  const written = { ...sums, headings: [headings] };
  await readBack({ table, layout, path, profile: "xlsx", options, written, progress });
});

it("a table that does not fit into a format is refused by name, and cancelling ends at once", async () => {
  const wide = Array.from({ length: PARQUET_COLUMNS_MAX + 1 }, (_, i) => `"c${i}":1`);
  const source = await sourceOf(`{"a":{"P":{${wide.join(",")}}}}`);
  expect(await failureOf(fileOf([source], "parquet"))).toBe("BAD_OPTION");
  await fileOf([source], "xlsx");
  const stop = AbortSignal.abort();
  const table = makeExportTable([source], null);
  expect(await failureOf(Array.fromAsync(table.iterate(stop)))).toBe("CANCELLED");
});

it("Parquet keeps units, names and which properties have no value as data", async () => {
  const source = await sourceOf(manyKinds(9));
  const { path } = await fileOf([source], "parquet");
  const duck = await (await DuckDBInstance.create(":memory:")).connect();
  const meta = await duck.runAndReadAll(
    `SELECT decode(value) FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'portico'`,
  );
  const { columns, noValue } = JSON.parse(String(meta.getRows()[0]?.[0])) as {
    noValue: string;
    columns: { name: string; property: string; type: string }[];
  };
  expect(noValue).toBe("(no value)");
  expect(columns.map(({ property, type }) => `${property} ${type}`)).toEqual(
    expect.arrayContaining(["count integer", "size double", "id text", "none text"]),
  );
  expect(new Set(columns.map(({ name }) => name.toLowerCase())).size).toBe(columns.length);
  duck.closeSync();
});

it("the 36-character form of a GlobalId tells apart what differs by case only", () => {
  expect(longIdOf("2O2Fr$t4X7Zf8NOew3FNr2")).toBe("9808fd7f-dc48-478e-9217-628e833d7d42");
  expect(longIdOf("0000000000000000000000")).toBe("00000000-0000-0000-0000-000000000000");
  expect(longIdOf("3$$$$$$$$$$$$$$$$$$$$$")).toBe("ffffffff-ffff-ffff-ffff-ffffffffffff");
  expect(longIdOf("0000000000000000000001")).not.toBe(longIdOf("000000000000000000000A"));
  expect(longIdOf("000000000000000000000a")).not.toBe(longIdOf("000000000000000000000A"));
  for (const id of ["", `4${"0".repeat(21)}`, "0".repeat(21), "0".repeat(23), `${"0".repeat(21)}-`])
    expect(longIdOf(id)).toBeNull();
});
