/** A row of a file of projects while it is judged, and what is known beside it. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { ProjectVerdict } from "#lib/db/client.ts";
import type { ProjectFields } from "../../schema.ts";
import type { FileRow } from "../file.ts";

/** A row as it stands in the file or was typed since. `chosen`: what a person decided against its verdict. */
export type RowToJudge = FileRow & { chosen?: boolean | null };

/** What the registry knows of the cloud. */
export type Known = {
  projects: readonly { id: number; name: string; parentId: number | null }[];
  /** Projects whose creation is under way or uncertain. */
  awaited: readonly { name: string; parentId: number | null }[];
};

export type JudgedRow = {
  /** 1, 2, … in the order in which they are created. */
  n: number;
  line: number;
  name: string;
  fields: ProjectFields;
  parentN: number | null;
  verdict: ProjectVerdict;
  detail: Sentence;
  isIncluded: boolean;
  /** From which it was judged. */
  typed: RowToJudge;
};

export type Judged = Omit<JudgedRow, "n" | "parentN" | "typed"> & { parentIndex: number | null };

/** Rows that a person may have created although the verdict leaves them out: the service allows projects of one name. */
const CREATABLE_ANYWAY: readonly ProjectVerdict[] = ["REPEATED", "EXISTS"];

const NAME_SHOWN_MAX = 256;

/** Why a row is not going to be created unless a person decides otherwise. */
export function deny(row: Judged, verdict: ProjectVerdict, detail: Sentence): void {
  row.verdict = verdict;
  row.detail = detail;
  row.isIncluded = false;
}

/** What a person decided, as far as it fits the verdict: what can be created may be left out, what is repeated or there may be created. */
export function applyChoice(row: Judged, chosen: boolean | null): void {
  if (chosen === false && row.verdict === "GOOD") row.isIncluded = false;
  if (chosen === true && CREATABLE_ANYWAY.includes(row.verdict)) row.isIncluded = true;
}

/** As much of what was typed as a sentence shows. */
export function short(text: string): string {
  return text.length <= 60 ? storable(text) : `${storable(text.slice(0, 60))}…`;
}

/** As much of a name as is shown, in text that any database takes. */
export function storable(text: string): string {
  return wellFormed(text.slice(0, NAME_SHOWN_MAX));
}

/** Text that any database takes. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
