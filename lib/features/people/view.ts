/** A member or an invited person as pages and files show them. */
import { t } from "#lib/core/texts.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import type { InvitationState } from "#lib/db/client.ts";
import { evidenceOf, stateWords } from "#lib/features/invitations/evidence.ts";
import { roleName } from "#lib/features/invitations/words.ts";
import type { PersonView } from "./schema.ts";

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
  names: ReadonlyMap<string, string>,
  operations: ReadonlyMap<string, string>,
): PersonView {
  const { key, userId, invitationId, state, email, name, role, since, isAtLeast, createdById } = row;
  const { cloudId, cloudName, cloudNumber, projectId, projectName, connectionId, connectionName } = row;
  const operationId = operations.get(invitationId ?? "");
  return {
    key,
    cloud: { id: cloudId, name: cloudName, number: Number(cloudNumber), connectionId, connectionName },
    project: projectId === null ? null : { id: projectId, name: projectName ?? "" },
    userId: userId === null ? null : Number(userId),
    invitationId,
    state,
    stateWords: wordsOf(row),
    evidence: userId === null ? told(evidenceOf(row)) : null,
    operationHref: operationId === undefined ? null : `/operations/${operationId}`,
    email,
    name,
    role,
    roleWords: userId !== null && role === null ? t("not stated") : roleName(role),
    since,
    isAtLeast,
    invitedByName: createdById === null ? null : (names.get(createdById) ?? t("a former member of staff")),
  };
}

function wordsOf(row: PersonRow): string {
  if (row.userId !== null) return t("Member");
  return row.state === "WAITING" ? t("Invited") : stateWords(row);
}
