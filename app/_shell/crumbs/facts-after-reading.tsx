import "server-only";
import type { ReactNode } from "react";
import type { Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { getDb } from "#lib/db/client.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { refreshInvitations } from "#lib/features/invitations/commands.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import type { Query } from "./name-place.ts";
import { TellFacts } from "./tell-facts.tsx";

/**
 * Beside a page that reads a service: the rail's figures as they are after that reading. Those of the layout are counted while it goes
 * on, and would say 0 beside a page that lists what was found. The reading is the page's own: readings of one list at one time are one.
 */
export async function FactsAfterReading({
  reading,
}: {
  reading: () => Promise<unknown>;
}): Promise<ReactNode> {
  try {
    await reading();
  } catch (thrown) {
    // The page says itself that there is no such Cloud.
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
  return <TellFacts facts={await getFrameFacts(getDb())} />;
}

/** What the page at this address reads that may add to the rail's figures; null: nothing. */
export function readingAt(
  actor: Actor,
  [first, cloudId, part, ...rest]: readonly string[],
  query: Query,
): (() => Promise<unknown>) | null {
  if (first !== "clouds" || rest.length > 0) return null;
  if (cloudId === undefined) {
    // What is searched for and not found is read once more (listClouds).
    const search = typeof query["q"] === "string" ? query["q"] : undefined;
    return () => listClouds(actor, { limit: 1, search });
  }
  const isRead = part === "invitations" || part === "people";
  return isRead ? () => refreshInvitations(actor, cloudId) : null;
}
