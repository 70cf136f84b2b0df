/**
 * Inviting, as the journal does it: how the call is sent, what its answer means for the ledger, and where it is looked for.
 */
import { now } from "#lib/core/clock.ts";
import { parseAddress } from "#lib/core/address.ts";
import { msg, say, t } from "#lib/core/texts.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { Db, InvitationState } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { notListed } from "#lib/features/operations/evidence/candidates.ts";
import type { Change, KindRules, Look, Search } from "#lib/features/operations/rules/kinds.ts";
import { cloudNumberOf, type OperationContext } from "#lib/features/operations/rules/schema.ts";
import { invitationInputSchema } from "#lib/service/contract/inputs.ts";

export const invitationSending: KindRules = {
  words: {
    command: msg("Invite “{title}”"),
    subject: (title) => say("the invitation to “{title}”", { title }),
    missing: (title) =>
      say(
        "The invitation to “{title}” was settled as missing, discarded or closed. Try again, or continue without it.",
        { title },
      ),
  },
  auditAction: "invitation.send",
  send: ({ body }, context) => {
    const input = invitationInputSchema.parse(body);
    const cloudNumber = cloudNumberOf(context);
    return (client) => client.invite(cloudNumber, input);
  },
  apply: (tx, _operation, context, change) => applyInvitation(tx, context, change),
  evidence: {
    look: lookForInvitation,
    // A person who declined is on no list, like one who was never invited.
    staysListed: false,
    listedAs: "serviceId",
    needsNumber: false,
    confirmation: null,
  },
  // Two mails are possible then.
  mayRepeatInDoubt: true,
};

async function applyInvitation(tx: Db, context: OperationContext, change: Change): Promise<string | null> {
  const { invitationId } = context;
  if (invitationId === undefined) return null;
  const { state, evidence } = invitationWords(context, change);
  const serviceId = change.result?.serviceId ?? null;
  const role = change.result?.role ?? null;
  const isMailAsked = change.state === "DONE" || change.state === "RESOLVED_DONE";
  await tx.invitation.update({
    where: { id: invitationId },
    data: {
      state,
      ...stored("evidence", evidence),
      stateSince: now(),
      // Whoever is invited anew has not joined yet.
      ...(state === "WAITING" ? { joinedAt: null } : state === "JOINED" ? { joinedAt: now() } : {}),
      ...(isMailAsked ? { mailsAsked: { increment: 1 }, lastMailAt: now() } : {}),
      ...(serviceId === null ? {} : { serviceId: BigInt(serviceId) }),
      ...(role === null ? {} : { role }),
    },
  });
  return invitationId;
}

function invitationWords(
  context: OperationContext,
  change: Change,
): { state: InvitationState; evidence: Sentence } {
  const before = context.invitationBefore;
  const cause = change.cause ?? "";
  switch (change.state) {
    case "DONE":
    case "DONE_ID_LOST":
      return {
        state: "WAITING",
        evidence: say("The service accepted it and sends the mail; whether the mail arrived is not known."),
      };
    case "RESOLVED_DONE":
    case "DUPLICATE_FOUND":
      return { state: "WAITING", evidence: cause };
    case "ALREADY":
      return {
        state: "JOINED",
        evidence:
          cause === ""
            ? say("Nothing was sent. The person's rights stay the same.")
            : say("{cause} Nothing was sent. The person's rights stay the same.", { cause }),
      };
    case "UNKNOWN":
    case "ABANDONED":
      return { state: "UNKNOWN", evidence: cause };
    case "REFUSED":
    case "RESOLVED_ABSENT":
    case "NOT_SENT":
    case "HELD":
    case "DISCARDED":
      // A further mail that did not go out leaves the invitation where it was.
      if (before === "WAITING") {
        return { state: "WAITING", evidence: say("Another mail did not go out: {cause}", { cause }) };
      }
      return { state: change.state === "REFUSED" ? "REFUSED" : "NOT_SENT", evidence: cause };
    default:
      return { state: "SENDING", evidence: say("Recorded; Portico is calling the service.") };
  }
}

async function lookForInvitation({ client, ask, context, row }: Search): Promise<Look> {
  const cloudNumber = cloudNumberOf(context);
  const pending = await ask("listInvitations", () => client.listInvitations(cloudNumber));
  const users = await ask("listCloudUsers", () => client.listCloudUsers(cloudNumber));
  if (!pending.isAnswered && !users.isAnswered) return notListed();
  const key = addressKey(row.title);
  const waiting = pending.isAnswered
    ? pending.value.find((item) => addressKey(item.email) === key)
    : undefined;
  if (waiting !== undefined) {
    const sentence = t("The invitation is on the service's list of pending invitations. It was sent.");
    const candidate = { serviceId: waiting.id, name: waiting.email, createdAt: null, sentence };
    return { isListed: true, candidates: [candidate], sentence };
  }
  const isMember = users.isAnswered && users.value.some((item) => addressKey(item.email) === key);
  return {
    isListed: true,
    candidates: [],
    sentence: isMember
      ? t("The person is a user of the Cloud already. It may have been through another invitation.")
      : t("Neither pending nor a user. This proves nothing: a declined invitation looks the same."),
  };
}

function addressKey(text: string | null): string | null {
  if (text === null) return null;
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.key : text.trim().toLowerCase();
}
