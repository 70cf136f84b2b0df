/** A member or an invited person as pages and files show them. */
import { t } from "#lib/core/texts.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import type { InvitationState } from "#lib/db/client.ts";
import { evidenceOf, stateWords } from "#lib/features/invitations/evidence.ts";
import { roleName } from "#lib/features/invitations/words.ts";

/** A row of the queries. */
export type PersonRow = {
  key: string;
  /** The sort key: in one place the chosen column, then the address; for one address the place's name. */
  order: string;
  place: string;
  cloudId: string;
  cloudName: string;
  cloudNumber: bigint;
  projectId: string | null;
  projectName: string | null;
  connectionId: string;
  connectionName: string;
  userId: bigint | null;
  invitationId: string | null;
  state: InvitationState;
  joinedAt: Date | null;
  evidence: string;
  evidenceSaid: unknown;
  email: string;
  name: string;
  role: number | null;
  since: Date;
  isAtLeast: boolean;
  createdById: string | null;
};

/** `operations`: the open operations of invitations, by the invitation's id. */
export function toPersonView(
  row: PersonRow,
  nameOf: (staffId: string | null) => string | null,
  operations: ReadonlyMap<string, string>,
) {
  const { key, userId, invitationId, state, email, name, role, since, isAtLeast, createdById } = row;
  const { cloudId, cloudName, cloudNumber, projectId, projectName, connectionId, connectionName } = row;
  const operationId = operations.get(invitationId ?? "");
  return {
    /** Unique among all rows. */
    key,
    /** `number`: its number at the service, which tells Clouds of one name apart. */
    cloud: { id: cloudId, name: cloudName, number: Number(cloudNumber), connectionId, connectionName },
    /** null: the Cloud itself. */
    project: projectId === null ? null : { id: projectId, name: projectName ?? "" },
    /** The member's number in this place at the service; null: invited, not a member yet. */
    userId: userId === null ? null : Number(userId),
    /** The newest invitation of the address into this place; null: invited outside Portico, or created the place. */
    invitationId,
    /** JOINED for a member; else the invitation's state. */
    state,
    stateWords: wordsOf(row),
    /** The evidence for an invitation's state, in one sentence; null for a member. */
    evidence: userId === null ? told(evidenceOf(row)) : null,
    /** The open operation, when a person must settle it. */
    operationHref: operationId === undefined ? null : `/operations/${operationId}`,
    email,
    name,
    /** 100 administrator, 50 user, 25 guest; null: the service does not state it, or decides. */
    role,
    roleWords: userId !== null && role === null ? t("not stated") : roleName(role),
    /** Since when they are a member, or invited. */
    since,
    /** `since` is when Portico first saw them: they may have been a member for longer. */
    isAtLeast,
    invitedByName: nameOf(createdById),
  };
}

export type PersonView = ReturnType<typeof toPersonView>;

function wordsOf(row: PersonRow): string {
  if (row.userId !== null) return t("Member");
  return row.state === "WAITING" ? t("Invited") : stateWords(row);
}
