/**
 * Reads a written CSV file again with a parser that shares nothing with the writer, and compares it with the snapshot: number
 * of rows, headings, every cell of every row, and the checksum of the bytes. It never repairs anything.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parse, type InfoField } from "csv-parse";
import type { CsvSummary } from "#lib/elements/csv.ts";
import { guardText } from "#lib/elements/formula.ts";
import type { Snapshot } from "#lib/elements/snapshot.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { CSV_OPTIONS } from "./csv-file.ts";
import type { RunProgress } from "./progress.ts";
import type { ExportProfile } from "./schema.ts";

/** The file does not say what the snapshot says. The message names the first place, never the contents. */
export class ReadBackMismatch extends Error {
  constructor(where: string) {
    super(
      `The file that was written differs from what was read from the service (${where}). It was thrown away and nothing was published. Export again; if it comes back, report it with the reference.`,
    );
    this.name = "ReadBackMismatch";
  }
}

/** Stands for the empty text, which alone is quoted with nothing inside; no cell can be this. */
const EMPTY_TEXT = Symbol("empty text");
type ReadCell = string | typeof EMPTY_TEXT;

/** Rows compared between two turns of other work. */
const ROWS_PER_TURN = 64;
/** A cell may be 10 MB, and quoting may double it. */
const RECORD_BYTES_MAX = 512 * 1024 * 1024;

export type ReadBack = {
  snapshot: Snapshot;
  path: string;
  profile: ExportProfile;
  summary: CsvSummary;
  progress: Pick<RunProgress, "signal" | "advance">;
};

/**
 * Compares the file with the snapshot cell by cell.
 * @throws ReadBackMismatch
 */
export async function readBack({ snapshot, path, profile, summary, progress }: ReadBack): Promise<void> {
  const { signal } = progress;
  const options = CSV_OPTIONS[profile];
  const hash = createHash("sha256");
  const source = createReadStream(path, { highWaterMark: 256 * 1024, signal });
  const parser = parse({
    delimiter: options.delimiter,
    bom: options.byteOrderMark,
    record_delimiter: "\r\n",
    relax_column_count: false,
    skip_empty_lines: false,
    max_record_size: RECORD_BYTES_MAX,
    // csv-parse types cast results as unknown: compareRow looks at each.
    cast: (value: string, context: InfoField): unknown =>
      value === "" && context.quoting ? EMPTY_TEXT : value,
  });
  source.on("data", (chunk) => hash.update(chunk));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);

  const expected = snapshot.iterateRows(signal);
  let rows = -1;
  try {
    for await (const record of parser as AsyncIterable<ReadCell[]>) {
      if (rows < 0) {
        compareHeadings(record, summary.headings);
      } else {
        const next = await expected.next();
        if (next.done === true) throw new ReadBackMismatch("it has more rows");
        compareRow(record, next.value.id, next.value.cells, options.decimalMark, rows + 1);
      }
      rows += 1;
      if (rows % ROWS_PER_TURN === 0) {
        progress.advance(rows);
        await nextTurn();
      }
    }
    if ((await expected.next()).done !== true) throw new ReadBackMismatch("rows are missing");
  } catch (thrown) {
    if (thrown instanceof ReadBackMismatch || signal.aborted) throw thrown;
    if (isCsvError(thrown)) throw new ReadBackMismatch(`it is not regular CSV: ${thrown.code}`);
    throw thrown;
  } finally {
    source.destroy();
    await expected.return(undefined);
  }
  if (rows !== snapshot.meta.rows || rows !== summary.rows) throw new ReadBackMismatch("the number of rows");
  if (hash.digest("hex") !== summary.sha256) throw new ReadBackMismatch("the checksum of its bytes");
  progress.advance(rows);
}

function compareHeadings(record: readonly ReadCell[], headings: readonly string[]): void {
  const isSame = record.length === headings.length && record.every((cell, i) => cell === headings[i]);
  if (!isSame) throw new ReadBackMismatch("the headings");
  if (new Set(record).size !== record.length) throw new ReadBackMismatch("two headings are the same");
}

function compareRow(
  record: readonly ReadCell[],
  id: string,
  cells: readonly Cell[],
  decimalMark: string,
  row: number,
): void {
  if (record.length !== cells.length + 1)
    throw new ReadBackMismatch(`row ${String(row)}: the number of cells`);
  if (record[0] !== textOf(id, decimalMark)) throw new ReadBackMismatch(`row ${String(row)}: the GlobalId`);
  for (let column = 0; column < cells.length; column += 1) {
    if (record[column + 1] !== textOf(cells[column], decimalMark)) {
      throw new ReadBackMismatch(`row ${String(row)}, column ${String(column + 2)}`);
    }
  }
}

/** What a cell must be in the file (docs/decisions/0007-csv.md), said a second time and independently of the writer. */
function textOf(cell: Cell, decimalMark: string): ReadCell {
  if (cell === undefined || cell === null) return "";
  if (cell === "") return EMPTY_TEXT;
  if (typeof cell === "string") return guardText(cell);
  if (typeof cell === "boolean") return cell ? "true" : "false";
  return cell.kind === "number" ? cell.text.replace(".", decimalMark) : cell.text;
}

function isCsvError(thrown: unknown): thrown is Error & { code: string } {
  return (
    thrown instanceof Error &&
    "code" in thrown &&
    typeof thrown.code === "string" &&
    thrown.code.startsWith("CSV_")
  );
}
