import { readFile } from "node:fs/promises";
import { DuckDBInstance, DuckDBListValue } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { openWorkbook, type SheetRow } from "#lib/elements/files/xlsx/workbook-reader.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { DocumentMaker } from "./documents.ts";
import { useExportFolder } from "./export-desk.ts";

const { snapshotOf, fileOf } = useExportFolder();

const CELLS = repeatsOf(20_000, 6_000);
const ROWS = 50;
const COLUMNS = 40;

type Values = (string | undefined)[][];

/** Tables of random values as JSON texts, undefined where the property is missing, and the answers that hold them. */
function* tables(): Generator<{ values: Values; answer: string }> {
  const maker = new DocumentMaker(5_025);
  for (let cells = 0; cells < CELLS; cells += ROWS * COLUMNS) {
    // Columns of a single kind as well as mixed ones, because types are chosen by column.
    const kinds = Array.from({ length: COLUMNS }, () => maker.below(5));
    const valueOf = (column: number): string => {
      const kind = kinds[column];
      if (kind === 0) return String(maker.below(1e9) / 8);
      if (kind === 1) return maker.string();
      if (kind === 2) return maker.pick(["true", "false", "null"]);
      return maker.value(2);
    };
    const values = Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: COLUMNS }, (_, column) =>
        row > 0 && maker.below(8) === 0 ? undefined : valueOf(column),
      ),
    );
    const elements = values.map((row, r) => {
      const properties = row.flatMap((value, c) => (value === undefined ? [] : [`"c${c}":${value}`]));
      return `"${r}":{"P":{${properties.join(",")}}}`;
    });
    yield { values, answer: `{${elements.join(",")}}` };
  }
}

const isNumber = (json: string): boolean => /^[-\d]/.test(json);
const sameNumber = (text: string, json: string): boolean => Number(text) === Number(json);
/** Compact JSON of a list or object. Numbers are spelled as in the answer; only white space is removed. */
const compact = (text: string): string => JSON.stringify(JSON.parse(text));

describe(`${CELLS} cells of every kind`, () => {
  it("are in a workbook what they are in the answer, as yauzl and saxes read it", async () => {
    for (const { values, answer } of tables()) {
      const source = { ifcClass: "IfcDoor", snapshot: await snapshotOf(answer) };
      const { path } = await fileOf([source], "xlsx", { noneAs: "NULL" });
      const book = await openWorkbook(path);
      const rows: SheetRow[] = await Array.fromAsync(book.iterate("Elements"));
      book.close();
      expect(rows).toHaveLength(ROWS + 1);
      for (const [r, row] of values.entries()) {
        for (const [c, json] of row.entries()) {
          const cell = rows[r + 1]?.cells.get(c + 1);
          const where = `row ${r}, column ${c}: ${json}`;
          if (json === undefined) expect(cell, where).toBeUndefined();
          else if (json === "null") expect(cell, where).toEqual({ type: "text", text: "NULL" });
          else if (json === "true" || json === "false")
            expect(cell, where).toEqual({ type: "boolean", text: json === "true" ? "1" : "0" });
          else if (isNumber(json)) {
            if (cell?.type === "text") expect(cell.text, where).toBe(json);
            else expect(sameNumber(cell?.text ?? "x", json), where).toBe(true);
            const digits = json
              .replace(/e.*$/i, "")
              .replace(/\D/g, "")
              .replace(/^0+|0+$/g, "").length;
            if (digits <= 15 && Math.abs(Number(json)) < 1e300) expect(cell?.type, where).toBe("number");
          } else if (json.startsWith('"'))
            expect(cell, where).toEqual({ type: "text", text: (JSON.parse(json) as string).toWellFormed() });
          else expect(compact(cell?.text ?? "null"), where).toBe(compact(json));
        }
      }
    }
  }, 60_000);

  it("are in JSON lines what they are in the answer, numbers by their spelling", async () => {
    for (const { values, answer } of tables()) {
      const source = { ifcClass: "IfcDoor", snapshot: await snapshotOf(answer) };
      const { path } = await fileOf([source], "json");
      const lines = (await readFile(path, "utf8")).split("\n");
      expect(lines.pop()).toBe("");
      expect(lines).toHaveLength(ROWS);
      for (const [r, row] of values.entries()) {
        const wanted = row.flatMap((json, c) => (json === undefined ? [] : [[`c${c}`, json] as const]));
        const line = JSON.parse(lines[r] ?? "") as { id: string; sets: { P?: Record<string, unknown> } };
        expect(line.id).toBe(String(r));
        const found = line.sets.P ?? {};
        expect(Object.keys(found).sort()).toEqual(wanted.map(([name]) => name).sort());
        for (const [name, json] of wanted) {
          const value: unknown = JSON.parse(json);
          expect(found[name]).toEqual(typeof value === "string" ? value.toWellFormed() : value);
          if (isNumber(json)) expect(lines[r]).toContain(`"${name}":${json}`);
        }
      }
    }
  }, 60_000);

  it("are in Parquet what they are in the answer, as DuckDB reads it", async () => {
    const duck = await (await DuckDBInstance.create(":memory:")).connect();
    for (const { values, answer } of tables()) {
      const source = { ifcClass: "IfcDoor", snapshot: await snapshotOf(answer) };
      const { path } = await fileOf([source], "parquet");
      const reader = await duck.runAndReadAll(`SELECT * FROM read_parquet('${path}')`);
      const rows = reader.getRowObjects();
      expect(rows).toHaveLength(ROWS);
      for (const [r, row] of values.entries()) {
        const none = rows[r]?.["(no value)"];
        const noneNames = none instanceof DuckDBListValue ? none.items : [];
        for (const [c, json] of row.entries()) {
          const name = `P.c${c}`;
          const [value, kind] = [rows[r]?.[name], rows[r]?.[`${name} (kind)`]];
          const where = `row ${r}, column ${c}: ${json}`;
          expect(noneNames.includes(name), where).toBe(json === "null");
          if (json === undefined || json === "null") expect(value, where).toBeNull();
          else if (json === "true" || json === "false") expect(String(value), where).toBe(json);
          else if (isNumber(json)) expect(sameNumber(String(value), json), where).toBe(true);
          else if (json.startsWith('"'))
            expect(value, where).toBe((JSON.parse(json) as string).toWellFormed());
          else expect(compact(String(value)), where).toBe(compact(json));
          if (kind !== undefined && kind !== null)
            expect(kind, where).toBe(
              json === "true" || json === "false"
                ? "boolean"
                : isNumber(json ?? "")
                  ? "number"
                  : { '"': "text", "[": "list", "{": "object" }[json?.[0] ?? ""],
            );
        }
      }
    }
    duck.closeSync();
  }, 60_000);
});
