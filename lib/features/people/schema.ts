/** The people of clouds: their users and whoever is invited and has not answered. */
import { z } from "zod";
import { msg } from "#lib/core/texts.ts";

/** Which of them are shown. */
export const PEOPLE_PARTS = ["members", "invited", "administrators", "users"] as const;
export type PeoplePart = (typeof PEOPLE_PARTS)[number];

/** In the order of a filter. */
export const PART_WORDS: Readonly<Record<PeoplePart, string>> = {
  members: msg("Members"),
  invited: msg("Invited"),
  administrators: msg("Administrators"),
  users: msg("Users"),
};

export type PeopleQuery = {
  cloudId: string;
  part?: PeoplePart | undefined;
  /** A part of an address or a name. */
  search?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

export type PersonView = {
  /** Apart from every other row. */
  key: string;
  cloud: { id: string; name: string; connectionId: string; connectionName: string };
  /** The user's number at the service; null: invited, not a member yet. */
  userId: number | null;
  /** Of the newest invitation to the address into this cloud; null: invited outside Portico, or made the cloud. */
  invitationId: string | null;
  email: string;
  name: string;
  /** 100 administrator, 50 user; null: the service does not say, or decides. */
  role: number | null;
  roleWords: string;
  /** Since when they are a member, or invited. */
  since: Date;
  /** `since` is when Portico saw them first: they may be a member for longer. */
  isAtLeast: boolean;
  invitedByName: string | null;
};

export type PeoplePage = {
  rows: PersonView[];
  next: string | null;
  /** Of all that match the search. */
  counts: Record<PeoplePart, number>;
};

/** Where one address is a member or invited, by the name of the cloud. */
export type PersonPage = {
  rows: PersonView[];
  next: string | null;
  /** As the services have it: of the members with this address; empty when none has a name. */
  name: string;
  /** Clouds that the person is a member of, and those where an invitation waits. */
  counts: { member: number; invited: number };
  /** When the list of those clouds that was read longest ago was read; null: none was. */
  readAt: Date | null;
};

/** One address that is known, and in how many clouds. */
export type KnownPerson = { address: string; email: string; name: string; clouds: number };

const userIdSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const memberSchema = z.object({
  /** Registry id. */
  cloudId: z.uuid(),
  userId: userIdSchema,
});
export type MemberInput = z.input<typeof memberSchema>;

export const changeRoleSchema = memberSchema.extend({
  role: z.enum(["50", "100"]).transform((role) => (role === "50" ? 50 : 100)),
});
export type ChangeRole = z.input<typeof changeRoleSchema>;
