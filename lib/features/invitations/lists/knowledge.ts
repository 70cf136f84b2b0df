/**
 * What is known of addresses in a Cloud before a list is sent: from the registry, the service's lists where it has them, and other lists.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { getDb, type Db, type InvitationState } from "#lib/db/client.ts";
import type { CloudWithConnection } from "#lib/features/clouds/queries.ts";
import { listOptions } from "#lib/features/clouds/shared-reading.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { refreshPeople } from "../commands.ts";
import { addressKey } from "../addresses/address-key.ts";
import { readKnownDomains } from "../addresses/known-domains.ts";
import type { Known } from "../addresses/verdicts.ts";

/**
 * Reads the service's lists for the Cloud into the registry; `members` says who its users are, null where the service does not list them.
 */
export async function readCloudLists(actor: Actor, cloud: CloudWithConnection): Promise<Set<string> | null> {
  await refreshPeople(actor, { cloudId: cloud.id });
  const client = clientFor(cloud.connection);
  try {
    const users = await tryCapability(cloud.connectionId, "listCloudUsers", () =>
      client.listCloudUsers(Number(cloud.serviceId), listOptions()),
    );
    return users.isAnswered ? new Set(users.value.map((user) => addressKey(user.email))) : null;
  } catch (thrown) {
    // The service itself refuses to invite a member, without effect: a failed reading is no reason to stop.
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  }
}

/** What is known of these addresses. `exceptRunId`: the list that they are in. */
export async function findKnown(
  cloudId: string,
  addresses: readonly string[],
  members: ReadonlySet<string> | null,
  exceptRunId: string | null,
  db: Db = getDb(),
): Promise<Known> {
  const invitations = await db.$queryRaw<{ address: string; state: InvitationState; since: Date }[]>`
    SELECT address, state::text, created_at AS since FROM invitation
    WHERE cloud_id = ${cloudId}::uuid AND address = ANY(${addresses}::text[])`;
  const waiting = await db.$queryRaw<{ address: string }[]>`
    SELECT DISTINCT r.address FROM invitation_run l JOIN invitation_run_row r ON r.run_id = l.id
    WHERE l.cloud_id = ${cloudId}::uuid AND l.state IN ('RUNNING', 'PAUSED') AND l.id IS DISTINCT FROM ${exceptRunId}::uuid
      AND r.is_included AND r.held_back IS NULL AND r.operation_id IS NULL AND r.address = ANY(${addresses}::text[])`;
  return {
    invitations: new Map(invitations.map(({ address, state, since }) => [address, { state, since }])),
    elsewhere: new Set(waiting.map(({ address }) => address)),
    members,
    domains: await readKnownDomains(),
  };
}
