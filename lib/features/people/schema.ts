/** The people of a cloud: its users and whoever is invited and has not answered. */
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
  /** Apart from every other row of the cloud. */
  key: string;
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
