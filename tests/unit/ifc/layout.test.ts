import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatsOf } from "#tests/support/repeats.ts";
import { listFixtures, read, readFixture, stepFile } from "./support.ts";

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
    const plain = await read(stepFile(RECORDS.join("\n")));
    expect(plain.result.errors).toEqual([]);
    const tokens = RECORDS.join("").match(TOKEN) ?? [];
    const choices = fc.array(fc.constantFrom(...BLANKS), {
      minLength: tokens.length,
      maxLength: tokens.length,
    });
    await fc.assert(
      fc.asyncProperty(choices, fc.constantFrom(64, 200, 1 << 20), async (blanks, windowBytes) => {
        const spread = tokens.map((token, at) => token + (blanks[at] ?? "")).join("");
        const { result, classes } = await read(stepFile(spread), { limits: { windowBytes } });
        expect(result.errors).toEqual([]);
        expect(classes).toEqual(plain.classes);
      }),
      { numRuns: repeatsOf(150, 30) },
    );
  }, 60_000);

  it("does not matter: order of records, lower case keywords, CR as line end", async () => {
    const plain = await read(stepFile(RECORDS.join("\n")));
    const turned = await read(stepFile([...RECORDS].reverse().join("\n")));
    expect(turned.classes).toEqual(plain.classes);
    const lower = RECORDS.map((record) =>
      record.replaceAll(/\bIFC[A-Z]+(?=\()/g, (name) => name.toLowerCase()),
    );
    const small = await read(stepFile(lower.join("\n")));
    expect(small.classes["IfcWall"]?.["0000000000000000000WAL"]?.["Pset"]).toEqual(
      plain.classes["IfcWall"]?.["0000000000000000000WAL"]?.["Pset"],
    );
    expect((await read(stepFile(RECORDS.join("\r"), "IFC4", "\r"))).classes).toEqual(plain.classes);
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
    const [plain, other] = [
      await read(Buffer.from(text, "latin1")),
      await read(Buffer.from(turned, "latin1")),
    ];
    expect(other.result.errors).toEqual([]);
    for (const [name, elements] of Object.entries(plain.classes)) {
      const sortKeys = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
      expect(sortKeys(other.classes[name])).toEqual(sortKeys(elements));
    }
  });

  it("is told in errors by record and line, whatever ends the lines", async () => {
    for (const newline of ["\n", "\r\n", "\r"]) {
      const records = [...RECORDS, "#9=IFCPROPERTYSINGLEVALUE('A,$,$,$);", "#10=IFCWALL($);"];
      const { result } = await read(stepFile(records.join(newline), "IFC4", newline));
      expect(result.errors).toEqual([
        "record #9, line 15: a text is not closed with an apostrophe; the record was skipped",
      ]);
    }
  });
});

describe("damage", () => {
  const seeds = listFixtures().map((name) => readFixture(name).subarray(0, 30_000));

  it("of any kind never ends in an exception, a hang or a fault", { timeout: 120_000 }, async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      kind: fc.constantFrom("set", "cut", "double", "drop", "swap"),
      text: fc.oneof(
        fc.constantFrom(
          "'",
          ";",
          "(",
          ")",
          "#",
          "=",
          "/*",
          "*/",
          "\\X2\\",
          "$",
          ",",
          "\n",
          "\0",
          "#1=",
          "ENDSEC;",
          "99999999999",
        ),
        fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
      ),
      length: fc.integer({ min: 1, max: 400 }),
    });
    const windows = fc.constantFrom(64, 1000, 1 << 20);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        windows,
        async (seed, changes, windowBytes) => {
          let content = seeds[seed % seeds.length] ?? Buffer.alloc(0);
          for (const { at, kind, text, length } of changes) {
            const from = Math.floor(at * content.length);
            const piece = content.subarray(from, from + length);
            const [before, after] = [content.subarray(0, from), content.subarray(from + length)];
            const middle = {
              set: [Buffer.from(text, "latin1")],
              cut: [],
              double: [piece, piece],
              drop: [],
              swap: [],
            }[kind];
            content = Buffer.concat(
              kind === "swap"
                ? [after, piece, before]
                : kind === "cut"
                  ? [before]
                  : [before, ...middle, after],
            );
          }
          const { result } = await read(content, { limits: { windowBytes, readAheadBytes: windowBytes } });
          expect(result.errors.join("\n")).not.toMatch(/fault of this server/);
          expect(result.errors.length === 0).toBe(result.status === "ok");
          expect(result.errors.length).toBeLessThanOrEqual(101);
        },
      ),
      { numRuns: repeatsOf(2_000, 400) },
    );
  });
});
