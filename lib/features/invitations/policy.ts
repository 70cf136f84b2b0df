/** What may be done with an invitation, and the limit on how often people are emailed. Pure. */
import type { InvitationModel } from "#lib/db/client.ts";
import { kept } from "#lib/core/language/kept-texts.ts";

export const REMIND_AFTER_MS = 24 * 3_600_000;
/** Emails to one person into one Cloud: the invitation and five reminders. */
export const MAILS_MAX = 6;
export const REASON_LENGTH_MIN = 10;
/** An invitation that waits longer than this needs a person's attention. */
export const AGING_MS = 7 * 24 * 3_600_000;

type Asked = Pick<InvitationModel, "mailsAsked" | "lastMailAt">;

/** From when another email needs no reason; null: now. */
export function remindableFrom(row: Asked, at: Date): Date | null {
  if (row.lastMailAt === null) return null;
  const from = new Date(row.lastMailAt.getTime() + REMIND_AFTER_MS);
  return from > at ? from : null;
}

/** Why another email may not be sent, or null; in English, translated where it is shown. A reason lifts the waiting time, not the limit. */
export function whyNoReminder(
  row: Asked,
  reason: string,
  at: Date,
): { field: boolean; sentence: string } | null {
  if (row.mailsAsked >= MAILS_MAX) {
    return {
      field: false,
      sentence: kept(
        "The person already got {count} emails, the maximum. Nothing was sent. Contact the person another way, then confirm by hand.",
        { count: row.mailsAsked },
      ),
    };
  }
  const from = remindableFrom(row, at);
  if (from === null || reason.trim().length >= REASON_LENGTH_MIN) return null;
  return {
    field: true,
    sentence: kept(
      "An email was sent within the last 24 hours. Wait until {time}, or explain in at least {count} characters why another email is needed now.",
      { time: `${from.toISOString().slice(0, 16).replace("T", " ")} UTC`, count: REASON_LENGTH_MIN },
    ),
  };
}

/** States that a person's own knowledge may end: the journal or a settlement ends all others. */
export const CONFIRMABLE_STATES = ["WAITING", "GONE"] as const;

/** States without a running operation for the address, so that it may be erased. */
export const ERASABLE_STATES = ["JOINED", "GONE", "CANCELLED", "REFUSED", "NOT_SENT", "WAITING"] as const;

/** Stored in place of an erased address. */
export const ERASED_ADDRESS = "(erased)";
