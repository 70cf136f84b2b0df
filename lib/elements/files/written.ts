/*
 * What a writer of any format is given, what it reports about the file it wrote, and how it reports progress.
 */
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Layout } from "./layout.ts";
import type { ExportOptions, ExportProfile } from "./options.ts";
import type { ExportTable } from "./table.ts";

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

export type FileProgress = {
  /** Aborts when the file is no longer wanted. */
  signal: AbortSignal;
  /** @param bytes of the file so far, while it is written */
  advance: (rowsDone: number, bytes?: number) => void;
};
