import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatsOf } from "#tests/support/repeats.ts";
import { read, readFixture, stepFile } from "./support.ts";

const RECORDS = [
  "#1=IFCWALL('0000000000000000000WAL',$,'It''s; a #9=IFCWALL(/* wall */',$,$,#7,$,'T',.SOLIDWALL.);",
  "#2=IFCPROPERTYSET('0000000000000000000SET',$,'Pset',$,(#4,#5,#6));",
  "#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1),#2);",
  "#4=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('x'),$);",
  "#5=IFCPROPERTYLISTVALUE('B',$,(IFCREAL(1.5),IFCBOOLEAN(.T.)),$);",
  "#6=IFCCOMPLEXPROPERTY('C','d','u',(#4,#5));",
  "#8=IFCCARTESIANPOINT((0.,0.,0.));",
];
const TOKEN = /'(?:[^']|'')*'|[A-Z][A-Z0-9]*|\.[A-Z]+\.|#\d+|-?\d[\d.]*|[=(),;$*]/g;
const BLANKS = ["", " ", "\n", "\r\n", "\t", "  \n ", "/**/", "/* ; ' #1= */", "/*\n*/ ", "\r"];

describe("layout", () => {
  it("does not matter: blanks, line breaks and comments between any two tokens", async () => {
    const plain = await read(stepFile(RECORDS));
    expect(plain.result.errors).toEqual([]);
    const tokens = RECORDS.join("").match(TOKEN) ?? [];
    const { length } = tokens;
    const choices = fc.array(fc.constantFrom(...BLANKS), { minLength: length, maxLength: length });
    await fc.assert(
      fc.asyncProperty(choices, fc.constantFrom(64, 200, 1 << 20), async (blanks, windowBytes) => {
        const spread = tokens.map((token, at) => token + (blanks[at] ?? "")).join("");
        const { result, classes } = await read(stepFile(spread), { limits: { windowBytes } });
        expect(result.errors).toEqual([]);
        expect(classes).toEqual(plain.classes);
      }),
      { numRuns: repeatsOf(150, 30) },
    );
  });

  it("does not matter: order of records, lower case keywords, CR as line end", async () => {
    const plain = await read(stepFile(RECORDS));
    const turned = await read(stepFile(RECORDS.toReversed()));
    expect(turned.classes).toEqual(plain.classes);
    const lower = RECORDS.map((record) =>
      record.replaceAll(/\bIFC[A-Z]+(?=\()/g, (name) => name.toLowerCase()),
    );
    const small = await read(stepFile(lower));
    expect(small.classes["IfcWall"]?.["0000000000000000000WAL"]?.["Pset"]).toEqual(
      plain.classes["IfcWall"]?.["0000000000000000000WAL"]?.["Pset"],
    );
    expect((await read(stepFile(RECORDS, "IFC4", "\r"))).classes).toEqual(plain.classes);
  });

  it("does not matter for a real file: all its records turned round", async () => {
    const text = readFixture("lillebru-bridge-tekla.ifc").toString("latin1");
    const start = text.indexOf("DATA;") + 5;
    const end = text.lastIndexOf("ENDSEC;");
    const records = text
      .slice(start, end)
      .split(/;\s*\n/)
      .filter((record) => record.trim() !== "");
    const turned = `${text.slice(0, start)}\n${records.reverse().join(";\n")};\n${text.slice(end)}`;
    const [plain, other] = [await read(text), await read(turned)];
    expect(other.result.errors).toEqual([]);
    expect(other.classes).toEqual(plain.classes);
  });

  it("is told in errors by record and line, whatever ends the lines", async () => {
    for (const newline of ["\n", "\r\n", "\r"]) {
      const records = [...RECORDS, "#9=IFCPROPERTYSINGLEVALUE('A,$,$,$);", "#10=IFCWALL($);"];
      const { result } = await read(stepFile(records, "IFC4", newline));
      expect(result.errors).toEqual([
        "record #9, line 15: a text is not closed with an apostrophe; the record was skipped",
      ]);
    }
  });
});
