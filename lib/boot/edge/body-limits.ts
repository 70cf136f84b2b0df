/**
 * The largest body of each address, in one table. The uploads of models are the only ones without an entry of their own here: they are
 * passed on while they arrive and have limits of their own.
 */
import { BODY_BYTES_MAX } from "#lib/service/server/http/body/body.ts";
import { TOKEN_BODY_BYTES_MAX } from "#lib/service/server/oauth/token-request.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** The largest body of a form, in bytes: next.config.js names the same for server actions. Lists of 8 MiB are told so by their form. */
export const FORM_BYTES_MAX = 20 * MIB;

/** Whoever shows no session has nothing larger to send: a sign-in, an address, a new password. */
const STRANGER_BYTES_MAX = 64 * KIB;

type Rule = {
  readonly path: RegExp;
  readonly method?: string;
  readonly bytesMax: number;
  /** So much only from whom shows a session of the portal. */
  readonly withSession?: true;
};

/** The first rule that fits counts. `bytesMax` in bytes; Infinity: passed on while it arrives. */
const RULES: readonly Rule[] = [
  // The file of a model, of a model in a plan, and of a document at the service.
  { path: /^\/api\/projects\/[^/]+\/models$/, method: "POST", bytesMax: Infinity },
  { path: /^\/plans\/[^/]+\/steps\/[^/]+\/file$/, method: "POST", bytesMax: Infinity },
  { path: /^\/service\/cloud\/[^/]+\/project\/[^/]+\/document$/, method: "POST", bytesMax: Infinity },
  { path: /^\/service\/auth\//, bytesMax: TOKEN_BODY_BYTES_MAX },
  { path: /^\/service\//, bytesMax: BODY_BYTES_MAX },
  { path: /^\/api\/auth\//, bytesMax: 16 * KIB },
  { path: /^\/api\//, bytesMax: MIB, withSession: true },
  // Forms with a file: lists of people and of projects, plans, pictures, views.
  { path: /^\/(?:clouds|plans)(?:\/|$)/, bytesMax: FORM_BYTES_MAX, withSession: true },
  // Forms that strangers reach: a few short fields.
  {
    path: /^\/(?:sign-in|first-run|forgotten|new-password|join|second-factor|platform)(?:\/|$)/,
    bytesMax: STRANGER_BYTES_MAX,
  },
];

/** Every other form: names, notes, lists of columns. */
const OTHER: Rule = { path: /^/, bytesMax: 2 * MIB, withSession: true };

export type BodyLimit = { readonly bytesMax: number; readonly strangerBytesMax: number };

/**
 * The largest body that is taken at an address, in bytes, from whom shows a session and from strangers; Infinity for an upload. `path`
 * without query.
 */
export function bodyLimit(method: string, path: string): BodyLimit {
  const rule = RULES.find((one) => one.path.test(path) && (one.method ?? method) === method) ?? OTHER;
  const { bytesMax, withSession = false } = rule;
  return { bytesMax, strangerBytesMax: withSession ? STRANGER_BYTES_MAX : bytesMax };
}
