/**
 * What an administrator may enter about a connection, checked with whole sentences before anything is called or stored. Values are
 * normalised only here; a secret is taken exactly as entered.
 */
import { z } from "zod";
import { judgeNetwork, parseServiceAddress } from "#lib/core/network/service-address.ts";
import { t } from "#lib/core/texts.ts";

const NAME_LENGTH_MAX = 80;
const REALM_LENGTH_MAX = 120;
const CLIENT_ID_LENGTH_MAX = 255;
const SECRET_LENGTH_MAX = 1000;

const addressSchema = z.string().transform((text, context): string => {
  const read = parseServiceAddress(text);
  if (read.ok) return read.address;
  context.addIssue({ code: "custom", message: read.reason });
  return z.NEVER;
});

/** At most so many characters, with the sentence that says so. */
const atMost = (lengthMax: number) =>
  [lengthMax, { error: () => t("Use at most {lengthMax} characters.", { lengthMax }) }] as const;

const visible = (text: string): boolean => !/[\p{Cc}\p{Surrogate}]/u.test(text);

const enteredSecretSchema = z
  .string()
  .max(...atMost(SECRET_LENGTH_MAX))
  .refine((text) => !text.includes("\0") && text.isWellFormed(), {
    error: () => t("The secret has characters that cannot be sent."),
  });

const secretSchema = enteredSecretSchema.refine((text) => text !== "", {
  error: () => t("Enter the secret."),
});

const tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const fields = {
  name: z
    .string()
    .transform((text) => text.trim().normalize("NFC"))
    .pipe(
      z
        .string()
        .min(1, { error: () => t("Give the connection a name.") })
        .max(...atMost(NAME_LENGTH_MAX))
        .refine(visible, { error: () => t("Use visible characters only.") }),
    ),
  stage: z.enum(["PRODUCTION", "TEST"], { error: () => t("Choose what the connection is used for.") }),
  baseUrl: addressSchema,
  authUrl: addressSchema,
  realm: z
    .string()
    .trim()
    .min(1, { error: () => t("Enter the realm.") })
    .max(...atMost(REALM_LENGTH_MAX))
    .regex(/^[^\s/\\?#%]*$/, {
      error: () => t("A realm is one word, without slashes: only its name, not its address."),
    }),
  platformUrl: addressSchema,
  clientId: z
    .string()
    .trim()
    .min(1, { error: () => t("Enter the client ID.") })
    .max(...atMost(CLIENT_ID_LENGTH_MAX))
    .refine(visible, { error: () => t("Use visible characters only.") }),
  allowsPrivate: tick,
};

type Addresses = { baseUrl: unknown; authUrl: unknown; allowsPrivate: boolean };

/** A form is corrected in one round: an address is judged although another field is wrong. */
const ALTHOUGH_OTHERS_FAIL = { when: () => true };

/** http and private networks only where they were ticked. The platform address is for people's browsers; Portico does not call it. */
function judgeAddresses(value: Addresses, context: z.core.$RefinementCtx): void {
  for (const field of ["baseUrl", "authUrl"] as const) {
    const address = value[field];
    // An address that cannot be read has its own sentence already.
    if (typeof address !== "string") continue;
    const message = judgeNetwork(address, value.allowsPrivate);
    if (message !== null) context.addIssue({ code: "custom", path: [field], message });
  }
}

/** check: only check · save: store it if the check passed · saveUnproven: store it although the check failed */
const intent = z.enum(["check", "save", "saveUnproven"]);

export const addSchema = z
  .object({ ...fields, secret: secretSchema, intent })
  .superRefine(judgeAddresses, ALTHOUGH_OTHERS_FAIL);
export type AddConnection = z.output<typeof addSchema>;

/** A connection as its form showed it. */
export const connectionSchema = z.object({ id: z.uuid(), version: z.coerce.number().int().positive() });

export const changeSchema = connectionSchema
  .extend({
    ...fields,
    /** Empty: keep the current secret. */
    secret: enteredSecretSchema.default(""),
    /** Confirms that known Clouds exist there as well. */
    isSameService: tick,
    intent,
  })
  .superRefine(judgeAddresses, ALTHOUGH_OTHERS_FAIL);
export type ChangeConnection = z.output<typeof changeSchema>;

export const replaceSecretSchema = connectionSchema.extend({ secret: secretSchema });
export type ReplaceSecret = z.output<typeof replaceSecretSchema>;
