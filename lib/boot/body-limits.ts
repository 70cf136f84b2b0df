/**
 * The largest body of each address, in one table. The uploads of models are the only ones without an entry of their own here: they are
 * passed on while they arrive and have limits of their own.
 */
import { BODY_BYTES_MAX } from "#lib/service/server/http/body.ts";
import { TOKEN_BODY_BYTES_MAX } from "#lib/service/server/oauth/token-request.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** The largest body of a form, in bytes: next.config.js names the same for server actions. Lists of 8 MiB are told so by their form. */
export const FORM_BYTES_MAX = 20 * MIB;

type Rule = { readonly path: RegExp; readonly method?: string; readonly bytesMax: number };

/** The first rule that fits counts. `bytesMax` in bytes; Infinity: passed on while it arrives. */
const RULES: readonly Rule[] = [
  // The file of a model, of a model in a plan, and of a document at the service.
  { path: /^\/api\/projects\/[^/]+\/models$/, method: "POST", bytesMax: Infinity },
  { path: /^\/plans\/[^/]+\/steps\/[^/]+\/file$/, method: "POST", bytesMax: Infinity },
  { path: /^\/service\/cloud\/[^/]+\/project\/[^/]+\/document$/, method: "POST", bytesMax: Infinity },
  { path: /^\/service\/auth\//, bytesMax: TOKEN_BODY_BYTES_MAX },
  { path: /^\/service\//, bytesMax: BODY_BYTES_MAX },
  { path: /^\/api\/auth\//, bytesMax: 16 * KIB },
  { path: /^\/api\//, bytesMax: MIB },
  // Forms with a file: lists of people and of projects, plans, pictures, views.
  { path: /^\/(?:clouds|plans)(?:\/|$)/, bytesMax: FORM_BYTES_MAX },
  // Forms that strangers reach: a few short fields.
  {
    path: /^\/(?:sign-in|first-run|forgotten|new-password|join|second-factor|platform)(?:\/|$)/,
    bytesMax: 64 * KIB,
  },
];

/** Every other form: names, notes, lists of columns. */
const OTHER_BYTES_MAX = 2 * MIB;

/** The largest body that is taken at an address, in bytes; Infinity for an upload. `path` without query. */
export function bodyBytesMax(method: string, path: string): number {
  const rule = RULES.find((one) => one.path.test(path) && (one.method ?? method) === method);
  return rule?.bytesMax ?? OTHER_BYTES_MAX;
}
