/** The catalogues as stored on disk. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** A language's texts by file. */
export function readCatalogueFiles(language: string): Map<string, Record<string, string>> {
  const folder = join(ROOT, "texts", language);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    files.map((name) => [
      name,
      JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>,
    ]),
  );
}
