import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "#lib/ifc/step/text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { read, readWall, stepFile } from "./support.ts";

describe("decodeText", () => {
  it.each([
    ["plain", "plain"],
    ["it''s", "it's"],
    ["C:\\\\Temp", "C:\\Temp"],
    ["\\X\\E9", "é"],
    ["\\S\\i", "é"],
    ["\\S\\''", "§"],
    ["\\PE\\\\S\\P", "а"],
    ["\\PA\\\\S\\i\\PE\\\\S\\P\\S\\Q", "éаб"],
    ["\\X2\\00E900DF\\X0\\", "éß"],
    ["\\X2\\0054\\X0\\\\X2\\00FC\\X0\\r", "Tür"],
    ["\\X2\\D83DDE00\\X0\\", "😀"],
    ["\\X2\\D83D\\X0\\\\X2\\DE00\\X0\\", "😀"],
    ["\\X4\\0001F600\\X0\\", "😀"],
    ["a\\N\\b\\F\\c", "abc"],
    ["wrapped\r\nline", "wrappedline"],
    ["\\X2\\00\n\rE9\\X0\\", "é"],
    ["\u00c3\u00a9", "é"],
    ["\u00e9 \u0080", "é €"],
    ["\0 \\X\\00", "\ufffd \ufffd"],
    ["\\X2\\D83D\\X0\\", "\ufffd"],
    ["\\X4\\00110000\\X0\\", "\ufffd"],
    ["C:\\Users\\Anna", "C:\\Users\\Anna"],
    ["\\X2\\zz", "\\X2\\zz"],
    ["\\X\\Z", "\\X\\Z"],
    ["\\", "\\"],
    ["", ""],
  ])("reads %j as %j", (raw, text) => {
    expect(decodeText(raw)).toBe(text);
  });

  it("never throws and always gives well-formed text, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(decodeText(Buffer.from(bytes).toString("latin1")).isWellFormed()).toBe(true);
      }),
      { numRuns: repeatsOf(5_000, 1_000) },
    );
  });
});

/** Different spellings that all mean the same character. */
function writings(letter: string): string[] {
  const point = letter.codePointAt(0) ?? 0;
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, "0");
  const units = Array.from({ length: letter.length }, (_, at) => hex(letter.charCodeAt(at), 4)).join("");
  const ways = [`\\X2\\${units}\\X0\\`, `\\X4\\${hex(point, 8)}\\X0\\`];
  if (point <= 0xff) ways.push(`\\X\\${hex(point, 2)}`);
  if (point >= 0xa0 && point <= 0xfe)
    ways.push(`\\S\\${String.fromCharCode(point - 0x80)}`.replace("'", "''"));
  if (letter === "'") ways.push("''");
  else if (letter === "\\") ways.push("\\\\");
  else if (point >= 0x20 && point < 0x7f) ways.push(letter);
  return ways;
}

const writtenText = fc.array(
  fc.tuple(
    fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 1 }).map((text) => [...text][0] ?? "x"),
    fc.nat(),
    fc.constantFrom("", "", "", "\n", "\r\n"),
  ),
  { maxLength: 12 },
);

describe("text in a file", () => {
  it("comes back from every way of writing it, wrapped or not", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writtenText, { minLength: 1, maxLength: 20 }), async (texts) => {
        const meant = texts.map((parts) =>
          parts.map(([letter]) => (letter === "\0" ? "\ufffd" : letter)).join(""),
        );
        const records = texts.map((parts, at) => {
          const written = parts.map(([letter, way, wrap]) => {
            const ways = writings(letter);
            return (ways[way % ways.length] ?? "") + wrap;
          });
          return `#${String(10 + at)}=IFCPROPERTYSINGLEVALUE('P${String(at)}',$,IFCLABEL('${written.join("")}'),$);`;
        });
        const set = await readWall(
          records.join("\n"),
          texts.map((_, at) => 10 + at),
        );
        expect(Object.values(set)).toEqual(meant);
      }),
      { numRuns: 60 },
    );
  });

  it("is the same key and column however its name is written", async () => {
    const { result, classes } = await read(
      stepFile([
        "#1=IFCWALL('0000000000000000000WAL',$,$,$,$,$,$,$,$);",
        "#2=IFCPROPERTYSET('0000000000000000000SE1',$,'T\\X\\FCr',$,(#10));",
        "#3=IFCPROPERTYSET('0000000000000000000SE2',$,'T\\X2\\00FC\\X0\\r',$,(#11));",
        "#4=IFCRELDEFINESBYPROPERTIES('0000000000000000000RE1',$,$,$,(#1),#2);",
        "#5=IFCWALLTYPE('0000000000000000000TYP',$,$,$,$,(#3),$,$,$,.SOLID.);",
        "#6=IFCRELDEFINESBYTYPE('0000000000000000000RE2',$,$,$,(#1),#5);",
        "#10=IFCPROPERTYSINGLEVALUE('H\\S\\vhe',$,IFCREAL(1.),$);",
        "#11=IFCPROPERTYSINGLEVALUE('H\\X\\F6he',$,IFCREAL(2.),$);",
      ]),
    );
    expect(result.errors).toEqual([]);
    expect(classes["IfcWall"]?.["0000000000000000000WAL"]).toEqual({ attributes: {}, Tür: { Höhe: 1 } });
  });
});
