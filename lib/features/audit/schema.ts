/** The shapes in which the audit is read, and its filters. Pages supply the words. */
import { z } from "zod";
import type { AuditAction, AuditObject } from "#lib/audit/actions.ts";
import { t } from "#lib/core/texts.ts";
import type { AuditOutcome } from "#lib/db/client.ts";

/** Recorded when refused; these rows are shown in the audit only, not as news to all staff. */
export const REFUSAL_ACTIONS = [
  "staff.sign-in",
  "staff.confirm",
  "token.use",
  "access.ask",
] as const satisfies readonly AuditAction[];

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
