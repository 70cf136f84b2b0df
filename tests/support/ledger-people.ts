/**
 * People who answer invitations at the embedded service, are removed from its Clouds and invited again, in random order, without anybody
 * using the portal; and what the portal must show of each of them afterwards.
 */
import { newId } from "#lib/core/ids.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { acceptInvitation, declineInvitation } from "#lib/service/server/platform/invitations.ts";
import { toPlatformUser, type PlatformUser } from "#lib/service/server/platform/sessions.ts";

/** What a person can be at the service, and the ledger's word for it. */
export const STANDING_WORDS = {
  waiting: "Waiting",
  joined: "Joined",
  declined: "Declined or withdrawn",
  removed: "Removed or left",
} as const;
export type Standing = keyof typeof STANDING_WORDS;

export type InvitedPerson = {
  /** `id`: the portal's. */
  cloud: { id: string; serviceId: number };
  email: string;
  standing: Standing;
};

/** The embedded service, and how its application invites somebody again. */
export type ActedOn = { db: PrismaClient; inviteAgain: (person: InvitedPerson) => Promise<unknown> };

/** Does what this person, or a manager of the Cloud on the platform, might do next. */
export async function actAtService(
  { db, inviteAgain }: ActedOn,
  person: InvitedPerson,
  random: () => number,
): Promise<void> {
  const { cloud, email, standing } = person;
  const user = await accountOf(db, email);
  if (standing === "waiting") {
    const { id } = await db.serviceInvitation.findFirstOrThrow({
      where: { cloudId: cloud.serviceId, address: email, state: "P" },
    });
    const accepts = random() < 0.7;
    await (accepts ? acceptInvitation(db, user, id) : declineInvitation(db, user, id));
    person.standing = accepts ? "joined" : "declined";
  } else if (standing === "joined") {
    await db.serviceMember.deleteMany({ where: { cloudId: cloud.serviceId, userId: user.id } });
    person.standing = "removed";
  } else {
    await inviteAgain(person);
    person.standing = "waiting";
  }
}

async function accountOf(db: PrismaClient, email: string): Promise<PlatformUser> {
  const account = { sub: newId(), email, firstname: "An", lastname: "Other", passwordHash: "-" };
  return toPlatformUser(await db.serviceUser.upsert({ where: { email }, update: {}, create: account }));
}

/** Each address with the word that the ledger must show. */
export function ledgerWords(people: readonly InvitedPerson[]): Map<string, string> {
  return new Map(people.map(({ email, standing }) => [email, STANDING_WORDS[standing]]));
}

/** Each address that the Cloud's people page must show, with its state. */
export function peopleWords(people: readonly InvitedPerson[]): Map<string, string> {
  const shown = people.filter(({ standing }) => standing === "joined" || standing === "waiting");
  return new Map(shown.map(({ email, standing }) => [email, standing === "joined" ? "Member" : "Invited"]));
}

/** How many of them have this standing. */
export function countStanding(people: readonly InvitedPerson[], standing: Standing): number {
  return people.filter((person) => person.standing === standing).length;
}
