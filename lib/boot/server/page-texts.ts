/**
 * Which texts the scripts of a page contain, read from the build: a German page needs them before its own code begins, and no others. For
 * pages that translate nothing but texts of their own code; others show sentences of the server, and need all texts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalogue } from "#lib/core/texts.ts";

/** Addresses as Next writes them. */
const PAGES = ["/clouds/[cloudId]/projects/[projectId]/models/[modelId]"] as const;

/** A text that is not simply what is between two quotes of a script. */
const IS_ESCAPED = /["'`\\\p{C}]|(?! )\p{Z}/u;

export type PageTexts = { readonly isAt: (path: string) => boolean; readonly texts: Catalogue };

/**
 * The pages with their texts of `catalogue`; none where the build does not tell which scripts a page has.
 * @param build Next's folder (.next)
 */
export function listPageTexts(build: string, catalogue: Catalogue): PageTexts[] {
  const routes = readRoutes(build);
  return PAGES.flatMap((page) => {
    const scripts = routes.find(({ route }) => route === page)?.firstLoadChunkPaths;
    if (scripts === undefined) return [];
    const code = scripts.map((path) => readFileSync(join(build, "..", path), "utf8")).join("\n");
    const words = new Set(code.split(/["'`]/));
    const texts = Object.entries(catalogue).filter(
      ([text]) =>
        words.has(text) || (IS_ESCAPED.test(text) && waysToWrite(text).some((way) => code.includes(way))),
    );
    return [{ isAt: (path) => isAt(page, path), texts: Object.fromEntries(texts) }];
  });
}

function isAt(page: string, path: string): boolean {
  const given = path.split("/");
  const parts = page.split("/");
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith("[") || part === given[at])
  );
}

function waysToWrite(text: string): string[] {
  const quoted = JSON.stringify(text).slice(1, -1);
  const ascii = quoted.replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [text, quoted, ascii, text.replaceAll("'", "\\'")];
}

type Route = { route: string; firstLoadChunkPaths: string[] };

/** Written by every build, but not documented: without it each page loads all texts, and a browser test fails (e2e/first-load). */
function readRoutes(build: string): Route[] {
  try {
    return JSON.parse(readFileSync(join(build, "diagnostics", "route-bundle-stats.json"), "utf8")) as Route[];
  } catch {
    return [];
  }
}
