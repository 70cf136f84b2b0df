/** The rungs of a connection check and their results. The texts are for people and never contain secrets or tokens. */
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

/** ok · warn: works, but · bad: the check stops here · notTried: the check stopped before (the platform is checked even then) */
export const rungSchema = z.object({
  name: z.enum(RUNGS),
  state: z.enum(["ok", "warn", "bad", "notTried"]),
  /** How long the rung took; null when it was not tried. */
  durationMs: z.number().nullable(),
  expected: z.string(),
  /** What was found, in words; empty when the rung was not tried. */
  got: z.string(),
  /** What to do, for warn and bad. */
  cure: z.string().nullable(),
});
export type Rung = z.infer<typeof rungSchema>;

/** What is told of a climb while it goes on. */
export type ClimbStep = { begins: RungName } | { rung: Rung };

/** Who watches a climb, and leaves it: then it ends where it is. */
export type Watch = { tell?: (step: ClimbStep) => void; signal?: AbortSignal };

/** The result of one rung. */
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
