/**
 * The only reader of process.env: one schema, parsed once; errors name the wrong variables (never their values). Each secret may come from
 * a file instead (`NAME_FILE`), as container platforms mount them.
 */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { parseNetworks, parseProxies } from "./network/networks.ts";
import { parseRoleMapping } from "./role-mapping.ts";
import { parseServiceAddress } from "./network/service-address.ts";

const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/(?<!\/)\/+$/, ""));
/** Normalised like an address that people enter on the page. */
const serviceUrl = z.string().transform((text, context): string => {
  const read = parseServiceAddress(text);
  if (read.ok) return read.address;
  context.addIssue({ code: "custom", message: `is not usable as it is. ${read.reason}` });
  return z.NEVER;
});
const optionalText = z.string().min(1).optional();
/** Compared exactly with the provider's own name for itself, so it is not changed. */
const issuer = z.string().superRefine((text, context) => {
  const read = parseServiceAddress(text);
  if (!read.ok) context.addIssue({ code: "custom", message: `is not usable as it is. ${read.reason}` });
});
const wordList = z
  .string()
  .regex(/^[^\s,]+(?:[\s,]+[^\s,]+)*$/, "must be words, separated by blanks or commas");

export const envSchema = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  PORTICO_ORIGIN: httpUrl.optional(),
  /** The interface to listen on in addition to this machine's loopback; see listenAddresses in lib/boot/server/listen.ts. */
  PORTICO_HOST: z
    .string()
    .refine(
      (text) => text === "localhost" || isIP(text) !== 0,
      "must be localhost, an IP address of this machine, or 0.0.0.0 or :: for all of them",
    )
    .optional(),
  /** Reverse proxies in front, which append the client's address to X-Forwarded-For: their networks in CIDR form. */
  PORTICO_TRUST_PROXY: z
    .string()
    .default("off")
    .transform((text, context): readonly string[] => {
      const networks = parseProxies(text);
      if (networks !== null) return networks;
      context.addIssue({
        code: "custom",
        message:
          'must be "off", "on" (proxies on this machine), or addresses and networks, separated by commas',
      });
      return z.NEVER;
    }),
  PORTICO_DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: optionalText,
  /** "off": the database on another machine may be used without TLS, or without verifying its identity. */
  DATABASE_TLS: z.enum(["on", "off"]).default("on"),
  PORTICO_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  /** Set while the secret is being replaced: values sealed with it can still be read. */
  PORTICO_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  /** What npm run backup encrypts with: a passphrase, or public keys of age. */
  PORTICO_BACKUP_PASSPHRASE: optionalText,
  PORTICO_BACKUP_RECIPIENTS: wordList.optional(),
  PORTICO_ADMIN_EMAIL: optionalText,
  PORTICO_ADMIN_PASSWORD: optionalText,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** "off": emails are also sent through a server on another machine without TLS. */
  SMTP_TLS: z.enum(["on", "off"]).default("on"),
  MAIL_FROM: z.string().min(3).default("Portico <portico@localhost>"),
  SERVICE_BASE_URL: serviceUrl.optional(),
  SERVICE_AUTH_URL: serviceUrl.optional(),
  SERVICE_REALM: optionalText,
  SERVICE_PLATFORM_URL: serviceUrl.optional(),
  SERVICE_CLIENT_ID: optionalText,
  SERVICE_CLIENT_SECRET: optionalText,
  PORTICO_SERVICE_CLIENT_ID: optionalText,
  PORTICO_SERVICE_CLIENT_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  /** Sign-in with an identity provider (OpenID Connect), in addition to local accounts. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_LABEL: z.string().trim().min(1).max(40, "must have at most 40 characters").default("single sign-on"),
  OIDC_SCOPES: wordList.default("openid email profile"),
  /** The claim with a person's roles or groups: its name, or a path with dots. */
  OIDC_ROLES_CLAIM: optionalText,
  OIDC_ROLES: z
    .string()
    .refine(
      (text) => parseRoleMapping(text) !== null,
      'must be pairs like "portico-staff=viewer", separated by commas; roles are viewer, operator and administrator',
    )
    .optional(),
  OIDC_ACCOUNTS: z.enum(["invited", "role"]).default("invited"),
  /** One of these must be in the ID token's acr; they are requested at sign-in. */
  OIDC_ACR: wordList.optional(),
  /** One of these must be in the ID token's amr. */
  OIDC_AMR: wordList.optional(),
  /** Days since the last sign-in with the provider after which a person's access tokens are suspended until the next sign-in. */
  OIDC_TOKEN_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  PORTICO_EMBEDDED: z.enum(["on", "off"]).default("on"),
  /** Networks outside the public internet that webhooks may be delivered to, e.g. "10.20.0.0/16, fd00:1::/32". */
  PORTICO_WEBHOOK_NETWORKS: z
    .string()
    .refine((text) => parseNetworks(text) !== null, "must be networks in CIDR form, separated by commas")
    .optional(),
  /** Files are stored in this bucket of an S3-compatible store instead of the data folder. */
  S3_BUCKET: optionalText,
  S3_ENDPOINT: httpUrl.optional(),
  /** "off": the store on another machine may be reached over http. */
  S3_TLS: z.enum(["on", "off"]).default("on"),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_PREFIX: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*)*$/,
      "must be names of letters, digits, - and _ with slashes between",
    )
    .max(200)
    .optional(),
  S3_PATH_STYLE: z.enum(["on", "off"]).optional(),
  /** Calls per second that one application may make of the embedded service, per process; 0 = no limit. */
  PORTICO_SERVICE_RATE: z.coerce.number().int().min(0).max(1_000_000).default(1000),
  /** The token that allows reading /api/metrics; without it, metrics are not available. */
  PORTICO_METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, "must have at least 16 characters and no blanks")
    .optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

export const SECRET_NAMES = [
  "DATABASE_URL",
  "PORTICO_SECRET",
  "PORTICO_SECRET_PREVIOUS",
  "PORTICO_BACKUP_PASSPHRASE",
  "PORTICO_ADMIN_PASSWORD",
  "SMTP_URL",
  "SERVICE_CLIENT_SECRET",
  "PORTICO_SERVICE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "PORTICO_METRICS_TOKEN",
] as const;

export type Env = z.infer<typeof envSchema> & {
  /** The address at which browsers reach the portal, without a trailing slash. */
  origin: string;
  /** Absolute path of the data folder. */
  dataDir: string;
};

/**
 * Parses configuration from the given variables; empty values count as absent.
 * @throws Error whose message names every wrong variable and why, and no value.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && value !== "") values[name] = value;
  for (const name of SECRET_NAMES) {
    const file = values[`${name}_FILE`];
    if (file !== undefined && values[name] === undefined) values[name] = readSecretFile(name, file);
  }
  const result = envSchema.safeParse(values);
  if (!result.success) {
    const reasons = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not usable. ${reasons.join("; ")}`);
  }
  return {
    ...result.data,
    origin: result.data.PORTICO_ORIGIN ?? `http://localhost:${String(result.data.PORT)}`,
    dataDir: path.resolve(result.data.PORTICO_DATA_DIR),
  };
}

function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new Error(`The configuration is not usable. ${name}_FILE: the file cannot be read`, { cause });
  }
}

let cached: Env | undefined;

/** The configuration of this process, parsed at first use. */
export function getEnv(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** Values that boot guarantees before anything is served; reading them earlier is a programming error. */
export function requireEnv(name: "DATABASE_URL" | "PORTICO_SECRET"): string {
  const value = getEnv()[name];
  if (value === undefined)
    throw new Error(`${name} is not set. Start Portico with \`npm start\`, which prepares it.`);
  return value;
}
