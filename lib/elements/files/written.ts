/*
 * What a writer of any format is given and what it reports about the file it wrote; what the read-backs of all formats are given and share,
 * and how they report that a file is wrong.
 */
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type Layout, type FrontColumn, longIdOf } from "./layout.ts";
import type { ExportOptions, ExportProfile } from "./options.ts";
import type { ExportTable, ExportRow } from "./table.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { kept, type KeptText } from "#lib/core/language/kept-texts.ts";
import type { Cell } from "../wire.ts";

/** One line of a workbook's About sheet, in the file's language: "Version" and "3". */
export type AboutLine = { readonly label: string; readonly text: string };

export type WriteFile = {
  table: ExportTable;
  /** The layout of the table in the file. */
  layout: Layout;
  /** The snapshot, if the table is exactly one whole snapshot; else null. */
  whole: Snapshot | null;
  profile: ExportProfile;
  options: ExportOptions;
  /** The content of a workbook's About sheet; left out: no such sheet. Other formats ignore it. */
  about?: readonly AboutLine[] | undefined;
  /** The file to make; its folder may also hold temporary files. */
  path: string;
  progress: FileProgress;
};

/** What the writer reports about the file; the read-back checks all of it. */
export type Written = {
  rows: number;
  /** Columns, the GlobalId counted. */
  columns: number;
  bytes: number;
  /** SHA-256 of the whole file, lower-case hexadecimal. */
  sha256: string;
  /** The heading rows as the file has them: one, or two with sets above properties. */
  headings: readonly (readonly string[])[];
  /** Texts that got an apostrophe, headings included: the only difference from the service's data. 0 in all profiles but one. */
  guardedCells: number;
};

/** What a format's writer finds out: the rest follows from the table and its layout. Without headings: those of the layout. */
export type FormatWritten = Pick<Written, "bytes" | "sha256"> &
  Partial<Pick<Written, "headings" | "guardedCells">>;

type FileProgress = {
  /** Aborts when the file is no longer wanted. */
  signal: AbortSignal;
  /** @param bytes of the file so far, while it is written */
  advance: (rowsDone: number, bytes?: number) => void;
};

/** Layout and About sheet are what the file must have. */
export type ReadBack = Omit<WriteFile, "whole"> & { written: Written };

/** The file differs from the snapshot. The message names the first place, never the contents. */
export class ReadBackMismatch extends Error {
  constructor(where: KeptText) {
    super(
      kept(
        "The written file differs from what was read from the service ({where}). The file was discarded and nothing was published. Export again; if this happens again, report it with the reference.",
        { where },
      ),
    );
    this.name = "ReadBackMismatch";
  }
}

/** What a front column must hold, stated a second time, independently of the writers. */
export function wantedFront(front: FrontColumn, row: ExportRow): Cell {
  switch (front) {
    case "id":
      return row.id;
    case "longId":
      return longIdOf(row.id) ?? undefined;
    case "class":
      return row.ifcClass;
    case "cloud":
    case "project":
    case "model":
      return row.place?.[front];
    case "projectNumber":
    case "modelNumber":
      return { kind: "number", text: row.place?.[front] ?? "" };
  }
}

/** Rows compared before other work gets its turn. */
const ROWS_PER_TURN = 64;

/** The rows that a file must have: taken one by one while the file is read, then ended. */
export class WantedRows implements AsyncDisposable {
  /** How many were taken. */
  taken = 0;
  readonly #back: ReadBack;
  readonly #rows: AsyncGenerator<ExportRow>;

  constructor(back: ReadBack) {
    this.#back = back;
    this.#rows = back.table.iterate(back.progress.signal);
  }

  /** @throws ReadBackMismatch when the file must not have another row */
  async take(): Promise<ExportRow> {
    if (this.taken > 0 && this.taken % ROWS_PER_TURN === 0) {
      this.#back.progress.advance(this.taken);
      await nextTurn();
    }
    const next = await this.#rows.next();
    if (next.done === true) throw new ReadBackMismatch(kept("it has more rows"));
    this.taken++;
    return next.value;
  }

  /** @throws ReadBackMismatch unless all were taken, as many as the writer reported */
  async end(): Promise<void> {
    const { table, written, progress } = this.#back;
    if ((await this.#rows.next()).done !== true) throw new ReadBackMismatch(kept("rows are missing"));
    if (this.taken !== table.rows || this.taken !== written.rows)
      throw new ReadBackMismatch(kept("the number of rows"));
    progress.advance(this.taken);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rows.return(undefined);
  }
}
