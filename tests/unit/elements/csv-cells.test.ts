import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { WholeCsvOptions } from "#lib/elements/files/csv/options.ts";
import type { WholeCsv } from "#lib/elements/files/csv/fast/write.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import { unguardText } from "#tests/support/told-headings.ts";
import { CSV_FOR_PROGRAMS, CSV_FOR_SPREADSHEETS } from "#tests/support/plain-csv.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { DocumentMaker } from "./documents.ts";
import { useExportFolder } from "./export-desk.ts";
import { compareFile, parseKeepingDigits, readCsv, type ForeignAnswer } from "./foreign-readers.ts";
import { HOSTILE_FRONTS } from "./formula-texts.ts";
import { failureOf } from "./table.ts";
import { csvOf, readFields } from "./whole-csv.ts";

const { snapshotOf, storeAnswer } = useExportFolder();

/** A text as it was before the file's guard, if the file has guards. */
const bare = (text: string, { guardsFormulas }: WholeCsvOptions): string =>
  guardsFormulas ? unguardText(text) : text;

const CHOICES: readonly WholeCsvOptions[] = [
  CSV_FOR_PROGRAMS,
  CSV_FOR_SPREADSHEETS,
  {
    ...CSV_FOR_PROGRAMS,
    delimiter: "\t",
    decimalMark: ",",
    byteOrderMark: true,
    booleans: ["WAHR", "FALSCH"],
    noneAs: "NULL",
    guardsFormulas: true,
  },
  { ...CSV_FOR_PROGRAMS, delimiter: ";", noneAs: "n/a" },
];

describe("cells in great number", () => {
  const CELLS = repeatsOf(200_000);
  const ROWS = 50;
  const COLUMNS = 40;

  it(`are read back by csv-parse as they were: ${CELLS} of them, in four forms of the file`, async () => {
    const maker = new DocumentMaker(2_026);
    for (let cells = 0; cells < CELLS; cells += ROWS * COLUMNS) {
      const answer = maker.answer(ROWS, COLUMNS, () => maker.value(2));
      const snapshot = await snapshotOf(answer);
      for (const options of CHOICES) {
        const { text } = await csvOf(snapshot, options);
        const compared = compareFile(
          readCsv(text, options),
          parseKeepingDigits(answer) as ForeignAnswer,
          "CSV",
        );
        expect(compared).toBe(ROWS * COLUMNS);
      }
    }
  });
});

describe("the kernel that writes lines", () => {
  async function textOf(dir: string, options: Partial<WholeCsv> = {}): Promise<string> {
    await using snapshot = await openSnapshot(dir);
    return (await csvOf(snapshot, options)).text;
  }

  it("makes the same file as plain code, whatever the columns", async () => {
    const maker = new DocumentMaker(19);
    const usual = (): string =>
      maker.pick([
        () => JSON.stringify("abc, def; ghi jkl mno pqr stu".slice(0, maker.below(30))),
        () => String(maker.below(1e9) / 1000),
        () => maker.pick(["true", "false", "null", '""']),
        () => JSON.stringify("é".repeat(maker.below(40))),
      ])();
    for (let tables = 0; tables < repeatsOf(20, 5); tables++) {
      const properties = 1 + maker.below(90);
      const rows = Array.from({ length: 400 }, (_, r) => {
        const cells = Array.from({ length: properties }, (_, c) => `"c${c}":${usual()}`);
        const odd = maker.below(20) === 0 ? `,"Q":{"odd":${maker.value()}}` : "";
        return `"${r}":{"P":{${cells.filter(() => maker.below(12) > 0).join(",")}}${odd}}`;
      });
      const dir = await storeAnswer(`{${rows.join(",")}}`);
      for (const options of CHOICES)
        expect(await textOf(dir, options)).toBe(await textOf(dir, { ...options, kernels: "none" }));
    }
  });

  it("meets damage with the same error", async () => {
    const dir = await storeAnswer('{"a":{"s":{"p":"text, 1","r":""}},"b":{"s":{"q":12}},"c":{}}');
    const path = join(dir, "rows.bin");
    const good = await readFile(path);
    for (let at = 0; at < good.length; at++) {
      for (const mask of [0x01, 0x80, 0xff]) {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ mask;
        await writeFile(path, bad);
        expect(`${at} ${await failureOf(textOf(dir))}`).toBe(`${at} SNAPSHOT_DAMAGED`);
      }
    }
  });
});

describe("hostile cells", () => {
  const FRONTS = [...HOSTILE_FRONTS, ...charsOf("\u2066\u00ad\u2003"), "''"];
  const TRIGGERS = charsOf("=+-@\t\r\n\0＝＋－＠﹦﹢﹣﹫");
  const PAYLOADS = ["1+1", `cmd|' /C calc'!A0;"x",HYPERLINK("http://x.test")`];
  /** Texts that try to break out of their cell, so that the next one starts with a formula. */
  const BREAKOUTS = [
    '",=1+1,"',
    '";=1+1;"',
    '"\t=1+1\t"',
    '"\r\n=1+1',
    'x"\n=1',
    "x\r\n=1+1",
    "x\n@SUM(1)",
    "x\r-1",
    "x\t=1",
    "x,=1",
    "x;=1",
    '""=1',
    '"=1+1"',
    "x\r\n\r\n=1",
    'x","=WEBSERVICE(""http://x.test"")',
    "x\u2028=1",
  ];
  const HOSTILE = FRONTS.flatMap((front) =>
    TRIGGERS.flatMap((trigger) => PAYLOADS.map((payload) => front + trigger + payload)),
  );
  const TEXTS = [...HOSTILE, ...BREAKOUTS];
  const NUMBERS = ["-0.02", "1E5", "-1", "-0", "1e400", "-1.5E+07", "12345678901234567890", "0.10"];

  /** An independent check for what a spreadsheet might run: it ignores all invisible characters and folds full-width forms. */
  function mightRun(text: string): boolean {
    if (/^[\p{Cc}]/u.test(text)) return true;
    const seen = text.replace(/^[\p{Z}\p{Cf}\p{Cc}\u034f\u115f\u3164]+/u, "").normalize("NFKC");
    return /^[=+\-@]/.test(seen);
  }

  it(`are ${TEXTS.length} texts that stand as they are, or of which none begins a formula in a guarded file, as value, GlobalId, set or property name`, async () => {
    expect(TEXTS).toHaveLength(400);
    expect(new Set(TEXTS).size).toBe(400);
    const json = JSON.stringify;
    const rows = TEXTS.map((text, i) => {
      const number = NUMBERS[i % NUMBERS.length] ?? "0";
      return (
        `${json(`${text}${i}`)}:{"attributes":{"Name":${json(text)},"Mixed":${i % 2 ? json(text) : number},"Number":${number}},` +
        `"P":{"list":[${json(text)}],"object":{${json(text)}:1},"flag":true,"none":null}}`
      );
    });
    const names = TEXTS.map((text) => `${json(text)}:{${json(text)}:${json(text)}}`);
    const snapshot = await snapshotOf(`{${rows.join(",")},"names":{${names.join(",")}}}`);
    for (const options of CHOICES) {
      const { text: csv, guardedCells } = await csvOf(snapshot, options);
      const records = readFields(csv, options);
      const { decimalMark, guardsFormulas } = options;
      expect(records).toHaveLength(TEXTS.length + 2);
      expect(records.every((record) => record.length === records[0]?.length)).toBe(true);
      const isNumber = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/i;
      const running = records.flat().filter(({ text }) => mightRun(text) && !isNumber.test(text));
      if (guardsFormulas) expect(running).toEqual([]);
      else expect(running.length).toBeGreaterThan(2 * HOSTILE.length);
      for (const [i, text] of TEXTS.entries()) {
        const [id, name, mixed, number] = records[i + 1] ?? [];
        const typed = (NUMBERS[i % NUMBERS.length] ?? "0").replace(".", decimalMark);
        expect(bare(id?.text ?? "", options)).toBe(`${text}${i}`);
        expect(bare(name?.text ?? "", options)).toBe(text);
        expect(i % 2 ? bare(mixed?.text ?? "", options) : mixed?.text).toBe(i % 2 ? text : typed);
        expect(number).toEqual({ text: typed, isQuoted: false });
      }
      if (guardsFormulas) expect(guardedCells).toBeGreaterThanOrEqual(3 * HOSTILE.length);
      else expect(guardedCells).toBe(0);
    }
  });
});
