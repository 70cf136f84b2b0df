/**
 * `npm run texts [-- <folder>…]`: prints, as JSON to be filled in, the texts of the code that a catalogue lacks, and its unused entries.
 */
import { findTexts } from "./catalogue.ts";
import { readCatalogueFiles } from "./catalogue-files.ts";

const folders = process.argv.slice(2);
const wanted = new Set(findTexts(folders.length > 0 ? folders : undefined).texts.map(({ text }) => text));
const everywhere = new Set(findTexts().texts.map(({ text }) => text));
const files = readCatalogueFiles("de");
const there = new Set([...files.values()].flatMap((texts) => Object.keys(texts)));
const missing = [...wanted].filter((text) => !there.has(text));
process.stdout.write(`${JSON.stringify(Object.fromEntries(missing.map((text) => [text, ""])), null, 2)}\n`);
for (const [file, texts] of files) {
  for (const text of Object.keys(texts)) {
    if (!everywhere.has(text)) process.stderr.write(`${file} has in vain: ${text}\n`);
  }
}
