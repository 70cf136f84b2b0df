/** A row of a file of projects while it is judged, and what is known beside it. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { ProjectVerdict } from "#lib/db/client.ts";
import type { ProjectFields } from "../schema.ts";

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
};

export type Judged = Omit<JudgedRow, "n" | "parentN"> & { parentIndex: number | null };

const NAME_SHOWN_MAX = 256;

/** Why a row is not going to be created unless a person decides otherwise. */
export function deny(row: Judged, verdict: ProjectVerdict, detail: Sentence): void {
  row.verdict = verdict;
  row.detail = detail;
  row.isIncluded = false;
}

/** As much of what was typed as a sentence shows. */
export function short(text: string): string {
  return text.length <= 60 ? storable(text) : `${storable(text.slice(0, 60))}…`;
}

/** In text that any database takes. */
export function storable(text: string): string {
  return text.slice(0, NAME_SHOWN_MAX).toWellFormed().replaceAll("\0", "\uFFFD");
}
