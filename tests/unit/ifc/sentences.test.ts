/** Every sentence that the reader writes about files is among those that the portal can tell in another language, in all its parts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { told } from "#lib/core/language/kept-texts.ts";
import { READER_SENTENCES } from "#tests/support/sentences/reader.ts";
import { useGerman } from "#tests/support/in-german.ts";
import { read, stepFile } from "./support.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const FOLDERS = ["lib/ifc", "lib/ifc/step", "lib/ifc/model"];
/** Texts for programmers, or names of states. */
const NOT_SAID = new Set(["no opening bracket", "string open to the end", "the record is closed"]);

/** Texts of at least three words, with `{}` for each inserted value; shorter texts only join others. */
function listSentences(): string[] {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(ROOT, folder)).filter((file) => file.endsWith(".ts"))) {
      const text = readFileSync(join(ROOT, folder, name), "utf8");
      const visit = (node: ts.Node): void => {
        const said = textOf(node);
        if (said !== null && /[a-z]+ \S+ \S+/i.test(said)) found.add(said);
        node.forEachChild(visit);
      };
      visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
    }
  }
  return [...found].filter((text) => !NOT_SAID.has(text));
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

test("every sentence of the reader, or a part of one, is marked to be told", () => {
  const marked = READER_SENTENCES.map((text) => text.replaceAll(/\{\w+\}/g, "{}"));
  // Parts are joined at their ends, and two adjacent values count as one.
  const inside = (text: string): string =>
    text
      .replaceAll(/^(?:\{\})+|(?:\{\})+$/g, "")
      .replaceAll("{} {}", "{}")
      .trim();
  const sentences = listSentences();
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.filter((text) => !marked.some((known) => known.includes(inside(text))))).toEqual([]);
});

useGerman();

test("a sentence with a place, a cause and words of the file is told whole", () => {
  expect(
    [
      "This is not an IFC file: the file does not begin with “ISO-10303-21;”.",
      "In the archive: The file states the schema IFC5; IFC2X3, IFC4 and IFC4X3 can be read. Export it in one of these.",
      "record #4711, line 90213: a text is not closed with an apostrophe; the record was skipped",
      'line 12: a record must begin with #number=; found "#12 IFCWALL("; skipped',
      "3 of 12 IfcDoor records do not have the 10 attributes of the schema; those present were read in order.",
      'The archive contains no .ifc file (found "a.zip"). An archive within an archive is not opened.',
    ].map(told),
  ).toEqual([
    "Das ist keine IFC-Datei: Die Datei beginnt nicht mit „ISO-10303-21;“.",
    "Im Archiv: Die Datei nennt das Schema IFC5; lesbar sind IFC2X3, IFC4 und IFC4X3. Exportieren Sie sie in einem davon.",
    "Datensatz #4711, Zeile 90213: ein Text ist nicht mit einem Apostroph geschlossen; der Datensatz wurde übersprungen",
    "Zeile 12: ein Datensatz muss mit #Nummer= beginnen; gefunden: „#12 IFCWALL(“; übersprungen",
    "3 von 12 IfcDoor-Datensätzen haben nicht die 10 Attribute des Schemas; die vorhandenen wurden der Reihe nach gelesen.",
    'Das Archiv enthält keine .ifc-Datei (gefunden: "a.zip"). Ein Archiv in einem Archiv wird nicht geöffnet.',
  ]);
});

test("of a FILE_SCHEMA of any length the beginning is quoted, and the sentence keeps its end", async () => {
  const { result } = await read(stepFile("", "record #1, line 2: ".repeat(500)));
  expect(result.errors).toEqual([
    `The file states the schema ${"record #1, line 2: ".repeat(500).slice(0, 99)}…; IFC2X3, IFC4 and IFC4X3 can be read. Export it in one of these.`,
  ]);
});

test("no sentence about a file is longer than 600 characters, whatever the file says in it", async () => {
  const guid = "x".repeat(100_000);
  const wall = (id: number): string => `#${String(id)}=IFCWALL('${guid}',$,$,$,$,$,$,$,$);`;
  const { result } = await read(stepFile(`${wall(1)}\n${wall(2)}`));
  const said = [...result.errors, ...result.warnings];
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((text) => text.length > 600)).toEqual([]);
});
