/**
 * Lists of projects that are created together: input, and what people see of a list and of its rows.
 */
import { z } from "zod";
import type { ProjectListState, ProjectVerdict } from "#lib/db/client.ts";
import { msg } from "#lib/core/texts.ts";
import { keySchema } from "#lib/features/clouds/schema.ts";
import { OUTCOME_WORDS as COMMON_OUTCOME_WORDS } from "#lib/features/batches/outcomes.ts";
import type { OutcomeCounts, StepOutcome } from "#lib/features/batches/outcomes.ts";
import type { RehearsalAnswer } from "#lib/features/rehearsals/schema.ts";

export const FILE_BYTES_MAX = 2 * 1024 * 1024;

export const prepareProjectListSchema = z.object({
  key: keySchema,
  /** Registry id. */
  cloudId: z.uuid(),
  text: z.string().default(""),
});

export type ListRowView = {
  id: string;
  n: number;
  line: number;
  name: string;
  /** "under “House A”", "under project 12", or null at the top. */
  place: string | null;
  verdict: ProjectVerdict;
  /** One sentence: what the verdict means, or why it is in its state. */
  detail: string | null;
  isIncluded: boolean;
  /** A person may take it in or leave it out. */
  canChoose: boolean;
  outcome: StepOutcome;
  operationHref: string | null;
  /** Registry row that was made, and its number at the service. */
  projectId: string | null;
  serviceId: number | null;
  rehearsed: RehearsalAnswer | null;
};

export type ListView = {
  id: string;
  cloudId: string;
  state: ProjectListState;
  pauseReason: string | null;
  waitUntil: Date | null;
  fileName: string | null;
  ignored: string[];
  actorName: string;
  createdAt: Date;
  total: number;
  included: number;
  verdicts: Partial<Record<ProjectVerdict, number>>;
  outcomes: OutcomeCounts;
  /** Included rows whose sending has come to an end. */
  ended: number;
  /** The figures change by themselves: it is sent, or what was sent before a pause is still awaited. */
  isMoving: boolean;
  /** Refused, held back or not sent: these may be sent once more. */
  retryable: number;
  canDiscard: boolean;
};

export const VERDICTS: readonly ProjectVerdict[] = [
  "GOOD",
  "REPEATED",
  "EXISTS",
  "UNDER_WAY",
  "UNKNOWN_PARENT",
  "MALFORMED",
];

/** A person may create these all the same: the service allows projects of one name. */
export const CHOOSABLE: readonly ProjectVerdict[] = ["GOOD", "REPEATED", "EXISTS"];

export const VERDICT_WORDS: Record<ProjectVerdict, string> = {
  GOOD: msg("Ready"),
  REPEATED: msg("Listed twice"),
  EXISTS: msg("Name exists"),
  UNDER_WAY: msg("In progress"),
  UNKNOWN_PARENT: msg("Unknown parent"),
  MALFORMED: msg("Invalid address"),
};

export const OUTCOME_WORDS: Record<StepOutcome, string> = {
  ...COMMON_OUTCOME_WORDS,
  DONE: msg("Created"),
  ALREADY: msg("Nothing had to be sent"),
  DONE_ID_LOST: msg("Created, number lost"),
  DUPLICATE_FOUND: msg("Created twice"),
};
