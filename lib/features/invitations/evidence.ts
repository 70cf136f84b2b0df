/**
 * What the service's lists (pending invitations, members of the Cloud or project) prove about one invitation. Pure; never concludes more
 * than a list says.
 */
import type { InvitationModel, InvitationState } from "#lib/db/client.ts";
import { told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { isSentence, recall, type WithSentence } from "#lib/core/language/stored-sentence.ts";
import { msg, say, t, type Said } from "#lib/core/texts.ts";

export type Lists = {
  /** null: the service does not list them. */
  pending: ReadonlyMap<string, { id: number; role: number | null }> | null;
  members: ReadonlySet<string> | null;
};

export type Observed = { state: InvitationState; evidence: Said; serviceId?: number; role?: number };

/** The state of an invitation after a reading, or null when the lists say nothing new. */
export function observe(
  invitation: { address: string; state: InvitationState },
  lists: Lists,
  into: "cloud" | "project",
): Observed | null {
  const { address, state } = invitation;
  const isOfCloud = into === "cloud";
  // The journal decides these: a person on a list proves nothing about this particular email.
  if (state === "SENDING" || state === "UNKNOWN") return null;
  if (lists.members?.has(address) === true) {
    const evidence = isOfCloud
      ? say("Among the members of the Cloud.")
      : say("Among the members of the project.");
    return { state: "JOINED", evidence };
  }
  const waiting = lists.pending?.get(address);
  if (waiting !== undefined) {
    return {
      state: "WAITING",
      evidence: say("On the service's list of pending invitations."),
      serviceId: waiting.id,
      ...(waiting.role === null ? {} : { role: waiting.role }),
    };
  }
  if (state === "WAITING" && lists.pending !== null) {
    const evidence =
      lists.members === null
        ? say("No longer pending. This service does not say whether the invitation was accepted or declined.")
        : say("No longer pending and not among the members: declined or withdrawn.");
    return { state: "GONE", evidence };
  }
  if (state === "JOINED" && lists.members !== null) {
    const evidence = isOfCloud
      ? say("No longer among the members of the Cloud.")
      : say("No longer among the members of the project.");
    return { state: "GONE", evidence };
  }
  return null;
}

/** What earlier versions stored: "user" is the name of a role, which an administrator has not. */
const FORMER: Readonly<Record<string, Said>> = {
  "A user of the Cloud.": say("Among the members of the Cloud."),
  "No longer pending and not a user of the Cloud: declined or withdrawn.": say(
    "No longer pending and not among the members: declined or withdrawn.",
  ),
  "No longer a user of the Cloud.": say("No longer among the members of the Cloud."),
};

/** The stored evidence of a row, in today's words. */
export function evidenceOf(row: WithSentence<"evidence">): Sentence {
  const evidence = recall(row, "evidence") ?? "";
  return typeof evidence === "string" ? (FORMER[evidence] ?? evidence) : evidence;
}

type Evident = Pick<InvitationModel, "state" | "listedAt" | "mailSeenAt" | "mailsAsked" | "lastMailAt"> &
  WithSentence<"evidence">;

/** The evidence in the reader's words; that somebody waits, short enough that such a row stays one line. */
export function briefEvidence(row: Evident): string {
  const { state, listedAt, mailSeenAt } = row;
  if (state !== "WAITING") return told(evidenceOf(row));
  if (listedAt !== null) return t("still open at the service");
  return mailSeenAt === null ? t("taken by the service, arrival not known") : t("in the built-in mailbox");
}

/** The evidence, with what the built-in mailbox knows of the email. */
export function evidenceWithMail(row: Evident): string {
  const { mailSeenAt, mailsAsked, lastMailAt, state } = row;
  if (state !== "WAITING") return told(evidenceOf(row));
  const sentences = [told(newestEvidence(row))];
  if (mailSeenAt !== null) {
    sentences.push(
      t("Email delivered to the built-in mailbox at {time} UTC.", { time: minuteOf(mailSeenAt) }),
    );
  }
  if (mailsAsked > 1 && lastMailAt !== null) {
    sentences.push(
      t("{count} emails sent, the last at {time} UTC.", { count: mailsAsked, time: minuteOf(lastMailAt) }),
    );
  }
  return sentences.join(" ");
}

/** "2026-11-24 14:05", in UTC. */
function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace("T", " ");
}

/** Evidence from the answer to the call itself. Earlier versions wrote the last of these sentences. */
const ACCEPTED = [
  msg("The service accepted the invitation and sends the email. Whether the email arrived is not known."),
  msg("The service accepted the invitation."),
  "The service accepted it and sends the mail; whether the mail arrived is not known.",
];

/** A list or an email seen later replaces evidence from the answer; other evidence stays. */
function newestEvidence(row: Evident): Sentence {
  const evidence = evidenceOf(row);
  if (!isSentence(evidence, ACCEPTED)) return evidence;
  if (row.listedAt !== null) return say("On the service's list of pending invitations.");
  return row.mailSeenAt === null ? evidence : say("The service accepted the invitation.");
}

/** In display order. */
export const STATE_WORDS: Readonly<Record<InvitationState, string>> = {
  WAITING: msg("Waiting"),
  JOINED: msg("Joined"),
  GONE: msg("Declined or withdrawn"),
  CANCELLED: msg("Withdrawn"),
  REFUSED: msg("Refused"),
  UNKNOWN: msg("Unknown"),
  PREPARED: msg("Prepared"),
  SENDING: msg("Sending"),
  NOT_SENT: msg("Not sent"),
};

/** The state in words. @param joinedAt since when the person has been a member of the Cloud; null: never, as far as known */
export function stateWords({ state, joinedAt }: Pick<InvitationModel, "state" | "joinedAt">): string {
  return state === "GONE" && joinedAt !== null ? t("Removed or left") : t(STATE_WORDS[state]);
}

/** The state as part of a sentence: "The invitation is …". */
export const STATE_INSIDE: Readonly<Record<InvitationState, Said>> = {
  PREPARED: say("prepared"),
  SENDING: say("sending"),
  NOT_SENT: say("not sent"),
  WAITING: say("waiting"),
  JOINED: say("joined"),
  GONE: say("declined or withdrawn"),
  CANCELLED: say("withdrawn"),
  REFUSED: say("refused"),
  UNKNOWN: say("unknown"),
};
