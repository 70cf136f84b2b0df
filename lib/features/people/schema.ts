/** The people of Clouds and projects: their members and whoever is invited and has not answered. */
import { z } from "zod";
import { msg } from "#lib/core/texts.ts";
import type { InvitationState } from "#lib/db/client.ts";
import type { PlaceInput } from "#lib/features/invitations/places/place.ts";

/** Which of them are shown; guests, and invitations that came to nothing, in projects only. The ledger has those of Clouds. */
const PEOPLE_PARTS = ["members", "invited", "administrators", "users", "guests", "ended"] as const;
export type PeoplePart = (typeof PEOPLE_PARTS)[number];

/** The parts of a Cloud's people or of a project's. */
export function partsOf(of: "cloud" | "project"): readonly PeoplePart[] {
  return of === "project" ? PEOPLE_PARTS : PEOPLE_PARTS.slice(0, 4);
}

/** In the order of a filter. */
export const PART_WORDS: Readonly<Record<PeoplePart, string>> = {
  members: msg("Members"),
  invited: msg("Invited"),
  administrators: msg("Administrators"),
  users: msg("Users"),
  guests: msg("Guests"),
  ended: msg("Ended invitations"),
};

/** What the list is in the order of. */
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

export type PersonView = {
  /** Apart from every other row. */
  key: string;
  cloud: { id: string; name: string; connectionId: string; connectionName: string };
  /** null: it is the Cloud itself. */
  project: { id: string; name: string } | null;
  /** The member's number in this place at the service; null: invited, not a member yet. */
  userId: number | null;
  /** Of the newest invitation to the address into this place; null: invited outside Portico, or made the place. */
  invitationId: string | null;
  /** JOINED for a member; else that of the invitation. */
  state: InvitationState;
  stateWords: string;
  /** How the state of an invitation is known, in one sentence; null for a member. */
  evidence: string | null;
  /** The open operation, when a person must settle it. */
  operationHref: string | null;
  email: string;
  name: string;
  /** 100 administrator, 50 user, 25 guest; null: the service does not say, or decides. */
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

/** Where one address is a member or invited, by the name of the Cloud; its projects follow it. */
export type PersonPage = {
  rows: PersonView[];
  next: string | null;
  /** As the services have it: of the members with this address; empty when none has a name. */
  name: string;
  /** Clouds and projects that the person is a member of, and invitations that wait in either. */
  counts: { member: number; projects: number; invited: number };
  /** When the list of those Clouds and projects that was read longest ago was read; null: none was. */
  readAt: Date | null;
};

/** One address that is known, and in how many clouds. */
export type KnownPerson = { address: string; email: string; name: string; clouds: number };

const userIdSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const memberSchema = z.object({
  /** Registry ids; without a project, a member of the Cloud itself. */
  cloudId: z.uuid(),
  projectId: z.uuid().optional(),
  userId: userIdSchema,
});
export type MemberInput = z.input<typeof memberSchema>;

export const changeRoleSchema = memberSchema
  .extend({
    role: z.enum(["25", "50", "100"]).transform((role) => (role === "100" ? 100 : role === "50" ? 50 : 25)),
  })
  // Guests are of projects only.
  .refine(({ projectId, role }) => projectId !== undefined || role !== 25, { path: ["role"] });
export type ChangeRole = z.input<typeof changeRoleSchema>;
