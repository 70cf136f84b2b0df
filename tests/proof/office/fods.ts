/**
 * Reads how LibreOffice understands a table: its flat OpenDocument form, with the type and content of every cell. Dates and the like are
 * `other`.
 */
import { createReadStream } from "node:fs";
import { SaxesParser } from "saxes";

export type OfficeCell = { type: "text" | "number" | "boolean" | "other"; text: string };
export type OfficeTable = {
  /** Cells by row and column, counted from 0; null is an empty one. Trailing rows without any cell are left out. */
  rows: (OfficeCell | null)[][];
  formulas: number;
};

const TYPES = new Map<string, OfficeCell["type"]>([
  ["string", "text"],
  ["float", "number"],
  ["boolean", "boolean"],
]);
/** How LibreOffice shows what a workbook marks as a truth value (`t="b"`). */
const TRUTH_VALUES = new Map([
  ["of:=TRUE()", "true"],
  ["of:=FALSE()", "false"],
]);
/** Empty cells fill a sheet to its edge; none of our tables is that wide. */
const REPEATED_MAX = 20_000;

/** The first sheet of a flat OpenDocument file. */
export async function readFods(path: string): Promise<OfficeTable> {
  const parser = new SaxesParser();
  const sheet = new SheetReader();
  parser.on("opentag", ({ name, attributes }) => {
    sheet.open(name, attributes);
  });
  parser.on("text", (text) => {
    sheet.text(text);
  });
  parser.on("closetag", ({ name }) => {
    sheet.close(name);
  });
  for await (const piece of createReadStream(path, "utf8") as AsyncIterable<string>) parser.write(piece);
  parser.close();
  return { rows: sheet.rows, formulas: sheet.formulas };
}

class SheetReader {
  readonly rows: (OfficeCell | null)[][] = [];
  formulas = 0;
  #sheets = 0;
  #row: (OfficeCell | null)[] = [];
  #rowRepeated = 1;
  #cell: { type: string | undefined; value: string | undefined; repeated: number } | null = null;
  #paragraphs: string[] = [];
  #isInParagraph = false;

  open(name: string, attributes: Record<string, string>): void {
    if (name === "table:table") this.#sheets++;
    if (this.#sheets !== 1) return;
    if (name === "table:table-row") {
      this.#row = [];
      this.#rowRepeated = Number(attributes["table:number-rows-repeated"] ?? 1);
    } else if (name === "table:table-cell") {
      const formula = attributes["table:formula"];
      const truth = formula === undefined ? undefined : TRUTH_VALUES.get(formula);
      if (formula !== undefined && truth === undefined) this.formulas++;
      const value =
        truth ??
        attributes["office:string-value"] ??
        attributes["office:value"] ??
        attributes["office:boolean-value"];
      const repeated = Number(attributes["table:number-columns-repeated"] ?? 1);
      const type = truth === undefined ? attributes["office:value-type"] : "boolean";
      this.#cell = { type, value, repeated };
      this.#paragraphs = [];
    } else if (this.#cell !== null) this.#openText(name, attributes);
  }

  #openText(name: string, attributes: Record<string, string>): void {
    if (name === "text:p") {
      this.#paragraphs.push("");
      this.#isInParagraph = true;
    } else if (name === "text:s") this.#add(" ".repeat(Number(attributes["text:c"] ?? 1)));
    else if (name === "text:tab") this.#add("\t");
    else if (name === "text:line-break") this.#add("\n");
  }

  text(text: string): void {
    if (this.#isInParagraph) this.#add(text);
  }

  #add(text: string): void {
    this.#paragraphs.push(`${this.#paragraphs.pop() ?? ""}${text}`);
  }

  close(name: string): void {
    if (this.#sheets !== 1) return;
    if (name === "text:p") this.#isInParagraph = false;
    else if (name === "table:table-cell" && this.#cell !== null) {
      const { type, value, repeated } = this.#cell;
      const text = value ?? this.#paragraphs.join("\n");
      const cell = type === undefined ? null : { type: TYPES.get(type) ?? "other", text };
      if (cell !== null || repeated < REPEATED_MAX) for (let i = 0; i < repeated; i++) this.#row.push(cell);
      this.#cell = null;
    } else if (name === "table:table-row" && this.#row.some((cell) => cell !== null)) {
      for (let i = 0; i < this.#rowRepeated; i++) this.rows.push(this.#row);
    }
  }
}
