/** Citations of the service's contract: `docs/service "Heading"`, also several headings in a row. */
import type { Source } from "./source-files.ts";

const CITATION = /docs\/service ((?:"[^"]+"(?:, (?:and )?| and )?)+)/g;
/** Where a comment continues in the next line. */
const LINE_BREAK = /\s*\n\s*(?:\*|\/\/+)?\s*/g;

/** The headings that a source names, in order. */
export function findCitations(source: string): string[] {
  if (!source.includes("docs/service")) return [];
  const text = source.replaceAll(LINE_BREAK, " ");
  return [...text.matchAll(CITATION)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, heading = ""]) => heading),
  );
}

/** The citations of missing headings, with their files. */
export function findLost(sources: readonly Source[], headings: ReadonlySet<string>): string[] {
  return sources.flatMap(({ path, text }) =>
    findCitations(text)
      .filter((heading) => !headings.has(heading))
      .map((heading) => `${path}: "${heading}"`),
  );
}

/** The headings of a Markdown document, of every level. */
export function findHeadings(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim());
}
