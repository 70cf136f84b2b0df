/**
 * What is known of addresses in a cloud before a list is sent: the registry, the service's lists where it has them, other lists.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { getDb } from "#lib/db/client.ts";
import { READ_MS_MAX } from "#lib/features/clouds/reading.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { PAGE_RETRIES } from "#lib/http/retry.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { refreshInvitations } from "../commands.ts";
import { addressKey } from "../reading.ts";
import type { InvitationCloud } from "../sending.ts";
import type { Known, KnownAddress } from "./verdicts.ts";

const CHUNK = 5_000;

/** Reads what the service lists of the cloud into the registry; says in `members` who its users are, null where it does not tell. */
export async function readCloudLists(actor: Actor, cloud: InvitationCloud): Promise<Set<string> | null> {
  await refreshInvitations(actor, cloud.id);
  const client = clientFor(cloud.connection);
  try {
    const users = await tryCapability(cloud.connectionId, "listCloudUsers", () =>
      client.listCloudUsers(Number(cloud.serviceId), {
        signal: AbortSignal.timeout(READ_MS_MAX),
        retries: { ...PAGE_RETRIES, tries: 2, delayMsMax: 1_000 },
      }),
    );
    return users.isAnswered ? new Set(users.value.map((user) => addressKey(user.email))) : null;
  } catch (thrown) {
    // The service refuses a member by itself, without effect: not knowing is no reason to stop.
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  }
}

/** What is known of these addresses. `exceptRunId`: the list they stand in. */
export async function findKnown(
  cloudId: string,
  addresses: readonly string[],
  members: ReadonlySet<string> | null,
  exceptRunId: string | null,
): Promise<Known> {
  const known = { invitations: new Map<string, KnownAddress>(), elsewhere: new Set<string>(), members };
  for (let at = 0; at < addresses.length; at += CHUNK) {
    const chunk = addresses.slice(at, at + CHUNK);
    const rows = await getDb().invitation.findMany({
      where: { cloudId, address: { in: chunk } },
      select: { address: true, state: true, createdAt: true },
    });
    for (const { address, state, createdAt } of rows)
      known.invitations.set(address, { state, since: createdAt });
    const waiting = await getDb().invitationRunRow.findMany({
      where: {
        address: { in: chunk },
        isIncluded: true,
        heldBack: null,
        operationId: null,
        run: {
          cloudId,
          state: { in: ["RUNNING", "PAUSED"] },
          ...(exceptRunId === null ? {} : { id: { not: exceptRunId } }),
        },
      },
      select: { address: true },
    });
    for (const { address } of waiting) if (address !== null) known.elsewhere.add(address);
  }
  return known;
}
