/*
 * What a writer is given, what it says of the file that it wrote, and how it tells how far it is. It holds no format.
 */
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Layout } from "./layout.ts";
import type { ExportOptions, ExportProfile } from "./options.ts";
import type { ExportTable } from "./table.ts";

/** One line of what a workbook says about itself, in the file's language: "Version" and "3". */
export type AboutLine = { readonly label: string; readonly text: string };

export type WriteFile = {
  table: ExportTable;
  /** How the table stands in the file. */
  layout: Layout;
  /** The one snapshot that the table is all of; null when it is more or less than that. */
  whole: Snapshot | null;
  profile: ExportProfile;
  options: ExportOptions;
  /** What a workbook says about itself on a sheet of its own; none: it has no such sheet. Other formats have no place for it. */
  about?: readonly AboutLine[] | undefined;
  /** The file to make, in a folder where other files may be made for a while. */
  path: string;
  progress: FileProgress;
};

/** What was written, as the writer says: the read-back believes none of it. */
export type Written = {
  rows: number;
  /** Columns, the GlobalId counted. */
  columns: number;
  bytes: number;
  /** Of the whole file, lower-case hexadecimal. */
  sha256: string;
  /** The rows of headings as they stand in the file; one, or sets above properties. */
  headings: readonly (readonly string[])[];
  /** Texts that got an apostrophe, headings counted: what the file says otherwise than the service. 0 in all profiles but one. */
  guardedCells: number;
};

export type FileProgress = {
  /** Aborts when the file is not wanted any more. */
  signal: AbortSignal;
  /** @param bytes of the file so far, while it is written */
  advance: (rowsDone: number, bytes?: number) => void;
};
