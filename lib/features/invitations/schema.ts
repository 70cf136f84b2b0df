/** Input and shapes of invitations. `evidence` says in one sentence why an invitation has its state. */
import { z } from "zod";
import { msg, t } from "#lib/core/texts.ts";
import { answerFields } from "./addresses/answer.ts";
import { keySchema, type ReadState } from "#lib/features/clouds/schema.ts";
import type { LedgerPart } from "./ledger.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";

/** The roles that the forms for one person and for a list know; 25, guest, exists in projects only. */
const ROLES = [100, 50, 25] as const;

export const inviteSchema = z
  .object({
    key: keySchema,
    /** Registry ids; without a project, into the Cloud itself. */
    cloudId: z.uuid(),
    projectId: z.uuid().optional(),
    email: z.string().max(1000),
    ...answerFields,
    /** User by default. "": no role is sent and the service decides, usually 100, administrator. */
    role: z
      .union([z.literal(""), z.literal("100"), z.literal("50"), z.literal("25"), z.literal([...ROLES])])
      .default(50)
      .transform((value) => ROLES.find((role) => role === Number(value)) ?? null),
    /** True: the person knows that an invitation was sent before and wants another email. */
    again: z
      .union([z.boolean(), z.literal("on"), z.literal("true"), z.literal("")])
      .optional()
      .transform((value) => value === true || value === "on" || value === "true"),
    /** Why the person needs another email so soon. */
    reason: z.string().trim().max(500).default(""),
  })
  .refine(({ projectId, role }) => (projectId === undefined ? role !== 25 : role !== null), {
    path: ["role"],
    error: () => t("Choose a role."),
  });
export type Invite = z.input<typeof inviteSchema>;

/** A role as the forms of lists and plans send it: user by default; "" leaves the choice to the service. */
export const roleSchema = z
  .enum(["", "50", "100"])
  .default("50")
  .transform((value) => (value === "" ? null : value === "50" ? 50 : 100));

/** What an invited person will be able to do, shown before the email is sent (docs/service "Invitation"). */
export const ROLE_WORDS = {
  administrator: msg("Administrator: can change, invite and delete in this Cloud"),
  user: msg("User: can open the Cloud and everything in it"),
  unstated: msg("Service default: the person becomes an administrator, unless set up otherwise"),
} as const;

/** The sort orders of the ledger. */
export const LEDGER_SORTS = ["newest", "oldest", "address", "-address", "since", "-since"] as const;
export type LedgerSort = (typeof LEDGER_SORTS)[number];

/** Invitations into Clouds and into projects are two parts of the ledger. */
export type LedgerInto = "clouds" | "projects";

export type InvitationsQuery = {
  /** "clouds" when absent. */
  into?: LedgerInto | undefined;
  cloudId?: string | undefined;
  /** A part of the Cloud's name, or its whole number; among the projects, a part of the project's name too. */
  cloudNamed?: string | undefined;
  part?: LedgerPart | undefined;
  /** Staff id of the person who invited. */
  invitedBy?: string | undefined;
  search?: string | undefined;
  /** Newest first by default. */
  sort?: LedgerSort | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

export type InviteResult = { operation: OperationView; invitationId: string | null };

export type RefreshReport = ReadState & { changed: number };
