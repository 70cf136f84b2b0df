/**
 * What an operator may enter about an application, on the page or in the command: validated here, with messages in full sentences, before
 * anything reaches the registry. People enter limits in their own units; they are stored in the interface's.
 */
import { z } from "zod";
import { NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { REDIRECT_RULES_MAX, parseRedirectRule } from "#lib/service/server/applications/redirect-rules.ts";
import { t } from "#lib/core/texts.ts";
import { CLIENT_ID_PATTERN, CLIENT_ID_RULE } from "./client-id.ts";

const INT4_MAX = 2_147_483_647;
const CLOUDS_MAX = 1_000_000;
const GIGABYTES_MAX = 1_000_000;
const BYTES_PER_GIGABYTE = 1_000_000_000;
const RULES_LENGTH_MAX = 20_000;

const nameSchema = z
  .string()
  .trim()
  .min(1, { error: () => t("Give the application a name.") })
  .max(NAME_LENGTH_MAX, {
    error: () => t("At most {max} characters.", { max: NAME_LENGTH_MAX }),
  })
  .refine((name) => !/\p{Cc}|\p{Surrogate}/u.test(name), { error: () => t("Use visible characters only.") });

const clientIdSchema = z
  .string()
  .trim()
  .regex(CLIENT_ID_PATTERN, { error: () => t(CLIENT_ID_RULE) });

/** One tick box sends a text, several send a list, none sends nothing. */
const scopesSchema = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .default([])
  .transform((names) => SCOPES.filter((scope) => names.includes(scope)))
  .refine((scopes) => scopes.length > 0, { error: () => t("Choose at least one scope.") });

/** One rule on each line. */
const redirectRulesSchema = z
  .string()
  .max(RULES_LENGTH_MAX, { error: () => t("That is too much text for a few addresses.") })
  .default("")
  .transform((text, context): string[] => {
    const lines = text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const rules = new Set<string>();
    for (const line of lines) {
      const result = parseRedirectRule(line);
      if (result.ok) rules.add(result.rule);
      else context.addIssue({ code: "custom", message: result.reason });
    }
    if (rules.size > REDIRECT_RULES_MAX) {
      context.addIssue({
        code: "custom",
        message: t("At most {max} address prefixes.", { max: REDIRECT_RULES_MAX }),
      });
    }
    return [...rules];
  });

const notClouds = {
  error: () =>
    t("Enter a whole number up to {max}, or leave the field empty for no limit.", { max: CLOUDS_MAX }),
};

const cloudsMaxSchema = z
  .string()
  .trim()
  .regex(/^\d{0,7}$/, notClouds)
  .default("")
  .transform((text) => (text === "" ? null : Number(text)))
  .refine((value) => value === null || value <= CLOUDS_MAX, notClouds);

const storageSchema = z
  .string()
  .trim()
  .regex(/^(?:\d{1,7}(?:[.,]\d{1,3})?)?$/, {
    error: () => t("Enter a number of gigabytes such as 50 or 0.5, or leave the field empty for no limit."),
  })
  .default("")
  .transform((text) => (text === "" ? null : Number(text.replace(",", "."))))
  .refine((value) => value === null || value <= GIGABYTES_MAX, {
    error: () => t("At most {max} gigabytes.", { max: GIGABYTES_MAX }),
  })
  .transform((value) => (value === null ? null : BigInt(Math.round(value * BYTES_PER_GIGABYTE))));

const settings = {
  name: nameSchema,
  scopes: scopesSchema,
  redirectRules: redirectRulesSchema,
  cloudsMax: cloudsMaxSchema,
  storageGigabytes: storageSchema,
};

const notId = { error: () => t("Enter a whole number, as the service shows it.") };

export const rowIdSchema = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,9}$/, notId)
  .transform(Number)
  .refine((id) => id <= INT4_MAX, notId);

export const registerSchema = z.object({ ...settings, clientId: clientIdSchema });
export const changeSchema = z.object({ ...settings, id: rowIdSchema });
export const applicationIdSchema = z.object({ id: rowIdSchema });
export const disableSchema = z.object({ id: rowIdSchema, typedName: z.string().max(1000) });
export const cloudGrantSchema = z.object({ id: rowIdSchema, cloudId: rowIdSchema });
export const rotateKeySchema = z.object({ revoke: z.enum(["no", "yes"]).default("no") });

export type RegisterInput = z.output<typeof registerSchema>;
export type ChangeInput = z.output<typeof changeSchema>;

/** The limit as the form shows it: "0.5", "50", "" for none. */
export function toGigabytes(bytes: bigint | null): string {
  return bytes === null ? "" : String(Number(bytes) / BYTES_PER_GIGABYTE);
}
