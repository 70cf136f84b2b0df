/**
 * Words that are wrong, or look wrong, in every place where a STEP file has a word: the reader ends with a typed result, as in
 * mutations.test.ts. Most of them once broke a reader somewhere.
 */
import { expect, test } from "vitest";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { faultOf, readSmall } from "./sound-result.ts";
import { stepFile } from "./support.ts";

const REFERENCES = [
  ...["#", "##4", "#4#5", "#12f4", "#+29", "#-1", "#0", "#1", "#4."],
  ...[`#${"0".repeat(28)}4`, `#${"9".repeat(30)}`],
];
const ENUMERATIONS = [".", "..", ".T", "T.", ".-1.", ".TRUE.", ".\xc9.", ".A B.", ".NULL."];
const TEXTS = [
  ...["'", "''", "'open", "'a''", "'''", "'a' 'b'", "'a'b", "'__proto__'", "'constructor'"],
  ...["'\0'", "'\xff'", "'a\nb'", "'\\X2\\00E9'", "'\\X2\\D800\\X0\\'", "'\\X2\\00E\\X0\\'"],
  "'\\X4\\00110000\\X0\\'",
  "'\\X0\\'",
  "'\\S\\'",
  "'\\P\\'",
  "'\\PZ\\'",
  "'\\X\\G1'",
  "'\\X\\'",
  "'\\'",
  "'\\\\'",
];
const NUMBERS = [
  ...["-", "+", "1", "1.", ".5", "1E", "1.E", "1E+", "1.E400", "-1.E-400", "-0.", "0x10", "1,5", "1.2.3"],
  ...["nan", "INF", "9".repeat(400), `0.${"0".repeat(400)}1`, "\xb9", "1 2"],
];
const OTHERS = [
  ...["", "$", "*", "$$", "**", ",", ";", "=", "(", ")", "()", "(())", "(,)", "((((((((", "))))"],
  '"',
  '""',
  '"0',
  '"0FG"',
  '"4F"',
  "/*",
  "*/",
  "/* x */",
  "/* /* */",
  "\0",
  "\r",
  "\xef\xbb\xbf",
  "&SCOPE",
  ...["IFCLABEL", "IFCLABEL(", "IFCLABEL()", "IFCLABEL('x'", "IFCLABEL('x','y')", "IFCNOSUCH('x')"],
  ...["ifclabel('x')", "IFCREAL('x')", "IFCBOOLEAN(1)", "IFCLABEL(IFCLABEL('x'))", "IFCLABEL(#1)"],
  ...["ENDSEC", "DATA", "__proto__", "'IFC2X3'", "'IFC9'"],
];
const WORDS = [...REFERENCES, ...ENUMERATIONS, ...TEXTS, ...NUMBERS, ...OTHERS];

type Parts = { id: string; globalId: string; name: string; value: string; elements: string; members: string };
const SOUND: Parts = {
  id: "#4",
  globalId: "'0000000000000000000DOR'",
  name: "'Door'",
  value: "IFCLABEL('x')",
  elements: "(#1)",
  members: "(#4)",
};

function door(changed: Partial<Parts>): string {
  const { id, globalId, name, value, elements, members } = { ...SOUND, ...changed };
  return stepFile([
    `#1=IFCDOOR(${globalId},$,${name},$,$,$,$,$,$,$,$,$,$);`,
    `#2=IFCPROPERTYSET('0000000000000000000SET',$,'Pset',$,${members});`,
    `#3=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,${elements},#2);`,
    `${id}=IFCPROPERTYSINGLEVALUE('A',$,${value},$);`,
  ]);
}

const PLACES: readonly (readonly [name: string, file: (word: string) => string])[] = [
  ["an attribute", (word) => door({ name: word })],
  ["a GlobalId", (word) => door({ globalId: word })],
  ["a value", (word) => door({ value: word })],
  ["a value with its type", (word) => door({ value: `IFCLABEL(${word})` })],
  ["the elements of a relation", (word) => door({ elements: word })],
  ["a member of a list", (word) => door({ members: `(#4,${word})` })],
  ["the number of a record", (word) => door({ id: word })],
  ["the schema", (word) => door({}).split("'IFC4'").join(word)],
];

const dir = await useScratchFolder("hand-made");

test("the words are more than three hundred files", () => {
  expect(new Set(WORDS).size).toBe(WORDS.length);
  expect(WORDS.length * PLACES.length).toBeGreaterThan(300);
});

test.each(PLACES)("every word as %s ends soundly", async (_place, file) => {
  expect(faultOf(dir, await readSmall(dir, Buffer.from(door({}), "latin1")))).toBeNull();
  const states = new Set<string>();
  for (const word of WORDS) {
    const result = await readSmall(dir, Buffer.from(file(word), "latin1"));
    states.add(result.status);
    expect(faultOf(dir, result), JSON.stringify(word)).toBeNull();
    for (const message of result.errors) expect(message, JSON.stringify(word)).toMatch(/^[\p{L}#“"\d]/u);
  }
  expect([...states].sort()).toEqual(["failed", "ok"]);
});

test("no name of a file reaches the prototype of objects", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)["Pset"]).toBeUndefined();
});
