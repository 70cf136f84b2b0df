/** Lists of projects created together: input, and what people see of a list and its rows. */
import { z } from "zod";
import type { ProjectVerdict } from "#lib/db/client.ts";
import { msg, t } from "#lib/core/texts.ts";
import { ROWS_MAX } from "./file.ts";
import { keySchema } from "#lib/features/clouds/schema.ts";
import { OUTCOME_WORDS as COMMON_OUTCOME_WORDS, type StepOutcome } from "#lib/features/batches/outcomes.ts";

export const FILE_BYTES_MAX = 2 * 1024 * 1024;

export const prepareProjectListSchema = z.object({
  key: keySchema,
  /** Registry id. */
  cloudId: z.uuid(),
  text: z.string().default(""),
});

/** Longer than any field that people type; an image from the file stays unchanged. */
const CELL_LENGTH_MAX = 25_000;
const typed = z.string().max(CELL_LENGTH_MAX, {
  error: () => t("Use at most {count} characters.", { count: CELL_LENGTH_MAX }),
});

/** The fields of one row, as typed. `logo` is absent where the form does not show it. */
export const correctRowSchema = z.object({
  rowId: z.uuid(),
  name: typed.trim(),
  description: typed.trim().default(""),
  status: z.enum(["A", "D"]),
  /** A name, a path, or a project's number; empty: top level. */
  parent: typed.trim().default(""),
  mainModelId: typed.trim().default(""),
  logo: typed.trim().nullish(),
});
export type CorrectRow = z.input<typeof correctRowSchema>;

/** One fix for several rows: those with the ids, or all of a verdict. */
export const fixRowsSchema = z.object({
  listId: z.uuid(),
  rows: z.enum(["selected", "all", "GOOD", "REPEATED", "EXISTS", "UNDER_WAY", "UNKNOWN_PARENT", "MALFORMED"]),
  rowIds: z.array(z.uuid()).max(ROWS_MAX).default([]),
  fix: z.enum(["create", "leave-out", "place"]),
  parent: typed.trim().default(""),
});
export type FixRows = z.input<typeof fixRowsSchema>;

/** A person may create these anyway: the service allows projects of the same name. */
export const CHOOSABLE: readonly ProjectVerdict[] = ["GOOD", "REPEATED", "EXISTS"];

export const VERDICT_WORDS: Record<ProjectVerdict, string> = {
  GOOD: msg("Ready"),
  REPEATED: msg("Listed twice"),
  EXISTS: msg("Name exists"),
  UNDER_WAY: msg("In progress"),
  UNKNOWN_PARENT: msg("Unknown parent"),
  MALFORMED: msg("Invalid values"),
};

export const VERDICTS = Object.keys(VERDICT_WORDS) as ProjectVerdict[];

export const OUTCOME_WORDS: Record<StepOutcome, string> = {
  ...COMMON_OUTCOME_WORDS,
  DONE: msg("Created"),
  ALREADY: msg("Nothing had to be sent"),
  DONE_ID_LOST: msg("Created, number lost"),
  DUPLICATE_FOUND: msg("Created twice"),
};
