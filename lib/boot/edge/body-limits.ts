/**
 * The largest body of each address, in one table. Only uploads of models have no limit here: they are streamed on while they arrive and
 * have their own limits.
 */
import { BODY_BYTES_MAX } from "#lib/service/server/http/body/body.ts";
import { TOKEN_BODY_BYTES_MAX } from "#lib/service/server/oauth/token-endpoint.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** The largest body of a form, in bytes: the same as in next.config.js for server actions. Forms report lists above 8 MiB themselves. */
export const FORM_BYTES_MAX = 20 * MIB;

/** Without a session there is nothing larger to send: a sign-in, an address, a new password. */
const STRANGER_BYTES_MAX = 64 * KIB;

type Rule = {
  readonly path: RegExp;
  readonly method?: string;
  readonly bytesMax: number;
  /** Only with a session of the portal. */
  readonly withSession?: true;
};

/** The first matching rule counts. `bytesMax` in bytes; Infinity: streamed on while it arrives. */
const RULES: readonly Rule[] = [
  // The file of a model, of a plan's model, and of a document at the service.
  { path: /^\/api\/projects\/[^/]+\/models$/, method: "POST", bytesMax: Infinity },
  { path: /^\/plans\/[^/]+\/steps\/[^/]+\/file$/, method: "POST", bytesMax: Infinity },
  { path: /^\/service\/cloud\/[^/]+\/project\/[^/]+\/document$/, method: "POST", bytesMax: Infinity },
  { path: /^\/service\/auth\//, bytesMax: TOKEN_BODY_BYTES_MAX },
  { path: /^\/service\//, bytesMax: BODY_BYTES_MAX },
  { path: /^\/api\/auth\//, bytesMax: 16 * KIB },
  { path: /^\/api\//, bytesMax: MIB, withSession: true },
  // Forms with a file: lists of people and of projects, plans, images, views.
  { path: /^\/(?:clouds|plans)(?:\/|$)/, bytesMax: FORM_BYTES_MAX, withSession: true },
  // Forms without sign-in: a few short fields.
  {
    path: /^\/(?:sign-in|first-run|forgotten|new-password|join|second-factor|platform)(?:\/|$)/,
    bytesMax: STRANGER_BYTES_MAX,
  },
];

/** Every other form: names, notes, lists of columns. */
const OTHER: Rule = { path: /^/, bytesMax: 2 * MIB, withSession: true };

export type BodyLimit = { readonly bytesMax: number; readonly strangerBytesMax: number };

/** The largest body accepted at an address, in bytes, with a session and without; Infinity for an upload. `path` without query. */
export function bodyLimit(method: string, path: string): BodyLimit {
  const rule = RULES.find((one) => one.path.test(path) && (one.method ?? method) === method) ?? OTHER;
  const { bytesMax, withSession = false } = rule;
  return { bytesMax, strangerBytesMax: withSession ? STRANGER_BYTES_MAX : bytesMax };
}
