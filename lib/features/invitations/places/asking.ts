/** Asks a service for the members and pending invitations of a place, as far as it lists them. */
import { listOptions } from "#lib/features/clouds/shared-reading.ts";
import { answers, rememberCapability, tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import type { Search } from "#lib/features/operations/rules/kinds.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ReadOptions } from "#lib/service/client/calls/calling.ts";
import type { ProjectUser, User } from "#lib/service/client/records.ts";
import { addressKey } from "../addresses/address-key.ts";
import type { Lists } from "../evidence.ts";
import type { ListedMember } from "./member-list.ts";
import { numbersOf, type Place } from "./place.ts";

type Pending = { id: number; email: string | null; role: number | null };
/** null: the service does not list them. */
export type Listed = { pending: Pending[] | null; members: ListedMember[] | null };

const NOT_LISTED: Listed = { pending: null, members: null };

/** @throws ServiceError when a list could not be read, and the error of a timeout */
export async function askForPeople(place: Place): Promise<Listed> {
  const { connection, connectionId } = place.cloud;
  const client = clientFor(connection);
  const { cloud, project } = numbersOf(place);
  const ask: Search["ask"] = (operation, call) => tryCapability(connectionId, operation, call);
  try {
    return await listPeople({ client, ask }, { cloud, project }, listOptions());
  } catch (thrown) {
    const isMissing = thrown instanceof ServiceError && thrown.kind === "notFound";
    if (project === null || !isMissing || (await answers(connectionId, "listProjectUsers")) === true)
      throw thrown;
    // Every service lists the models of an existing project: if that works, it is the list of people that is not offered.
    await client.listModels(cloud, project, listOptions());
    await rememberCapability(connectionId, "listProjectUsers", false);
    return NOT_LISTED;
  }
}

/** The same, as the service lists them, for whoever asks it otherwise. */
export async function listPeople(
  { client, ask }: Pick<Search, "client" | "ask">,
  { cloud, project }: { cloud: number; project: number | null },
  options: ReadOptions = {},
): Promise<Listed> {
  if (project !== null) {
    // One list has both, so nobody can be missed in between.
    const people = await ask("listProjectUsers", () => client.listProjectUsers(cloud, project, options));
    if (!people.isAnswered) return NOT_LISTED;
    return {
      pending: people.value.flatMap(({ invitationId, email, role }) =>
        invitationId === null ? [] : [{ id: invitationId, email, role }],
      ),
      members: people.value
        .filter(({ invitationId }) => invitationId === null)
        .map((person) => toMember(person, person.role)),
    };
  }
  // Pending first: somebody who accepts in between then appears in both lists, never in neither.
  const pending = await ask("listInvitations", () => client.listInvitations(cloud, options));
  const users = await ask("listCloudUsers", () => client.listCloudUsers(cloud, options));
  return {
    pending: pending.isAnswered ? pending.value : null,
    members: users.isAnswered ? users.value.map((user) => toMember(user, user.cloudRole)) : null,
  };
}

function toMember(
  { id, email, firstName, lastName }: Pick<User | ProjectUser, "id" | "email" | "firstName" | "lastName">,
  role: number | null,
): ListedMember {
  return {
    serviceId: BigInt(id),
    address: addressKey(email),
    email: email ?? "",
    name: [firstName, lastName].filter(Boolean).join(" "),
    role,
  };
}

/** The same lists, in the form that evidence.ts reads. */
export function toLists({ pending, members }: Listed): Lists {
  return {
    pending:
      pending === null
        ? null
        : new Map(pending.map((item) => [addressKey(item.email), { id: item.id, role: item.role }])),
    members: members === null ? null : new Set(members.map(({ address }) => address)),
  };
}
