/*
 * How a read-back reports that a file is wrong, and what the read-backs of all formats share.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { kept, type KeptText } from "#lib/core/language/kept-texts.ts";
import type { Cell } from "../wire.ts";
import type { FrontColumn, Layout } from "./layout.ts";
import { longIdOf } from "./long-id.ts";
import type { ExportOptions, ExportProfile } from "./options.ts";
import type { ExportRow, ExportTable } from "./table.ts";
import type { AboutLine, FileProgress, Written } from "./written.ts";

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

export type ReadBack = {
  table: ExportTable;
  /** The layout that the file must have. */
  layout: Layout;
  path: string;
  profile: ExportProfile;
  options: ExportOptions;
  /** What a workbook's About sheet must say. */
  about?: readonly AboutLine[] | undefined;
  written: Written;
  progress: FileProgress;
};

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
