/**
 * The keys by which the same form sent twice is one operation. A form that is corrected after its first sending takes a key derived from
 * its own, so it is another intent, still one per click.
 */
import { canonicalJson } from "#lib/audit/canonical.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import type { Submission } from "./rules/schema.ts";

/** What a submission asks of the service, whoever asks. */
export function requestSha256Of({ path, body }: Pick<Submission, "path" | "body">): string {
  return sha256Hex(canonicalJson([path, body]));
}

/** The key under which a form is written down that was sent before with other values. */
export function correctedKey(key: string, requestSha256: string): string {
  return `${key}.${requestSha256.slice(0, 24)}`;
}

/** Whether this form asked for just this before: then it is the same creation, which may have come to its end in between. */
export async function wasSubmitted(submission: Submission): Promise<boolean> {
  const { key, kind } = submission;
  const requestSha256 = requestSha256Of(submission);
  const found = await getDb().operation.findFirst({
    where: { kind, requestSha256, key: { in: [key, correctedKey(key, requestSha256)] } },
    select: { id: true },
  });
  return found !== null;
}
