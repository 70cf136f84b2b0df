import "server-only";
import type { ReactNode } from "react";
import { askedAt } from "#app/_server/asked-once.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { textOf, type Query } from "#lib/core/paging/hrefs.ts";
import { readCloudLists } from "#lib/features/clouds/queries.ts";
import { refreshPeople } from "#lib/features/invitations/commands.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import { TellFacts } from "./tell-facts.tsx";

/**
 * Updates the rail's counts beside a page that reads a service, after that reading. The layout counts while the reading is still running,
 * and would show 0 beside a page that lists what was found. Shares the page's own reading: readings of one list at one time are one.
 */
export async function FactsAfterReading({
  reading,
}: {
  reading: () => Promise<unknown>;
}): Promise<ReactNode> {
  try {
    await reading();
  } catch (thrown) {
    // The page itself says that there is no such Cloud.
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
  return <TellFacts facts={await getFrameFacts()} />;
}

/** What the page at this address reads that may change the rail's counts; null: nothing. */
export function readingAt(
  actor: Actor,
  [first, cloudId, part, ...rest]: readonly string[],
  query: Query,
): (() => Promise<unknown>) | null {
  if (first !== "clouds" || rest.length > 0) return null;
  if (cloudId === undefined) {
    return () => readCloudLists(actor, { search: textOf(query["q"]), askedAt: askedAt() });
  }
  const isRead = part === "invitations" || part === "people";
  return isRead ? () => refreshPeople(actor, { cloudId }) : null;
}
