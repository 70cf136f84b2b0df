/*
 * How a read-back reports that a file is wrong, and what the read-backs of all formats share.
 */
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
export const ROWS_PER_TURN = 64;
