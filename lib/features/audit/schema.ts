/**
 * The shapes in which people read the audit, and what they may ask of it. Words for people are made by the pages.
 */
import { z } from "zod";
import type { AuditAction, AuditObject } from "#lib/audit/actions.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { t } from "#lib/core/texts.ts";
import type { AuditOutcome } from "#lib/db/client.ts";

/** What is written down when it is refused: the audit's affair, not news for everybody. */
export const REFUSAL_ACTIONS = [
  "staff.sign-in",
  "staff.confirm",
  "token.use",
  "access.ask",
] as const satisfies readonly AuditAction[];

export type AuditRow = {
  seq: string;
  at: Date;
  actorName: string;
  action: AuditAction;
  objectType: AuditObject;
  objectId: string;
  before: JsonValue;
  after: JsonValue;
  outcome: AuditOutcome;
  requestId: string;
  operationId: string | null;
};

/** What one decision wrote down: its first row, how all of it ended, and its steps. */
export type AuditAct = {
  /** The first of its rows, which says what was decided. */
  row: AuditRow;
  /** When the newest of those of its rows was written that fit what was asked for. */
  at: Date;
  /** The reference that all of it is found by. */
  reference: string;
  /** The worst of what came of each thing that it did. */
  outcome: AuditOutcome;
  /** So many things it did, and so many ended like that. */
  things: number;
  alike: number;
  /** All its rows are so many; the first of them, oldest first. */
  rowCount: number;
  steps: AuditRow[];
};

export const AUDIT_OUTCOMES = [
  "INTENDED",
  "DONE",
  "REFUSED",
  "UNKNOWN",
  "FAILED",
] as const satisfies readonly AuditOutcome[];

/** Which rows; what is left out is not asked for. */
export type AuditFilter = {
  objectType?: AuditObject | undefined;
  objectId?: string | undefined;
  /** A member of staff by id; "portico": what Portico did by itself. */
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  outcome?: AuditOutcome | undefined;
  /** The reference that a person was shown. */
  requestId?: string | undefined;
  /** From this moment on, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The actor of what Portico did by itself. */
export const PORTICO_ACTOR = "portico";

export type AuditQuery = AuditFilter & {
  /** `next` of the page before. */
  before?: string | undefined;
  limit?: number | undefined;
};

/** The shortest time for which the audit is kept; the database holds to it, too. */
export const KEEP_MONTHS_MIN = 6;

/** Months for which the audit is kept, or "" for ever. */
export const keepSchema = z.object({
  months: z.union([
    z.literal("").transform(() => null),
    z.coerce
      .number()
      .int({ error: () => t("Enter a whole number of months.") })
      .min(KEEP_MONTHS_MIN, {
        error: () => t("The audit is kept for at least {months} months.", { months: KEEP_MONTHS_MIN }),
      })
      .max(1200, { error: () => t("Leave the field empty to keep everything.") }),
  ]),
});
