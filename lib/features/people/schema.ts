/** The people of Clouds and projects: members, and people whose invitation is pending. */
import { z } from "zod";
import { msg } from "#lib/core/texts.ts";
import type { PersonView } from "./view.ts";
import type { PlaceInput } from "#lib/features/invitations/places/place.ts";

/** The filter of the list, in its order. */
export const PART_WORDS = {
  members: msg("Members"),
  invited: msg("Invited"),
  administrators: msg("Administrators"),
  users: msg("Users"),
  guests: msg("Guests"),
  ended: msg("Ended invitations"),
} as const;
export type PeoplePart = keyof typeof PART_WORDS;

/** The parts for a Cloud's people, or a project's: only projects have guests, and only they show ended invitations; a Cloud's are in the ledger. */
export function partsOf(of: "cloud" | "project"): readonly PeoplePart[] {
  const parts = Object.keys(PART_WORDS) as PeoplePart[];
  return of === "project" ? parts : parts.slice(0, 4);
}

/** The sort orders of the list. */
export const PEOPLE_SORTS = ["address", "role", "since"] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

export type PeopleQuery = PlaceInput & {
  part?: PeoplePart | undefined;
  /** A part of an address or a name. */
  search?: string | undefined;
  /** "address" when absent. */
  sort?: PeopleSort | undefined;
  isDescending?: boolean | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

export type PeoplePage = {
  rows: PersonView[];
  next: string | null;
  /** Counts of all that match the search. */
  counts: Record<PeoplePart, number>;
};

/** Of how many Clouds and projects an address is a member, and its pending invitations to either. */
export type PersonCounts = { member: number; projects: number; invited: number };

export type KnownPerson = PersonCounts & { address: string; email: string; name: string };

const userIdSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const memberSchema = z.object({
  /** Registry ids; without a project, a member of the Cloud itself. */
  cloudId: z.uuid(),
  projectId: z.uuid().optional(),
  userId: userIdSchema,
});
export type MemberInput = z.input<typeof memberSchema>;

const roleSchema = z
  .enum(["25", "50", "100"])
  .transform((role) => (role === "100" ? 100 : role === "50" ? 50 : 25));

/** Of an invitation into a project. */
export const changeInvitationRoleSchema = z.object({ invitationId: z.uuid(), role: roleSchema });
export type ChangeInvitationRole = z.input<typeof changeInvitationRoleSchema>;

export const changeRoleSchema = memberSchema
  .extend({ role: roleSchema })
  // Guests exist in projects only.
  .refine(({ projectId, role }) => projectId !== undefined || role !== 25, { path: ["role"] });
export type ChangeRole = z.input<typeof changeRoleSchema>;
