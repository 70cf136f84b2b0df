import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headingOf } from "#lib/elements/files/column-heading.ts";
import { guardText } from "#lib/elements/formula.ts";
import { parseHeading, unguardText } from "#tests/support/told-headings.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { CSV_FOR_SPREADSHEETS } from "#tests/support/plain-csv.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { charsOf } from "#tests/support/mutations.ts";
import { useExportFolder } from "./export-desk.ts";
import { HARMLESS, HOSTILE, NUMBERS_AND_SIGNS } from "./formula-texts.ts";
import { failureOf } from "./table.ts";
import { csvOf, iterateCsvOf, readFields } from "./whole-csv.ts";

const { snapshotOf } = useExportFolder();

describe("a CSV file for programs", () => {
  it("is what the documentation shows", async () => {
    const snapshot = await snapshotOf(
      '{"2O2Fr$t4X7Zf8NOew3FNr2":{"attributes":{"Name":"D-014, \\"Entrée\\"","Tag":"0012","OverallHeight":2.10},' +
        '"Pset_DoorCommon":{"IsExternal":true,"FireRating":"","Reference":null,"Offset":-0.02,"Sizes":[1,2.0],"Note":"=1+1"}},' +
        '"0jMRtfHYXE7u4s_CQ2uVE9":{"attributes":{"Name":"D-015"},"Pset_DoorCommon":{"IsExternal":false}}}',
    );
    const { text, guardedCells } = await csvOf(snapshot);
    expect(text).toBe(
      "GlobalId,Name,Tag,OverallHeight,Pset_DoorCommon.IsExternal,Pset_DoorCommon.FireRating,Pset_DoorCommon.Reference," +
        "Pset_DoorCommon.Offset,Pset_DoorCommon.Sizes,Pset_DoorCommon.Note\r\n" +
        '2O2Fr$t4X7Zf8NOew3FNr2,"D-014, ""Entrée""",0012,2.10,true,"",,-0.02,"[1,2.0]",=1+1\r\n' +
        "0jMRtfHYXE7u4s_CQ2uVE9,D-015,,,false,,,,,\r\n",
    );
    expect(guardedCells).toBe(0);
  });

  it("tells no value from a missing property when asked to", async () => {
    const snapshot = await snapshotOf({ a: { P: { x: null, y: "NULL" } }, b: { P: { y: "" } } });
    expect((await csvOf(snapshot, { noneAs: "NULL" })).text).toBe(
      'GlobalId,P.x,P.y\r\na,NULL,"NULL"\r\nb,,""\r\n',
    );
    expect((await csvOf(snapshot)).text).toBe('GlobalId,P.x,P.y\r\na,,NULL\r\nb,,""\r\n');
  });

  it("of an empty table has its heading only", async () => {
    expect((await csvOf(await snapshotOf({}))).text).toBe("GlobalId\r\n");
  });

  it("has every row of a large table once, in pieces of 64 KiB", async () => {
    const count = 20_000;
    const rows = Array.from(
      { length: count },
      (_, i) => `"id${i}":{"P":{"number":${i},"text":"${"é".repeat(i % 40)}"}}`,
    );
    const snapshot = await snapshotOf(`{${rows.join(",")}}`);
    const pieces = await Array.fromAsync(iterateCsvOf(snapshot));
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.slice(0, -1).every((piece) => piece.length === 65_536)).toBe(true);
    const fields = readFields(Buffer.concat(pieces)).slice(1);
    expect(fields.map(([id, number]) => `${id?.text ?? ""} ${number?.text ?? ""}`)).toEqual(
      Array.from({ length: count }, (_, i) => `id${i} ${i}`),
    );
  });

  it("writes a cell of 10 MB and a row of 50,000 columns", async () => {
    const large = '"'.repeat(4_999_999);
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`p${i}`, i]));
    const { text } = await csvOf(
      await snapshotOf({ a: { P: wide }, b: { Q: {} }, c: { P: { p49999: large } } }),
    );
    const lines = text.split("\r\n");
    expect(lines[1]).toBe(`a,${Object.values(wide).join(",")}`);
    expect(lines[2]).toBe(`b${",".repeat(50_000)}`);
    expect(lines[3]).toBe(`c${",".repeat(50_000)}"${'""'.repeat(4_999_999)}"`);
  });

  it("stops when told to, and never reports that it is done", async () => {
    const snapshot = await snapshotOf(
      Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`id${i}`, { P: { x: "x".repeat(200) } }])),
    );
    const giveUp = new AbortController();
    let isDone = false;
    const reading = (async (): Promise<void> => {
      const pieces = iterateCsvOf(snapshot, { onGuarded: () => (isDone = true) }, giveUp.signal);
      for await (const piece of pieces) if (piece.length > 0) giveUp.abort();
    })();
    expect(await failureOf(reading)).toBe("CANCELLED");
    expect(isDone).toBe(false);
  });
});

describe("a CSV file for spreadsheets", () => {
  it("has the UTF-8 mark, semicolons and decimal commas, and quotes by its own delimiter", async () => {
    const snapshot = await snapshotOf(
      '{"a":{"P":{"x":-1.50e-3,"y":"a,b","z":"c;d","l":[1.5]}},"b":{"P":{"z":""}}}',
    );
    const { text } = await csvOf(snapshot, CSV_FOR_SPREADSHEETS);
    expect(text).toBe('\uFEFFGlobalId;P.x;P.y;P.z;P.l\r\na;-1,50e-3;a,b;"c;d";[1.5]\r\nb;;;"";\r\n');
  });

  it("guards every text that a spreadsheet would run, whatever stands in front of it, and nothing else", async () => {
    const others = [...NUMBERS_AND_SIGNS, ...HARMLESS];
    const texts = [...HOSTILE, ...others];
    const snapshot = await snapshotOf(
      Object.fromEntries(texts.map((text, i) => [`id${i}`, { P: { x: text } }])),
    );
    const { text, guardedCells } = await csvOf(snapshot, CSV_FOR_SPREADSHEETS);
    const fields = readFields(text, CSV_FOR_SPREADSHEETS).slice(1);
    expect(fields.map(([, field]) => field?.text)).toEqual([
      ...HOSTILE.map((hostile) => `'${hostile}`),
      ...others,
    ]);
    expect(fields.map(([, field]) => unguardText(field?.text ?? ""))).toEqual(texts);
    expect(guardedCells).toBe(HOSTILE.length);
    expect(snapshot.meta.columns[0]?.formulaTexts).toBe(HOSTILE.length + NUMBERS_AND_SIGNS.length);
  });

  it("guards hostile GlobalIds and headings as well", async () => {
    const answer = {
      "=1": { attributes: { "@Name": 1 }, "=cmd": { x: 1 }, " +P": { "=y": 1 }, Q: { "=z": 1 } },
    };
    const { text } = await csvOf(await snapshotOf(answer), CSV_FOR_SPREADSHEETS);
    expect(text).toBe("\uFEFFGlobalId;'@Name;'=cmd.x;' +P.=y;Q.=z\r\n'=1;1;1;1;1\r\n");
  });

  it("takes a guard off again without doubt, for any text", () => {
    const text = fc.oneof(
      anyUnicode({ maxLength: 8 }),
      fc.string({ maxLength: 8, unit: fc.constantFrom(...charsOf("'=+-@ \t.,059e%a")) }),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(unguardText(guardText(value))).toBe(value);
      }),
      { numRuns: repeatsOf(20_000) },
    );
  });
});

describe("headings", () => {
  const name = fc.oneof(
    fc.string({ maxLength: 8, unit: "grapheme" }),
    fc.string({ maxLength: 6, unit: fc.constantFrom(...charsOf("\\.#12a='+ ")) }),
    fc.constantFrom("GlobalId", "\\GlobalId", "P#2", "P\\#2", "P.x", "'=x"),
  );
  const instance = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }));

  it("lead back to their column, so no two columns share one", () => {
    const partsOf = <Origin extends string>(
      origin: Origin,
      set: fc.Arbitrary<string>,
      setInstance = instance,
    ) =>
      fc.record({
        origin: fc.constant(origin),
        set,
        setInstance,
        property: name,
        propertyInstance: instance,
      });
    const attribute = partsOf("attribute", fc.constant(""), fc.constant(1));
    fc.assert(
      fc.property(fc.oneof(attribute, partsOf("set", name)), (parts) => {
        expect(parseHeading(headingOf(parts))).toEqual(parts);
        expect(headingOf(parts)).not.toBe("GlobalId");
      }),
      { numRuns: repeatsOf(5_000) },
    );
    expect(parseHeading("GlobalId")).toBeNull();
  });

  it("stay as people know them where nothing collides", async () => {
    const answer =
      '{"a":{"attributes":{"Name":1,"GlobalId":2,"A.b":3},"A":{"b":4,"b":5,"No. #2":6},"A":{"b":7},"Ä.1":{"x.y":8}}}';
    const { text } = await csvOf(await snapshotOf(answer));
    expect(readFields(text)[0]?.map((field) => field.text)).toEqual([
      "GlobalId",
      "Name",
      "\\GlobalId",
      "A\\.b",
      "A.b",
      "A.b#2",
      "A.No. \\#2",
      "A#2.b",
      "Ä\\.1.x.y",
    ]);
  });
});
