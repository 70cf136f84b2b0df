/**
 * What the service's lists (pending invitations, members of the Cloud or project) prove about one invitation. Pure; never concludes more
 * than a list says.
 */
import type { InvitationModel, InvitationState } from "#lib/db/client.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { recall, type WithSentence } from "#lib/core/language/stored-sentence.ts";
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
    return {
      state: "JOINED",
      evidence: isOfCloud ? say("Among the members of the Cloud.") : say("Among the members of the project."),
    };
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
    return {
      state: "GONE",
      evidence: isOfCloud
        ? say("No longer among the members of the Cloud.")
        : say("No longer among the members of the project."),
    };
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

const WORDS: Record<InvitationState, string> = {
  PREPARED: msg("Prepared"),
  SENDING: msg("Sending"),
  NOT_SENT: msg("Not sent"),
  WAITING: msg("Waiting"),
  JOINED: msg("Joined"),
  GONE: msg("Declined or withdrawn"),
  CANCELLED: msg("Withdrawn"),
  REFUSED: msg("Refused"),
  UNKNOWN: msg("Unknown"),
};

/** The state in words. @param joinedAt since when the person has been a member of the Cloud; null: never, as far as known */
export function stateWords({ state, joinedAt }: Pick<InvitationModel, "state" | "joinedAt">): string {
  return state === "GONE" && joinedAt !== null ? t("Removed or left") : t(WORDS[state]);
}

const INSIDE: Record<InvitationState, Said> = {
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

/** The state as part of a sentence: "The invitation is …". */
export function stateInside(state: InvitationState): Said {
  return INSIDE[state];
}
