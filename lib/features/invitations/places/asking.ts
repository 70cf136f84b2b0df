/** Asks a service for the members and pending invitations of a place, as far as it lists them. */
import { listOptions } from "#lib/features/clouds/shared-reading.ts";
import { answers, rememberCapability, tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ProjectUser, User } from "#lib/service/client/records.ts";
import { addressKey } from "../addresses/address-key.ts";
import type { Lists } from "../evidence.ts";
import type { ListedMember } from "./member-list.ts";
import type { Place } from "./place.ts";

type Pending = { id: number; email: string | null; role: number | null };
/** null: the service does not list them. */
export type Listed = { pending: Pending[] | null; members: ListedMember[] | null };

/** @throws ServiceError when a list could not be read, and the error of a timeout */
export async function askForPeople(place: Place): Promise<Listed> {
  return place.project === null ? askOfCloud(place) : askOfProject(place, Number(place.project.serviceId));
}

async function askOfCloud({ cloud }: Place): Promise<Listed> {
  const client = clientFor(cloud.connection);
  const number = Number(cloud.serviceId);
  const options = listOptions();
  // Pending first: somebody who accepts in between then appears in both lists, never in neither.
  const pending = await tryCapability(cloud.connectionId, "listInvitations", () =>
    client.listInvitations(number, options),
  );
  const users = await tryCapability(cloud.connectionId, "listCloudUsers", () =>
    client.listCloudUsers(number, options),
  );
  return {
    pending: pending.isAnswered ? pending.value : null,
    members: users.isAnswered ? users.value.map((user) => toMember(user, user.cloudRole)) : null,
  };
}

/** One list has both, so nobody can be missed in between. */
async function askOfProject({ cloud }: Place, project: number): Promise<Listed> {
  const client = clientFor(cloud.connection);
  const numbers = [Number(cloud.serviceId), project] as const;
  const people = await tryCapability(cloud.connectionId, "listProjectUsers", async () =>
    client.listProjectUsers(...numbers, listOptions()),
  ).catch(async (thrown: unknown) => {
    const isMissing = thrown instanceof ServiceError && thrown.kind === "notFound";
    if (!isMissing || (await answers(cloud.connectionId, "listProjectUsers")) === true) throw thrown;
    // Every service lists the models of an existing project: if that works, it is the list of people that is not offered.
    await client.listModels(...numbers, listOptions());
    await rememberCapability(cloud.connectionId, "listProjectUsers", false);
    return { isAnswered: false } as const;
  });
  if (!people.isAnswered) return { pending: null, members: null };
  return {
    pending: people.value.flatMap(({ invitationId, email, role }) =>
      invitationId === null ? [] : [{ id: invitationId, email, role }],
    ),
    members: people.value
      .filter(({ invitationId }) => invitationId === null)
      .map((person) => toMember(person, person.role)),
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
