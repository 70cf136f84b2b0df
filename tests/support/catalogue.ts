/** The texts in the code, and the catalogues that must contain them: found in the sources by their markers, compared as sets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "..", "..");
const MARKS = ["t", "msg", "say", "kept", "wire", "rich"];

export type FoundText = { mark: string; text: string; file: string; line: number };

/** Every text in `folders` with one of the marks, and the marks whose text is not a literal. */
export function findTexts(
  folders = ["app", "lib", "tests/support/sentences"],
  marks: readonly string[] = MARKS,
): { texts: FoundText[]; unreadable: string[] } {
  // Parsing is the work: a file in which no mark is called has no text.
  const mayMark = new RegExp(`\\b(?:${marks.join("|")})\\s*[<(]`);
  const texts: FoundText[] = [];
  const unreadable: string[] = [];
  for (const file of folders.flatMap(listSources)) {
    const content = readFileSync(join(ROOT, file), "utf8");
    if (!mayMark.test(content)) continue;
    const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (
        ts.isCallExpression(node) &&
        ts.isIdentifier(node.expression) &&
        marks.includes(node.expression.text)
      ) {
        const [given] = node.arguments;
        const mark = node.expression.text;
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        const literals = given === undefined ? [] : literalsOf(given);
        texts.push(...literals.map((text) => ({ mark, text, file, line })));
        // `t` also translates texts from a table of marked texts.
        if (literals.length === 0 && mark !== "t") unreadable.push(`${file}:${String(line)}`);
      }
      node.forEachChild(visit);
    };
    visit(source);
  }
  return { texts, unreadable };
}

/** `cond ? "a" : "b"` has two. */
function literalsOf(given: ts.Expression): string[] {
  if (ts.isStringLiteralLike(given)) return [given.text];
  if (ts.isConditionalExpression(given))
    return [...literalsOf(given.whenTrue), ...literalsOf(given.whenFalse)];
  return [];
}

/** The names of the placeholders and tags of a message, sorted; throws for an invalid message. */
export function placesOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument) names.add(element.value);
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        names.add(element.value);
        for (const { value } of Object.values(element.options)) visit(value);
      }
      if (element.type === TYPE.tag) {
        names.add(`<${element.value}>`);
        visit(element.children);
      }
    }
  };
  visit(parse(message));
  return [...names].toSorted();
}

function listSources(folder: string): string[] {
  return (
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("generated"),
      )
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
      // Texts on the command line are in English; the last two files are the marks themselves.
      .filter(
        (path) =>
          !/^lib\/(boot\/(?!edge\/refusal|backup\/settle-restored)|core\/(kept-)?texts\.ts)/.test(path),
      )
  );
}
