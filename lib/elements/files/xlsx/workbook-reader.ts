/*
 * A reader that checks workbooks: yauzl for the archive, saxes for the XML, and the escapes of SpreadsheetML. It shares no code with the
 * writer, understands only inline texts, numbers and truth values, and rejects every formula.
 */
import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { kept } from "#lib/core/language/kept-texts.ts";
import { ReadBackMismatch } from "../written.ts";

export type SheetCell = { type: "text" | "number" | "boolean"; text: string };
/** Cells by column, counted from 0; `number` is the row's number, counted from 1. */
export type SheetRow = { number: number; cells: ReadonlyMap<number, SheetCell> };

/** Opens a workbook. The caller closes it. @throws ReadBackMismatch when the file is not a workbook */
export async function openWorkbook(path: string) {
  const zip = await openZip(path);
  try {
    const entries = await listEntries(zip);
    const names = await readNames(zip, entries);
    return {
      /** Names of the sheets in order. */
      sheets: [...names.keys()],
      /** The rows of a sheet in order. @throws ReadBackMismatch */
      iterate: (name: string) => iterateSheet(zip, entries.get(names.get(name) ?? "")),
      close: (): void => zip.close(),
    };
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
}

export type WorkbookReader = Awaited<ReturnType<typeof openWorkbook>>;

function openZip(path: string): Promise<ZipFile> {
  return openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw new ReadBackMismatch(kept("it is not an archive: “{text}”", { text: messageIn(error) }));
  });
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  // A later error, of closing the file, says nothing about its content.
  zip.on("error", () => undefined);
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    throw new ReadBackMismatch(kept("its list of parts: “{text}”", { text: String(error) }));
  }
  return entries;
}

async function openEntry(zip: ZipFile, entry: Entry | undefined): Promise<Readable> {
  if (entry === undefined) throw new ReadBackMismatch(kept("a part is missing"));
  return zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw new ReadBackMismatch(kept("a part cannot be opened: “{text}”", { text: messageIn(error) }));
  });
}

const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sheet name → path, resolved through the relations. */
async function readNames(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await parsePart(zip, entries.get("xl/_rels/workbook.xml.rels"), (name, attributes) => {
    if (name === "Relationship") targets.set(attributes["Id"] ?? "", attributes["Target"] ?? "");
  });
  const names = new Map<string, string>();
  await parsePart(zip, entries.get("xl/workbook.xml"), (name, attributes) => {
    if (name === "sheet")
      names.set(attributes["name"] ?? "", `xl/${targets.get(attributes["r:id"] ?? "") ?? ""}`);
  });
  return names;
}

async function parsePart(
  zip: ZipFile,
  entry: Entry | undefined,
  onTag: (name: string, attributes: Record<string, string>) => void,
): Promise<void> {
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    onTag(name, attributes);
  });
  for await (const text of textsOf(await openEntry(zip, entry))) parser.write(text);
  parser.close();
}

async function* textsOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const bytes of stream as AsyncIterable<Uint8Array>)
    yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* iterateSheet(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<SheetRow> {
  const stream = await openEntry(zip, entry);
  const sheet = new SheetParser();
  try {
    for await (const text of textsOf(stream)) {
      sheet.parser.write(text);
      yield* sheet.rows.splice(0);
    }
    sheet.parser.close();
    yield* sheet.rows.splice(0);
  } catch (thrown) {
    if (thrown instanceof ReadBackMismatch) throw thrown;
    throw new ReadBackMismatch(kept("a sheet cannot be read: “{text}”", { text: String(thrown) }));
  } finally {
    stream.destroy();
  }
}

const TYPES = new Map<string, SheetCell["type"]>([
  ["inlineStr", "text"],
  ["n", "number"],
  ["b", "boolean"],
]);

class SheetParser {
  readonly parser = new SaxesParser();
  readonly rows: SheetRow[] = [];
  #number = 0;
  #cells = new Map<number, SheetCell>();
  #cell: { column: number; type: SheetCell["type"] } | null = null;
  /** Text of the value being read; null outside a value. */
  #text: string | null = null;
  #value: string | null = null;

  constructor() {
    this.parser.on("opentag", ({ name, attributes }) => {
      this.#open(name, attributes);
    });
    this.parser.on("text", (text) => {
      if (this.#text !== null) this.#text += text;
    });
    this.parser.on("closetag", ({ name }) => {
      this.#close(name);
    });
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === "f") throw new ReadBackMismatch(kept("it has a formula"));
    if (name === "row") {
      this.#number = Number(attributes["r"]);
      this.#cells = new Map();
    } else if (name === "c") {
      const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/.exec(attributes["r"] ?? "") ?? [];
      const type = TYPES.get(attributes["t"] ?? "n");
      if (type === undefined || Number(row) !== this.#number)
        throw new ReadBackMismatch(kept("a cell's place or type"));
      let column = 0;
      for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
      this.#cell = { column: column - 1, type };
      this.#value = null;
    } else if (name === "v" || name === "t") {
      this.#text = "";
    }
  }

  #close(name: string): void {
    if (name === "row") this.rows.push({ number: this.#number, cells: this.#cells });
    else if (name === "v" || name === "t") {
      this.#value = this.#text;
      this.#text = null;
    } else if (name === "c" && this.#cell !== null) {
      const { column, type } = this.#cell;
      const text = this.#value ?? "";
      this.#cells.set(column, { type, text: type === "text" ? unescapeText(text) : text });
      this.#cell = null;
    }
  }
}

/** Reads `_x000D_` and the like (ST_Xstring, ECMA-376 part 1, 22.9.2.19). */
function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
