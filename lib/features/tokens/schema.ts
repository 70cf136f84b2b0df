/**
 * Personal access tokens: inputs, and how pages see them. Shared with client code: imports nothing but zod. Only the answer to its creation
 * contains the token itself.
 */
import { z } from "zod";
import { t } from "#lib/core/texts.ts";

export const TOKEN_DAYS = [7, 30, 90, 180, 365] as const;
export const TOKEN_DAYS_DEFAULT = 90;
/** Live tokens that one person may have. */
export const LIVE_TOKENS_MAX = 50;
const NAME_LENGTH_MAX = 120;

/** As scope: one view by its id, or everything. */
export const ALL_READING = "reading";

export const createTokenSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t("Say what the token is for, such as the name of the spreadsheet.") })
    .max(NAME_LENGTH_MAX, {
      error: () => t("A name has at most {lengthMax} characters.", { lengthMax: NAME_LENGTH_MAX }),
    })
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), {
      error: () => t("A name cannot contain control characters."),
    }),
  scope: z
    .string()
    .max(40)
    .regex(/^[a-z0-9-]+$/, { error: () => t("Choose what the token may read.") }),
  days: z.coerce
    .number()
    .pipe(
      z.literal([...TOKEN_DAYS], { error: () => t("Choose how long the token is valid, at most one year.") }),
    ),
});
export type CreateToken = z.input<typeof createTokenSchema>;

export const revokeTokenSchema = z.strictObject({ tokenId: z.guid() });

export type TokenState = "live" | "expired" | "revoked";
