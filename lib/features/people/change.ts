/** One change of a member at the service: the call, and what the audit and people are told. */
import { AppError, conflict } from "#lib/core/errors.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { ServiceChange } from "#lib/features/clouds/service-change.ts";
import type { KeptMember } from "#lib/features/invitations/places/kept-people.ts";
import { nameOf, numbersOf, objectOf, type Place } from "#lib/features/invitations/places/place.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";

export type Role = 25 | 50 | 100;
export type Wanted = { role: Role } | "removed";

type Call = (client: ServiceClient) => Promise<unknown>;

/** The call that gives a member another role or removes them. */
export function changeOf(
  place: Place,
  member: KeptMember,
  wanted: Wanted,
): { change: ServiceChange; call: Call } {
  const isRemoved = wanted === "removed";
  const common = {
    connection: place.cloud.connection,
    action: isRemoved ? "member.remove" : "member.change-role",
    ...objectOf(place),
    before: { email: member.email, role: member.role, place: nameOf(place) },
    after: isRemoved ? null : { email: member.email, role: wanted.role, place: nameOf(place) },
    subject: subjectOf(member),
    instead: say("Use the service’s own platform."),
  } as const;
  const { cloud, project } = numbersOf(place);
  const userId = Number(member.serviceId);
  if (project === null) {
    const capability = isRemoved ? "removeCloudUser" : "changeCloudUser";
    return {
      change: { ...common, capability, list: "listCloudUsers" },
      call: isRemoved
        ? (client) => client.removeCloudUser(cloud, userId)
        : // Guests exist in projects only; the input is checked for that before.
          (client) => client.changeCloudUser(cloud, userId, { cloud_role: wanted.role === 100 ? 100 : 50 }),
    };
  }
  const capability = isRemoved ? "removeProjectUser" : "changeProjectUser";
  return {
    change: { ...common, capability, list: "listProjectUsers" },
    call: isRemoved
      ? (client) => client.removeProjectUser(cloud, project, userId)
      : (client) => client.changeProjectUser(cloud, project, userId, { role: wanted.role }),
  };
}

function subjectOf({ email, serviceId }: KeptMember): Said {
  return email === ""
    ? say("The member with number {number}", { number: String(serviceId) })
    : say("The member {email}", { email });
}

/** Somebody left, or was removed outside Portico. */
export function notAMember({ project }: Place): AppError {
  return conflict(
    project === null
      ? say("This person is not among the members of the Cloud any more. Nothing was changed.")
      : say("This person is not among the members of the project any more. Nothing was changed."),
  );
}

/** Guards the last administrator: nobody could manage the place any more. */
export function lastAdministrator({ project }: Place, member: KeptMember): AppError {
  const subject = subjectOf(member);
  return conflict(
    project === null
      ? say(
          "{subject} is the last administrator of this Cloud. Nothing was changed. Make somebody else an administrator first.",
          { subject },
        )
      : say(
          "{subject} is the last administrator of this project. Nothing was changed. Make somebody else an administrator first.",
          { subject },
        ),
  );
}

/** The list of people has to be read first. */
export function notRead(problem: string): AppError {
  return new AppError(
    "UPSTREAM",
    say("The service’s list of people could not be read, so nothing was changed. {problem} Try again.", {
      problem,
    }),
  );
}
