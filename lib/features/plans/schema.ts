/** Plans: input, the content of a step, and what people see of a plan and its steps. */
import { z } from "zod";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { AddressVerdict, OperationKind, OperationState, PlanState } from "#lib/db/client.ts";
import { keySchema } from "#lib/features/clouds/schema.ts";
import { roleSchema } from "#lib/features/invitations/schema.ts";
import type { OutcomeCounts, StepOutcome } from "#lib/features/batches/outcomes.ts";
import type { RehearsalAnswer } from "#lib/features/rehearsals/schema.ts";

export const FILE_BYTES_MAX = 2 * 1024 * 1024;
export const PROJECTS_MAX = 1_000;
export const PEOPLE_MAX = 1_000;
export const MODELS_MAX = 200;

export const preparePlanSchema = z.object({
  key: keySchema,
  connectionId: z.uuid(),
  /** The Cloud's name. Empty where a file contains it. */
  name: z.string().default(""),
  /** One per line; an indented line is a child of the line above. */
  projects: z.string().default(""),
  /** Addresses in any form. */
  people: z.string().default(""),
  role: roleSchema,
});
export type PreparePlan = z.input<typeof preparePlanSchema> & {
  file?: { name: string; bytes: Uint8Array } | null;
};

/** For a model's step. `fileKey`: in the file store; null until a file is chosen, and once the service has it. */
export const modelFieldsSchema = z.object({
  fileName: z.string(),
  fileKey: z.string().nullable(),
  sizeBytes: z.number().nullable(),
});
export type ModelFields = z.infer<typeof modelFieldsSchema>;

/** For a person's step. `email` is null where the typed text contains no address. */
export const personFieldsSchema = z.object({
  email: z.string().nullable(),
  address: z.string().nullable(),
  role: z.union([z.literal(50), z.literal(100)]).nullable(),
});
export type PersonFields = z.infer<typeof personFieldsSchema>;

export type PlanStepView = {
  id: string;
  n: number;
  kind: OperationKind;
  title: string;
  /** Distance from the Cloud: 0 the Cloud and the people, 1 its projects, … */
  depth: number;
  verdict: AddressVerdict | null;
  /** One sentence: what prevents it, or why it is in its state. */
  detail: Sentence | null;
  /** For a person: what the role allows. */
  roleWords: string | null;
  isIncluded: boolean;
  /** A person may include it or leave it out. */
  canChoose: boolean;
  /** Of a person: the address that was probably meant. */
  suggestion: string | null;
  isPassed: boolean;
  /** For a model: the name of its project. */
  ofProject: string | null;
  /** For a model: the size of its file; null where no file was chosen, and for other kinds. */
  fileBytes: number | null;
  outcome: StepOutcome;
  rehearsed: RehearsalAnswer | null;
  operationHref: string | null;
  /** The registry's page of the result. */
  madeHref: string | null;
};

export type PlanView = {
  id: string;
  name: string;
  connection: { id: string; name: string; kind: "BUILTIN" | "LIVE"; platformUrl: string };
  state: PlanState;
  pauseReason: string | null;
  waitUntil: Date | null;
  fileName: string | null;
  actorName: string;
  createdAt: Date;
  projects: number;
  models: number;
  /** Distinct people. */
  people: number;
  /** Lines that repeat an address are steps too. */
  steps: number;
  /** How many distinct people and models were left out. */
  leftOut: { people: number; models: number };
  /** Steps that are not left out. */
  included: number;
  /** Included steps that have ended. */
  ended: number;
  /** The counts change without action: it is running, or what was sent before a pause is still awaited. */
  isMoving: boolean;
  uncertain: number;
  /** Refused, held back or not sent: these may be sent again. */
  retryable: number;
  outcomes: OutcomeCounts;
  /** Registry row of the Cloud, once it exists. */
  cloudId: string | null;
  /** The operation of the uncertain step that the plan waits for. */
  settleHref: string | null;
  /** It can continue without its current step. */
  canPass: boolean;
};

/** States that prove that the result exists. */
export const GOOD_STATES: readonly OperationState[] = ["DONE", "RESOLVED_DONE", "ALREADY", "DUPLICATE_FOUND"];

/** A person may send to these addresses anyway. */
export const CHOOSABLE: readonly AddressVerdict[] = ["GOOD", "LOOK_ALIKE", "MIXED_SCRIPTS"];
