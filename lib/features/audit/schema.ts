/** The shapes in which the audit is read, and its filters. Pages supply the words. */
import { z } from "zod";
import type { AuditAction, AuditObject } from "#lib/audit/actions.ts";
import type { JsonValue } from "#lib/audit/canonical.ts";
import { t } from "#lib/core/texts.ts";
import type { AuditOutcome } from "#lib/db/client.ts";

/** Recorded when refused; these rows are shown in the audit only, not as news to all staff. */
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

/** The rows of one decision: the first row, the overall outcome, and the steps. */
export type AuditAct = {
  /** The first row, which says what was decided. */
  row: AuditRow;
  /** When the newest matching row was written. */
  at: Date;
  /** The reference that all its rows are found by. */
  reference: string;
  /** The worst outcome among the things it did. */
  outcome: AuditOutcome;
  /** How many things it did, and how many of these ended with its outcome. */
  things: number;
  alike: number;
  /** How many rows it has; `steps` holds the first of them, oldest first. */
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

/** Which rows; an absent field does not filter. */
export type AuditFilter = {
  objectType?: AuditObject | undefined;
  objectId?: string | undefined;
  /** A member of staff by id; "portico": what Portico did automatically. */
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  outcome?: AuditOutcome | undefined;
  /** The reference that a person saw. */
  requestId?: string | undefined;
  /** From this moment (inclusive) until that one (exclusive). */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The actor of what Portico did automatically. */
export const PORTICO_ACTOR = "portico";

export type AuditQuery = AuditFilter & {
  /** `next` of the previous page. */
  before?: string | undefined;
  limit?: number | undefined;
};

/** The shortest permitted retention; the database enforces it, too. */
export const KEEP_MONTHS_MIN = 6;

/** Months for which the audit is kept; "" means forever. */
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
