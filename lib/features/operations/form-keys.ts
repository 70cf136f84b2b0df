/**
 * Form keys: the same form sent twice is one operation. A form that is corrected after its first sending gets a key derived from its own,
 * so it is another intent, still one per click.
 */
import { canonicalJson } from "#lib/audit/canonical.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import type { Submission } from "./rules/schema.ts";

/** The hash of what a submission asks the service to do, whoever sends it. */
export function requestSha256Of({ path, body }: Pick<Submission, "path" | "body">): string {
  return sha256Hex(canonicalJson([path, body]));
}

/** The journal's key for a form that was sent before with other values. */
export function correctedKey(key: string, requestSha256: string): string {
  return `${key}.${requestSha256.slice(0, 24)}`;
}
