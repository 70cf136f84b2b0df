/** How the journal sends invitations: how the call is made, what its answer means for the ledger, and where to look for evidence. */
import { now } from "#lib/core/clock.ts";
import { msg, say, t } from "#lib/core/texts.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import type { Db, InvitationState } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { answers, rememberCapability } from "#lib/features/connections/capabilities.ts";
import { notListed } from "#lib/features/operations/evidence/candidates.ts";
import type { Change, KindRules, Look, Search } from "#lib/features/operations/rules/kinds.ts";
import {
  cloudNumberOf,
  projectNumberOf,
  type OperationContext,
} from "#lib/features/operations/rules/schema.ts";
import { invitationInputSchema, projectInvitationInputSchema } from "#lib/service/contract/inputs.ts";
import { addressKey } from "./addresses/address-key.ts";
import { listPeople } from "./places/asking.ts";
import type { InvitationValues } from "./places/kept-people.ts";

export const invitationSending: KindRules = {
  auditAction: "invitation.send",
  auditDetail,
  apply: (tx, _operation, context, change) => applyInvitation(tx, context, change),
  evidence: {
    look: lookForInvitation,
    // A person who declined is on no list, just like one who was never invited.
    staysListed: false,
    listedAs: "serviceId",
    needsNumber: false,
    confirmation: null,
  },
  // The person may then get two emails.
  mayRepeatInDoubt: true,
  words: {
    command: msg("Invite “{title}”"),
    subject: (title) => say("the invitation to “{title}”", { title }),
    missing: (title) =>
      say(
        "The invitation to “{title}” was settled as missing, discarded or closed. Try again, or continue without it.",
        { title },
      ),
  },
  send: ({ body }, context) => {
    const input = invitationInputSchema.parse(body);
    const cloudNumber = cloudNumberOf(context);
    return (client) => client.invite(cloudNumber, input);
  },
};

export const projectInvitationSending: KindRules = {
  ...invitationSending,
  words: {
    command: msg("Invite “{title}” to a project"),
    subject: (title) => say("the invitation to “{title}” into a project", { title }),
    missing: invitationSending.words.missing,
  },
  send: ({ body }, context) => {
    const input = projectInvitationInputSchema.parse(body);
    const [cloudNumber, projectNumber] = [cloudNumberOf(context), projectNumberOf(context)];
    return async (client, { connectionId }) => {
      const outcome = await client.inviteToProject(cloudNumber, projectNumber, input);
      await rememberAnswer(connectionId, outcome.evidence.status);
      return outcome;
    };
  },
};

/** What the audit says of an email that is sent again to somebody who waits. */
export function auditDetail({ invitationBefore }: OperationContext): { isReminder?: true } {
  return invitationBefore === "WAITING" ? { isReminder: true } : {};
}

/** What the answer says about the service: that it accepts invitations into projects, or lacks the operation. */
async function rememberAnswer(connectionId: string, status: number | null): Promise<void> {
  if (status === 201) return rememberCapability(connectionId, "inviteToProject", true);
  const isAbsent =
    status === 405 ||
    status === 501 ||
    // If the service lists the people of projects, its 404 is about the project.
    (status === 404 && (await answers(connectionId, "listProjectUsers")) !== true);
  if (isAbsent) await rememberCapability(connectionId, "inviteToProject", false);
}

async function applyInvitation(tx: Db, context: OperationContext, change: Change): Promise<string | null> {
  const { invitationId, projectId } = context;
  if (invitationId === undefined) return null;
  const where = { id: invitationId };
  const data = valuesOf(context, change);
  await (projectId === undefined
    ? tx.invitation.update({ where, data })
    : tx.projectInvitation.update({ where, data }));
  return invitationId;
}

function valuesOf(context: OperationContext, change: Change): InvitationValues {
  const { state, evidence } = invitationWords(context, change);
  const serviceId = change.result?.serviceId ?? null;
  const role = change.result?.role ?? null;
  const isMailAsked = change.state === "DONE" || change.state === "RESOLVED_DONE";
  return {
    state,
    ...stored("evidence", evidence),
    // Since before the service was called, so that the email arrives later. Another email does not begin the waiting anew.
    stateSince:
      state === "WAITING" && context.waitingSince !== undefined ? new Date(context.waitingSince) : now(),
    // A person who is invited again has not joined yet.
    ...(state === "WAITING" ? { joinedAt: null } : state === "JOINED" ? { joinedAt: now() } : {}),
    ...(isMailAsked ? { mailsAsked: { increment: 1 }, lastMailAt: now() } : {}),
    ...(serviceId === null ? {} : { serviceId: BigInt(serviceId) }),
    ...(role === null ? {} : { role }),
  };
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
        evidence: say(
          "The service accepted the invitation and sends the email. Whether the email arrived is not known.",
        ),
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
      // A further email that was not sent leaves the invitation in its previous state.
      if (before === "WAITING") {
        return { state: "WAITING", evidence: say("Another email did not go out: {cause}", { cause }) };
      }
      return { state: change.state === "REFUSED" ? "REFUSED" : "NOT_SENT", evidence: cause };
    default:
      return { state: "SENDING", evidence: say("Recorded; Portico is calling the service.") };
  }
}

async function lookForInvitation(search: Search): Promise<Look> {
  const isOfProject = search.context.projectServiceId !== undefined;
  const { pending, members } = await listPeople(search, {
    cloud: cloudNumberOf(search.context),
    project: isOfProject ? projectNumberOf(search.context) : null,
  });
  if (pending === null && members === null) return notListed();
  const key = addressKey(search.row.title);
  const waiting = pending?.find((item) => addressKey(item.email) === key);
  if (waiting !== undefined) {
    const sentence = t("The invitation is on the service's list of pending invitations, so it was sent.");
    const candidate = { serviceId: waiting.id, name: waiting.email, createdAt: null, sentence };
    return { isListed: true, candidates: [candidate], sentence };
  }
  const isMember = members?.some(({ address }) => address === key) === true;
  return { isListed: true, candidates: [], sentence: absentWords(isMember, isOfProject) };
}

function absentWords(isMember: boolean, isOfProject: boolean): string {
  if (!isMember) {
    return t("Neither pending nor a member. This proves nothing: a declined invitation looks the same.");
  }
  return isOfProject
    ? t("The person is a member of the project already. It may have been through another invitation.")
    : t("The person is a member of the Cloud already. It may have been through another invitation.");
}
