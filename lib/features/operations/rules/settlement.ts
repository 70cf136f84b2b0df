/** An outcome in its stored form: plain data, parsed again when read from disk. Pure. */
import { z } from "zod";
import type { OperationState } from "#lib/db/client.ts";
import { inEnglish } from "#lib/core/texts.ts";
import type { Outcome } from "#lib/service/client/outcome.ts";
import { resultSchema, type OperationResult } from "./schema.ts";

const phasesSchema = z.object({
  startedAt: z.string(),
  connectedMs: z.number().optional(),
  requestSentMs: z.number().optional(),
  headersMs: z.number().optional(),
  completeMs: z.number().optional(),
});

export const evidenceSchema = z.object({
  reference: z.string(),
  status: z.number().nullable(),
  contentType: z.string().nullable(),
  errorCode: z.string().nullable(),
  phases: phasesSchema,
  bodyStart: z.string(),
  bodyBytes: z.number(),
  durationMs: z.number(),
  tries: z.number(),
});

export const settlementSchema = z.object({
  attemptId: z.uuid(),
  operationId: z.uuid(),
  leaseToken: z.uuid(),
  state: z.enum(["DONE", "REFUSED", "ALREADY", "NOT_SENT", "DONE_ID_LOST", "UNKNOWN"]),
  cause: z.string().nullable(),
  /** The parts of `cause`; earlier versions neither write nor read them. */
  causeSaid: z.unknown().optional(),
  result: resultSchema.nullable(),
  evidence: evidenceSchema,
});
export type Settlement = z.infer<typeof settlementSchema>;

/** What confirmed results of all kinds have in common. */
export type Confirmed = {
  id: number | null;
  name?: string | null;
  modelId?: number | null;
  role?: number | null;
};

const STATES = {
  done: "DONE",
  refused: "REFUSED",
  already: "ALREADY",
  notSent: "NOT_SENT",
  doneIdLost: "DONE_ID_LOST",
  unknown: "UNKNOWN",
} as const satisfies Record<Outcome<unknown>["kind"], OperationState>;

/** Converts the client's outcome into what the journal stores. */
export function toSettlement(
  attempt: { id: string; operationId: string; leaseToken: string },
  outcome: Outcome<Confirmed>,
): Settlement {
  const cause = outcome.kind === "done" ? null : outcome.cause;
  return {
    attemptId: attempt.id,
    operationId: attempt.operationId,
    leaseToken: attempt.leaseToken,
    state: STATES[outcome.kind],
    evidence: outcome.evidence,
    cause: cause === null ? null : inEnglish(cause),
    causeSaid: cause,
    result: resultOf(outcome),
  };
}

function resultOf(outcome: Outcome<Confirmed>): OperationResult | null {
  if (outcome.kind === "refused") return { serviceId: null, fieldErrors: outcome.fieldErrors };
  if (outcome.kind === "notSent") return { serviceId: null, retryAfterSeconds: outcome.retryAfterSeconds };
  if (outcome.kind !== "done") return null;
  const { id, name = null, modelId = null, role = null } = outcome.value;
  return { serviceId: id, name, modelId, role };
}
