/**
 * Plans: input, what a step holds, and what people see of a plan and of its steps.
 */
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
  /** Of the Cloud. Empty where a file says it. */
  name: z.string().default(""),
  /** One a line; what is indented stands under the line above. */
  projects: z.string().default(""),
  /** Addresses in any form. */
  people: z.string().default(""),
  role: roleSchema,
});
export type PreparePlan = z.input<typeof preparePlanSchema> & {
  file?: { name: string; bytes: Uint8Array } | null;
};

/** Of the step of a model. `fileKey`: in the file store; null while no file was chosen, and once the service has it. */
export const modelFieldsSchema = z.object({
  fileName: z.string(),
  fileKey: z.string().nullable(),
  sizeBytes: z.number().nullable(),
});
export type ModelFields = z.infer<typeof modelFieldsSchema>;

/** Of the step of a person. `email` is null where no address was found in what was typed. */
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
  /** Steps from the Cloud down to it: 0 the Cloud and the people, 1 its projects, … */
  depth: number;
  verdict: AddressVerdict | null;
  /** One sentence: what stands against it, or why it is in its state. */
  detail: Sentence | null;
  /** Of a person: what the role lets the person do. */
  roleWords: string | null;
  isIncluded: boolean;
  /** A person may take it in or leave it out. */
  canChoose: boolean;
  isPassed: boolean;
  /** Of a model: the name of its project. */
  ofProject: string | null;
  /** Of a model: how large its file is; null where none was chosen, or of another kind. */
  fileBytes: number | null;
  outcome: StepOutcome;
  rehearsed: RehearsalAnswer | null;
  operationHref: string | null;
  /** The registry's page of what was made. */
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
  people: number;
  /** Steps that are or will be carried out. */
  included: number;
  /** Of these, those that have come to an end. */
  ended: number;
  /** The figures change by themselves: it goes on, or what was sent before a pause is still awaited. */
  isMoving: boolean;
  uncertain: number;
  /** Refused, held back or not sent: these may be sent once more. */
  retryable: number;
  outcomes: OutcomeCounts;
  /** Registry row of the Cloud, once it is there. */
  cloudId: string | null;
  /** The uncertain step's record, where the plan waits for it. */
  settleHref: string | null;
  /** It can go on without the step that it stands at. */
  canPass: boolean;
};

/** Proven: what was wanted is there. */
export const GOOD_STATES: readonly OperationState[] = ["DONE", "RESOLVED_DONE", "ALREADY", "DUPLICATE_FOUND"];

/** A person may send to these addresses all the same. */
export const CHOOSABLE: readonly AddressVerdict[] = ["GOOD", "LOOK_ALIKE", "MIXED_SCRIPTS"];
