import "server-only";
import type { ReactNode } from "react";
import { listClouds, readCloudPeople } from "#app/_server/asked-once.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Query } from "#lib/core/paging/hrefs.ts";
import { readListQuery } from "#lib/features/clouds/list/list-query.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import { TellFacts } from "./tell-facts.tsx";

type Reading = () => Promise<readonly Pick<ReadState, "isNew">[]>;

/**
 * Updates the rail's counts beside a page that reads a service, after that reading. The layout counts while the reading is still running,
 * and would show 0 beside a page that lists what was found. Waits for the page's own reading.
 */
export async function FactsAfterReading({ reading }: { reading: Reading }): Promise<ReactNode> {
  try {
    const reads = await reading();
    if (!reads.some(({ isNew }) => isNew)) return null;
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
): Reading | null {
  if (first !== "clouds" || rest.length > 0) return null;
  if (cloudId === undefined) return async () => (await listClouds(actor, readListQuery(query))).reads;
  const isRead = part === "invitations" || part === "people";
  return isRead ? async () => [await readCloudPeople(actor, cloudId)] : null;
}
