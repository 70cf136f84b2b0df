/**
 * Lists of projects that are created together: input, and what people see of a list and of its rows.
 */
import { z } from "zod";
import type { OperationState, ProjectListState, ProjectVerdict } from "#lib/db/client.ts";
import { keySchema } from "#lib/features/clouds/schema.ts";
import type { RehearsalAnswer } from "#lib/features/rehearsals/schema.ts";

export const FILE_BYTES_MAX = 2 * 1024 * 1024;

export const prepareListSchema = z.object({
  key: keySchema,
  /** Registry id. */
  cloudId: z.uuid(),
  text: z.string().default(""),
});
export type PrepareList = z.input<typeof prepareListSchema> & {
  file?: { name: string; bytes: Uint8Array } | null;
};

/** What became of a row, in one word: of those that are not sent why, of the others the state of their operation. */
export type RowOutcome = "LEFT_OUT" | "HELD_BACK" | "TO_SEND" | OperationState;

export type ListRowView = {
  id: string;
  n: number;
  line: number;
  name: string;
  /** "under project 12", "under line 4", or null at the top. */
  place: string | null;
  verdict: ProjectVerdict;
  /** One sentence: what the verdict means, or why it is in its state. */
  detail: string | null;
  isIncluded: boolean;
  /** A person may take it in or leave it out. */
  canChoose: boolean;
  outcome: RowOutcome;
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
  outcomes: Partial<Record<RowOutcome, number>>;
  /** Included rows whose sending has come to an end. */
  ended: number;
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

/** Of these a person may send another try: they provably had no effect. */
export const RETRYABLE: readonly OperationState[] = ["REFUSED", "NOT_SENT", "HELD", "DISCARDED"];

export const VERDICT_WORDS: Record<ProjectVerdict, string> = {
  GOOD: "Good",
  REPEATED: "Repeated",
  EXISTS: "Name exists",
  UNDER_WAY: "Under way",
  UNKNOWN_PARENT: "Unknown parent",
  MALFORMED: "Malformed",
};

export const OUTCOME_WORDS: Record<RowOutcome, string> = {
  LEFT_OUT: "Left out",
  HELD_BACK: "Held back",
  TO_SEND: "Not sent yet",
  PREPARED: "Prepared",
  HELD: "Held",
  SENDING: "Sending",
  NOT_SENT: "Not sent",
  REFUSED: "Refused",
  DONE: "Created",
  ALREADY: "Nothing had to be sent",
  DONE_ID_LOST: "Created, number lost",
  UNKNOWN: "Unknown",
  RESOLVED_DONE: "Confirmed",
  RESOLVED_ABSENT: "Confirmed missing",
  DISCARDED: "Given up",
  ABANDONED: "Closed, uncertain",
  DUPLICATE_FOUND: "Created twice",
};
