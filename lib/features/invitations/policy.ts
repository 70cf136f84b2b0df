/**
 * What may be done with an invitation, and the brake against asking people too often. Pure.
 */
import type { InvitationModel } from "#lib/db/client.ts";
import { kept } from "#lib/core/language/kept-texts.ts";

export const REMIND_AFTER_MS = 24 * 3_600_000;
/** Mails to one person into one cloud: the invitation and five reminders. */
export const MAILS_MAX = 6;
export const REASON_LENGTH_MIN = 10;
/** Waiting for longer than this asks for a person. */
export const AGING_MS = 7 * 24 * 3_600_000;

type Asked = Pick<InvitationModel, "mailsAsked" | "lastMailAt">;

/** From when another mail may be asked for without a reason; null: now. */
export function remindableFrom(row: Asked, at: Date): Date | null {
  if (row.lastMailAt === null) return null;
  const from = new Date(row.lastMailAt.getTime() + REMIND_AFTER_MS);
  return from > at ? from : null;
}

/** Why another mail may not be asked for, or null; in English, to be told. A reason opens the day, not the number. */
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

/** States that a person's own knowledge may end: everything else is the journal's or is settled. */
export const CONFIRMABLE_STATES = ["WAITING", "GONE"] as const;

/** States in which nothing is under way for the address, so that it may be erased. */
export const ERASABLE_STATES = ["JOINED", "GONE", "CANCELLED", "REFUSED", "NOT_SENT", "WAITING"] as const;
