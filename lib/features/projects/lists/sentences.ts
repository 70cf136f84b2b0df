/**
 * Translates what was stored about a row that cannot be sent. In rows from before sentences had parts, several sentences may follow each
 * other, some with the column that they are about. Pure.
 */
import { told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { msg } from "#lib/core/texts.ts";

/** No longer written, but stored in rows of older lists. */
export const FORMER_SENTENCES = [
  msg("Line {line} has the same name under the same parent."),
  msg("Project {id} has this name under the same parent."),
  msg("The parent “{name}” in line {line} is left out. Correct that line, then prepare the list again."),
] as const;

/** More than any verdict has; a longer text is somebody's own and counts as one sentence. */
const PARTS_MAX = 8;
const ABOUT_COLUMN = /^(name|description|status|parentId|mainModelId|logo): (.+)$/s;

/** A row's detail in the current language. In a detail without parts, an unrecognised sentence stays unchanged. */
export function tellSentences(written: Sentence): string {
  if (typeof written !== "string") return told(written);
  const parts = written.split(/(?<=\.) /);
  if (parts.length > PARTS_MAX) return told(written);
  const sentences: string[] = [];
  for (let from = 0; from < parts.length;) {
    const { words, length } = tellNext(parts.slice(from));
    sentences.push(words);
    from += length;
  }
  return sentences.join(" ");
}

/** The shortest beginning that is recognised; some texts are two sentences. */
function tellNext(parts: readonly string[]): { words: string; length: number } {
  for (let length = 1; length <= parts.length; length += 1) {
    const written = parts.slice(0, length).join(" ");
    const words = tellOne(written);
    if (words !== written) return { words, length };
  }
  return { words: parts[0] ?? "", length: 1 };
}

function tellOne(written: string): string {
  const words = told(written);
  const [, column, problem] = words === written ? (ABOUT_COLUMN.exec(written) ?? []) : [];
  return column === undefined || problem === undefined ? words : `${column}: ${told(problem)}`;
}
