/**
 * The audit's closed vocabulary and its shapes. Words for people are made by the pages.
 */
import { z } from "zod";
import type { AuditOutcome, StaffRole } from "#lib/db/client.ts";
import { t } from "#lib/core/texts.ts";
import type { JsonValue } from "./canonical.ts";

export const AUDIT_ACTIONS = [
  "connection.create",
  "connection.change",
  "connection.replace-secret",
  "connection.archive",
  "connection.restore",
  "cloud.create",
  "cloud.adopt",
  "cloud.archive",
  "cloud.bring-back",
  "cloud.change",
  "cloud.delete",
  "project.create",
  "project.adopt",
  "project.archive",
  "project.bring-back",
  "project.change",
  "project.delete",
  "project-list.start",
  "project-list.pause",
  "project-list.resume",
  "project-list.discard",
  "plan.rehearse",
  "plan.start",
  "plan.pause",
  "plan.resume",
  "plan.discard",
  "model.upload",
  "model.dismiss",
  "model.show-again",
  "invitation.send",
  "invitation.cancel",
  "invitation.observe",
  "invitation.confirm",
  "invitation.erase",
  "invitation-list.start",
  "invitation-list.pause",
  "invitation-list.resume",
  "invitation-list.discard",
  "elements.export",
  "elements.cancel-export",
  "operation.hold",
  "operation.settle",
  "operation.discard",
  "application.register",
  "application.change",
  "application.rotate-secret",
  "application.retire-secret",
  "application.disable",
  "application.enable",
  "application.give-cloud",
  "application.take-cloud",
  "signing-key.rotate",
  "signing-key.revoke",
  "webhook.send-again",
  "person.send-reset",
  "person.remove-second-factor",
  "view.create",
  "view.change",
  "view.delete",
  "view.restore",
  "token.create",
  "token.revoke",
  "token.end",
  "token.use",
  "access.ask",
  "staff.invite",
  "staff.invite-again",
  "staff.withdraw",
  "staff.join",
  "staff.change-role",
  "staff.disable",
  "staff.enable",
  "staff.create-first",
  "staff.sign-in",
  "staff.confirm",
  "staff.connect",
  "staff.disconnect",
  "staff.end-session",
  "staff.change-password",
  "staff.send-reset",
  "staff.reset-password",
  "staff.set-second-factor",
  "staff.remove-second-factor",
  "staff.renew-codes",
  "second-factor.require",
  "second-factor.release",
  "audit.export",
  "audit.verify",
  "audit.keep",
  "audit.cut",
  "audit.seal",
  "audit.restore",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OBJECTS = [
  "connection",
  "cloud",
  "project",
  "model",
  "invitation",
  "invitation-list",
  "project-list",
  "plan",
  "operation",
  "export",
  "application",
  "signing-key",
  "webhook",
  "person",
  "view",
  "token",
  "staff",
  "staff-invitation",
  "second-factor",
  "network",
  "audit",
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];

/** What is written down when it is refused: the audit's affair, not news for everybody. */
export const REFUSAL_ACTIONS = [
  "staff.sign-in",
  "staff.confirm",
  "token.use",
  "access.ask",
] as const satisfies readonly AuditAction[];

/** Who did it: a member of staff, or Portico itself (sweeper, reading of lists). */
export type AuditActor = {
  staffId: string | null;
  name: string;
  requestId: string;
  /** With which role a request was let in; what it changes here is refused when the account has it no more. */
  role?: StaffRole;
};

export type AuditEntry = {
  actor: AuditActor;
  action: AuditAction;
  objectType: AuditObject;
  objectId: string;
  before?: JsonValue;
  after?: JsonValue;
  outcome: AuditOutcome;
  operationId?: string | null;
};

export type ActivityRow = {
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

export type ActivityQuery = AuditFilter & {
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
      .int({ error: () => t("Months are whole ones.") })
      .min(KEEP_MONTHS_MIN, {
        error: () => t("The audit is kept for at least {months} months.", { months: KEEP_MONTHS_MIN }),
      })
      .max(1200, { error: () => t("Leave it empty to keep everything.") }),
  ]),
});
