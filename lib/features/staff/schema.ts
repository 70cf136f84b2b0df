/**
 * Staff accounts: inputs, and how pages see them. Shared with client code: imports nothing but zod and texts. Pages never get a password,
 * token or code.
 */
import { z } from "zod";
import { msg, t } from "#lib/core/texts.ts";
import { answerFields } from "#lib/features/invitations/addresses/answer.ts";

export const ROLES = ["VIEWER", "OPERATOR", "ADMINISTRATOR"] as const;
export type Role = (typeof ROLES)[number];

/** What each role may do, in one sentence for the person who assigns it. */
export const ROLE_WORDS: Record<Role, { label: string; hint: string }> = {
  VIEWER: {
    label: msg("Viewer"),
    hint: msg("Can see Clouds, people and operations, and export elements. Cannot change anything."),
  },
  OPERATOR: {
    label: msg("Operator"),
    hint: msg(
      "Can also create Clouds and projects, upload models, invite and remove people, and settle operations.",
    ),
  },
  ADMINISTRATOR: {
    label: msg("Administrator"),
    hint: msg(
      "Can also delete Clouds and projects, manage connections, applications and staff, and read the audit.",
    ),
  },
};

/** The roles to choose from, each with what it may do. */
export function roleOptions(): { value: Role; label: string; hint: string }[] {
  return ROLES.map((value) => ({
    value,
    label: t(ROLE_WORDS[value].label),
    hint: t(ROLE_WORDS[value].hint),
  }));
}

const NAME_LENGTH_MAX = 120;
export const STAFF_INVITATION_DAYS = 7;

const role = z.enum(ROLES, { error: () => t("Choose a role for the person.") });
/** lib/core/identity/password.ts judges it; here only short enough to be checked. */
const password = z.string().max(1000, { error: () => t("Use at most 128 characters.") });
const code = z
  .string()
  .trim()
  .min(1, { error: () => t("Type the code.") })
  .max(40, { error: () => t("A code has six digits.") });

export const inviteStaffSchema = z.strictObject({ email: z.string().max(400), ...answerFields, role });
export const staffInvitationSchema = z.strictObject({ invitationId: z.guid() });
export const staffMemberSchema = z.strictObject({ staffId: z.guid() });
export const changeRoleSchema = z.strictObject({ staffId: z.guid(), role });
export const secondFactorRuleSchema = z.strictObject({ role, required: z.enum(["yes", "no"]) });

export const joinSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t("Type the name that colleagues will see.") })
    .max(NAME_LENGTH_MAX, {
      error: () => t("Use at most {lengthMax} characters.", { lengthMax: NAME_LENGTH_MAX }),
    })
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), {
      error: () => t("A name cannot contain control characters."),
    }),
  password,
});
export const newPasswordSchema = z.strictObject({ password });
export const forgottenSchema = z.strictObject({ email: z.string().max(400) });

/** A ticked box: end access tokens as well. */
const endTokens = z.literal("on").optional();

export const changePasswordSchema = z.strictObject({ password, newPassword: password, endTokens });
export const endSessionSchema = z.strictObject({ sessionId: z.guid() });
export const endOtherSessionsSchema = z.strictObject({ endTokens });
export const confirmTotpSchema = z.strictObject({ password, code });
export const ownProofSchema = z.strictObject({ password, code: z.string().max(40).optional() });
