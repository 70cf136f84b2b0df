/**
 * The rungs of a connection check and what is said at each. Texts are for people; secrets and tokens are never among them.
 */
import { z } from "zod";

export const RUNGS = [
  "address",
  "tls",
  "realm",
  "grant",
  "token",
  "scopes",
  "firstRead",
  "platform",
] as const;
export type RungName = (typeof RUNGS)[number];

/** ok · warn: works, but · bad: the check stops here · notTried: it stopped before (the platform is asked even then) */
export const rungSchema = z.object({
  name: z.enum(RUNGS),
  state: z.enum(["ok", "warn", "bad", "notTried"]),
  /** How long it took; null when it was not tried. */
  durationMs: z.number().nullable(),
  expected: z.string(),
  /** What came, in words; empty when it was not tried. */
  got: z.string(),
  /** What to do, for warn and bad. */
  cure: z.string().nullable(),
});
export type Rung = z.infer<typeof rungSchema>;

/** What one rung came to. */
export type Verdict = { state: "ok" | "warn" | "bad"; got: string; cure: string | null };

export function ok(got: string): Verdict {
  return { state: "ok", got, cure: null };
}

export function warn(got: string, cure: string): Verdict {
  return { state: "warn", got, cure };
}

export function bad(got: string, cure: string): Verdict {
  return { state: "bad", got, cure };
}
