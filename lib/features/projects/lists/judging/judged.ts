/** A row of a file of projects while it is judged, and what it is compared with. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { ProjectVerdict } from "#lib/db/client.ts";
import type { ProjectFields } from "../../schema.ts";
import type { FileRow } from "../file.ts";

/** A row as read from the file or typed since. `chosen`: a person's decision against the verdict. */
export type RowToJudge = FileRow & { chosen?: boolean | null };

/** What the registry knows about the Cloud. */
export type Known = {
  projects: readonly { id: number; name: string; parentId: number | null }[];
  /** Projects whose creation is running or uncertain. */
  awaited: readonly { name: string; parentId: number | null }[];
};

export type JudgedRow = {
  /** 1, 2, … in order of creation. */
  n: number;
  line: number;
  name: string;
  fields: ProjectFields;
  parentN: number | null;
  verdict: ProjectVerdict;
  detail: Sentence;
  isIncluded: boolean;
  /** What it was judged from. */
  typed: RowToJudge;
};

export type Judged = Omit<JudgedRow, "n" | "parentN" | "typed"> & { parentIndex: number | null };

/** Rows that the verdict leaves out but a person may create: the service allows projects of the same name. */
const CREATABLE_ANYWAY: readonly ProjectVerdict[] = ["REPEATED", "EXISTS"];

const NAME_SHOWN_MAX = 256;

/** Marks a row as not to be created unless a person decides otherwise. */
export function deny(row: Judged, verdict: ProjectVerdict, detail: Sentence): void {
  row.verdict = verdict;
  row.detail = detail;
  row.isIncluded = false;
}

/**
 * Applies a person's decision, as far as the verdict allows it: creatable rows may be left out, repeated or existing ones may be created.
 */
export function applyChoice(row: Judged, chosen: boolean | null): void {
  if (chosen === false && row.verdict === "GOOD") row.isIncluded = false;
  if (chosen === true && CREATABLE_ANYWAY.includes(row.verdict)) row.isIncluded = true;
}

/** Typed text, cut for a sentence. */
export function short(text: string): string {
  return text.length <= 60 ? storable(text) : `${storable(text.slice(0, 60))}…`;
}

/** A name, cut for display, in text that any database stores. */
export function storable(text: string): string {
  return wellFormed(text.slice(0, NAME_SHOWN_MAX));
}

/** Text that any database stores. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
