/**
 * Reads a cloud's pending invitations and users from the service, where it lists them, and writes what they prove into the
 * registry. Invitations sent elsewhere by this application are adopted.
 */
import { now } from "#lib/core/clock.ts";
import { say } from "#lib/core/texts.ts";
import { type CloudModel, type ConnectionModel, type Db } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { systemActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { ADOPT_MS_MAX } from "#lib/features/clouds/list-adoption.ts";
import { type Asked, isFresh, problemOf, READ_MS_MAX, tellRead } from "#lib/features/clouds/reading.ts";
import { platformAddress } from "#lib/features/clouds/queries.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { PAGE_RETRIES } from "#lib/http/retry.ts";
import type { Invitation, User } from "#lib/service/client/records.ts";
import { addressKey } from "./addresses/address-key.ts";
import { changeInvitations, insertInvitations, type InvitationChange } from "./bulk.ts";
import { type Lists, observe } from "./evidence.ts";
import { keepMembers } from "./member-list.ts";
import type { RefreshReport } from "./schema.ts";

type Cloud = CloudModel & { connection: ConnectionModel };
type Reading = { pending: Invitation[] | null; users: User[] | null; lists: Lists };

const running = new Map<string, Promise<RefreshReport>>();

/** Reads once for all who ask at the same time. Never throws for what the service does. */
export async function readInvitations(cloud: Cloud, asked: Asked = {}): Promise<RefreshReport> {
  const current = running.get(cloud.id);
  if (current !== undefined) {
    const read = await current;
    if (asked.since === undefined) return tellRead(read);
    // That one may have begun before.
    return readInvitations({ ...cloud, invitationsReadAt: read.readAt }, asked);
  }
  const reading = readOnce(cloud, asked).finally(() => running.delete(cloud.id));
  running.set(cloud.id, reading);
  return tellRead(await reading);
}

async function readOnce(cloud: Cloud, asked: Asked): Promise<RefreshReport> {
  const base = { connectionId: cloud.connectionId, connectionName: cloud.connection.name, changed: 0 };
  const readAt = cloud.invitationsReadAt;
  if (isFresh(`invitations of ${cloud.id}`, readAt, asked)) {
    return { ...base, state: "fresh", readAt, problem: null };
  }
  const startedAt = now();
  try {
    const reading = await ask(cloud);
    if (reading.lists.pending === null && reading.lists.members === null) {
      return { ...base, state: "notListed", readAt: null, problem: null };
    }
    const changed = await write(cloud, reading, startedAt);
    return { ...base, changed, state: "fresh", readAt: startedAt, problem: null };
  } catch (thrown) {
    return { ...base, state: "stale", readAt, problem: problemOf(thrown) };
  }
}

async function ask(cloud: Cloud): Promise<Reading> {
  const client = clientFor(cloud.connection);
  const cloudServiceId = Number(cloud.serviceId);
  const options = {
    signal: AbortSignal.timeout(READ_MS_MAX),
    retries: { ...PAGE_RETRIES, tries: 2, delayMsMax: 1_000 },
  };
  // Pending first: somebody who accepts in between is then seen in both lists, never in neither.
  const pending = await tryCapability(cloud.connectionId, "listInvitations", () =>
    client.listInvitations(cloudServiceId, options),
  );
  const users = await tryCapability(cloud.connectionId, "listCloudUsers", () =>
    client.listCloudUsers(cloudServiceId, options),
  );
  return {
    pending: pending.isAnswered ? pending.value : null,
    users: users.isAnswered ? users.value : null,
    lists: {
      pending: pending.isAnswered
        ? new Map(pending.value.map((item) => [addressKey(item.email), { id: item.id, role: item.role }]))
        : null,
      members: users.isAnswered ? new Set(users.value.map((user) => addressKey(user.email))) : null,
    },
  };
}

function write(cloud: Cloud, reading: Reading, startedAt: Date): Promise<number> {
  return inTransaction(async (tx) => {
    const rows = await tx.invitation.findMany({
      where: { cloudId: cloud.id },
      select: {
        id: true,
        address: true,
        email: true,
        state: true,
        stateSince: true,
        serviceId: true,
        role: true,
        erasedAt: true,
      },
    });
    const wanted: (InvitationChange & { email: string })[] = [];
    for (const row of rows) {
      // What was settled while the lists were on their way is newer than they are.
      if (row.stateSince >= startedAt || row.erasedAt !== null) continue;
      const seen = observe(row, reading.lists);
      if (seen === null) continue;
      const isSame =
        seen.state === row.state &&
        (seen.serviceId === undefined || row.serviceId === BigInt(seen.serviceId)) &&
        (seen.role === undefined || row.role === seen.role);
      if (isSame) continue;
      wanted.push({
        id: row.id,
        email: row.email,
        from: row.state,
        since: row.stateSince,
        to: seen.state,
        evidence: seen.evidence,
        serviceId: seen.serviceId ?? null,
        role: seen.role ?? null,
      });
    }
    const changed = await changeInvitations(tx, wanted, now());
    const changes: { email: string; from: string | null; to: string }[] = wanted
      .filter(({ id, from, to }) => from !== to && changed.has(id))
      .map(({ email, from, to }) => ({ email, from, to }));
    await markSeen(tx, cloud, reading, startedAt);
    if (reading.users !== null) await keepMembers(tx, cloud.id, reading.users, startedAt);
    const known = new Set(rows.map((row) => row.address));
    changes.push(...(await adopt(tx, cloud, reading, known, startedAt)));
    await tx.cloud.update({ where: { id: cloud.id }, data: { invitationsReadAt: startedAt } });
    if (changes.length > 0) {
      await recordAudit(tx, {
        actor: systemActor(),
        action: "invitation.observe",
        objectType: "cloud",
        objectId: cloud.id,
        after: { changes: changes.slice(0, 1000), count: changes.length },
        outcome: "DONE",
      });
    }
    return changes.length;
  }, ADOPT_MS_MAX);
}

/** When each was last on the service's list, and, of the built-in service, when its newest mail came into the built-in mailbox. */
async function markSeen(tx: Db, cloud: Cloud, reading: Reading, startedAt: Date): Promise<void> {
  const listed = [...(reading.lists.pending?.keys() ?? [])];
  await tx.$executeRaw`
    UPDATE invitation SET listed_at = ${startedAt}
    WHERE cloud_id = ${cloud.id}::uuid AND state = 'WAITING' AND address = ANY(${listed}::text[])`;
  if (cloud.connection.kind !== "BUILTIN") return;
  // A mail of another sender to the same address cannot have this beginning: nothing else of Portico writes it.
  await tx.$executeRaw`
    UPDATE invitation i SET mail_seen_at = m.at
    FROM (SELECT lower(recipient) AS address, max(at) AS at FROM mailbox_message
          WHERE subject LIKE 'Invitation to the Cloud %' GROUP BY 1) m
    WHERE i.cloud_id = ${cloud.id}::uuid AND i.state = 'WAITING' AND m.address = i.address
      AND m.at >= i.created_at AND (i.mail_seen_at IS NULL OR i.mail_seen_at < m.at)`;
}

async function adopt(
  tx: Db,
  cloud: Cloud,
  reading: Reading,
  known: ReadonlySet<string>,
  startedAt: Date,
): Promise<{ email: string; from: null; to: string }[]> {
  const fresh = (reading.pending ?? []).filter(
    (item): item is Invitation & { email: string } =>
      item.email !== null && !known.has(addressKey(item.email)),
  );
  if (fresh.length === 0) return [];
  const redirectUri = platformAddress(cloud.connection, Number(cloud.serviceId));
  await insertInvitations(
    tx,
    fresh.map((item) => ({
      cloudId: cloud.id,
      address: addressKey(item.email),
      email: item.email,
      redirectUri,
      serviceId: BigInt(item.id),
      role: item.role,
      state: "WAITING",
      evidence: say("On the service's list of pending invitations; sent elsewhere by this application."),
      stateSince: startedAt,
      listedAt: startedAt,
      createdAt: startedAt,
    })),
  );
  return fresh.map((item) => ({ email: item.email, from: null, to: "WAITING" }));
}
