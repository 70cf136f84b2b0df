/**
 * What a browser keeps between leaving for the identity provider and returning: sealed, so that nobody can read or forge it, valid for ten
 * minutes and for one sign-in. Pure except for the clock.
 */
import { z } from "zod";
import { now } from "#lib/core/clock.ts";
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";

export const FLOW_SECONDS = 600;
const CONTEXT = "staff-provider-flow";

const flowSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  /** Where to continue afterwards, a path of the portal. */
  next: z.string(),
  /** The signed-in person who connects their account to the returned identity; null = does not. */
  connects: z.strictObject({ staffId: z.string(), sessionId: z.string() }).nullable(),
  /** The signed-in person who proves their account again; null = does not. Neither of the two = signs in. */
  confirms: z.strictObject({ staffId: z.string(), sessionId: z.string() }).nullable(),
});
export type Flow = z.infer<typeof flowSchema>;
/** Why a browser leaves, and where it continues afterwards. */
export type Errand = Pick<Flow, "next" | "connects" | "confirms">;

/** The flow as the text of a cookie. */
export function sealFlow(flow: Omit<Flow, "startedAt">): string {
  const text = JSON.stringify({ ...flow, startedAt: now().getTime() });
  return Buffer.from(sealSecret(text, CONTEXT)).toString("base64url");
}

/** The flow from sealFlow's text; null for anything else, and when it is too old. */
export function openFlow(sealed: string): Flow | null {
  try {
    const flow = flowSchema.parse(JSON.parse(openSecret(Buffer.from(sealed, "base64url"), CONTEXT)));
    return now().getTime() - flow.startedAt <= FLOW_SECONDS * 1000 ? flow : null;
  } catch {
    return null;
  }
}
