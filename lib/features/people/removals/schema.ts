/** The removal of one person from all their Clouds: what it would do in each, and what it did. */
import { z } from "zod";
import { kept } from "#lib/core/language/kept-texts.ts";
import { msg } from "#lib/core/texts.ts";
import type { RemovalOutcome } from "#lib/db/client.ts";

/** What would be done in a Cloud, according to the last lists. */
export const VERDICT_WORDS = {
  remove: msg("Will be removed"),
  withdraw: msg("Invitation will be withdrawn"),
  lastAdministrator: msg("Stays: last administrator"),
  notOffered: msg("Stays: service offers no removal"),
  missing: msg("Stays: Cloud is missing at the service"),
} as const;
export type Verdict = keyof typeof VERDICT_WORDS;
export const VERDICTS = Object.keys(VERDICT_WORDS) as Verdict[];

/** Only these are started. */
export const REMOVABLE: readonly Verdict[] = ["remove", "withdraw"];

/** Why somebody stays in a Cloud, known when the removal starts, and what to do. */
export const STAYS = {
  lastAdministrator: kept(
    "Last administrator of this Cloud. Make somebody else an administrator of it, then remove the person again.",
  ),
  notOffered: kept("The service offers no removal. Remove the person on the service’s own platform."),
  missing: kept("The Cloud is missing at the service. Nothing can be changed in it."),
} as const satisfies Partial<Record<Verdict, string>>;

export type PlaceView = {
  cloudId: string;
  cloudName: string;
  cloudNumber: number;
  connectionName: string;
};

export type PreviewView = PlaceView & { verdict: Verdict };

/** In the order of a filter: what needs attention first. */
export const OUTCOMES: readonly RemovalOutcome[] = ["UNCERTAIN", "KEPT", "WAITING", "REMOVED", "NOT_THERE"];

export const OUTCOME_WORDS: Readonly<Record<RemovalOutcome, string>> = {
  WAITING: msg("Not yet"),
  REMOVED: msg("Removed or withdrawn"),
  NOT_THERE: msg("Was not a member"),
  KEPT: msg("Not removed"),
  UNCERTAIN: msg("Uncertain"),
};

export type RemovedPlaceView = PlaceView & {
  n: number;
  outcome: RemovalOutcome;
  /** One sentence: why it was not done, or not yet. */
  problem: string | null;
};

/** More Clouds than anybody is in; limits what one form can start. */
export const PLACES_MAX = 20_000;

export const startRemovalSchema = z.object({
  address: z.string().trim().min(1).max(320),
  /** How many Clouds would be changed, as the person saw it. */
  count: z.coerce.number().int().positive().max(PLACES_MAX),
});
export type StartRemoval = z.input<typeof startRemovalSchema>;
