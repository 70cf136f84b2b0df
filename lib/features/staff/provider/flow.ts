/**
 * What a browser keeps between leaving for the identity provider and coming back: sealed, so that nobody reads or makes one up, good for ten
 * minutes, and for one way. Pure but for the clock.
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
  /** Where to go on afterwards, a path of the portal. */
  next: z.string(),
  /** The signed-in person who gives the own account to the identity that comes back; null = does not. */
  connects: z.strictObject({ staffId: z.string(), sessionId: z.string() }).nullable(),
  /** The signed-in person who proves the own account once more; null = does not. Neither of the two = signs in. */
  confirms: z.strictObject({ staffId: z.string(), sessionId: z.string() }).nullable(),
});
export type Flow = z.infer<typeof flowSchema>;
/** What a browser leaves for, and where it goes afterwards. */
export type Errand = Pick<Flow, "next" | "connects" | "confirms">;

/** The text of a cookie. */
export function sealFlow(flow: Omit<Flow, "startedAt">): string {
  const text = JSON.stringify({ ...flow, startedAt: now().getTime() });
  return Buffer.from(sealSecret(text, CONTEXT)).toString("base64url");
}

/** What sealFlow made; null for anything else, and when it is too old. */
export function openFlow(sealed: string): Flow | null {
  try {
    const flow = flowSchema.parse(JSON.parse(openSecret(Buffer.from(sealed, "base64url"), CONTEXT)));
    return now().getTime() - flow.startedAt <= FLOW_SECONDS * 1000 ? flow : null;
  } catch {
    return null;
  }
}
