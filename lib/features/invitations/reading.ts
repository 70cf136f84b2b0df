/**
 * Reads the pending invitations and members of a Cloud or project from the service, where it lists them, and records what they prove in the
 * registry. Adopts invitations that this application sent outside Portico.
 */
import { now } from "#lib/core/clock.ts";
import { say } from "#lib/core/texts.ts";
import { type Db, inTransaction } from "#lib/db/client.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";
import { ADOPT_MS_MAX } from "#lib/features/clouds/list-adoption.ts";
import { sharedReading, type Asked } from "#lib/features/clouds/shared-reading.ts";
import { listNewestArrivals } from "#lib/mail/mailbox.ts";
import { cloudInvitationTopic } from "#lib/mail/outbox.ts";
import { addressKey } from "./addresses/address-key.ts";
import { askForPeople, type Listed, toLists } from "./places/asking.ts";
import { changeInvitations, insertInvitations, type InvitationChange } from "./bulk.ts";
import { observe } from "./evidence.ts";
import { listForComparison } from "./places/kept-people.ts";
import { keepMembers } from "./places/member-list.ts";
import { landingOf, objectOf, type Place, tablesOf } from "./places/place.ts";
import type { RefreshReport } from "./schema.ts";

const readShared = sharedReading({ changed: 0 }, false);

/** Reads once for all who ask at the same time. Never throws for the service's failures. */
export function readPeople(place: Place, asked: Asked = {}): Promise<RefreshReport> {
  const { cloud, project } = place;
  const readAt = project === null ? cloud.invitationsReadAt : project.peopleReadAt;
  const list = { id: objectOf(place).objectId, connection: cloud.connection, readAt };
  return readShared(list, asked, async (startedAt) => {
    const listed = await askForPeople(place);
    if (listed.pending === null && listed.members === null) return null;
    return { changed: await write(place, listed, startedAt) };
  });
}

function write(place: Place, listed: Listed, startedAt: Date): Promise<number> {
  return inTransaction(async (tx) => {
    const lists = toLists(listed);
    const tables = tablesOf(place);
    const object = objectOf(place);
    const rows = await listForComparison(tx, place, startedAt);
    const wanted: InvitationChange[] = [];
    for (const row of rows) {
      if (row.isSettled) continue;
      const seen = observe(row, lists, object.objectType);
      if (seen === null) continue;
      const isSame =
        seen.state === row.state &&
        (seen.serviceId === undefined || row.serviceId === BigInt(seen.serviceId)) &&
        (seen.role === undefined || row.role === seen.role);
      if (!isSame) wanted.push({ row, seen });
    }
    const changed = await changeInvitations(tx, tables, wanted, now());
    const changes: { email: string; from: string | null; to: string }[] = wanted
      .filter(({ row, seen }) => row.state !== seen.state && changed.has(row.id))
      .map(({ row, seen }) => ({ email: row.email, from: row.state, to: seen.state }));
    const unmarked = rows.filter((row) => row.isUnlisted && lists.pending?.has(row.address) === true);
    await markListed(tx, place, unmarked, startedAt);
    await markArrived(tx, place);
    if (listed.members !== null) await keepMembers(tx, place, listed.members, startedAt);
    const known = new Set(rows.map((row) => row.address));
    changes.push(...(await adopt(tx, place, listed, known, startedAt)));
    await keepReadAt(tx, place, startedAt);
    if (changes.length > 0) {
      await recordAudit(tx, {
        actor: systemActor(),
        action: "invitation.observe",
        ...object,
        after: { changes: changes.slice(0, 1000), count: changes.length },
      });
    }
    return changes.length;
  }, ADOPT_MS_MAX);
}

/** Without the row in return, which `update` would load. */
function keepReadAt(tx: Db, { cloud, project }: Place, at: Date): Promise<unknown> {
  return project === null
    ? tx.cloud.updateMany({ where: { id: cloud.id }, data: { invitationsReadAt: at } })
    : tx.project.updateMany({ where: { id: project.id }, data: { peopleReadAt: at } });
}

/** Stores since when these invitations are on the service's list. Only what is new: every list is read every few minutes. */
async function markListed(
  tx: Db,
  place: Place,
  rows: readonly { id: string }[],
  startedAt: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const { invitation } = tablesOf(place);
  await tx.$executeRaw`
    UPDATE ${invitation} SET listed_at = ${startedAt}
    WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND state = 'WAITING' AND listed_at IS NULL`;
}

/** Stores when the newest email of each waiting invitation reached the built-in mailbox; emails of an earlier invitation do not count. */
async function markArrived(tx: Db, { cloud, project }: Place): Promise<void> {
  if (cloud.connection.kind !== "BUILTIN" || project !== null) return;
  const arrivals = [...(await listNewestArrivals(tx, cloudInvitationTopic(Number(cloud.serviceId))))];
  if (arrivals.length === 0) return;
  await tx.$executeRaw`
    UPDATE invitation i SET mail_seen_at = m.at
    FROM unnest(${arrivals.map(([address]) => address)}::text[], ${arrivals.map(([, at]) => at)}::timestamptz[]) m(address, at)
    WHERE i.cloud_id = ${cloud.id}::uuid AND i.state = 'WAITING' AND m.address = i.address
      AND m.at >= i.state_since AND (i.mail_seen_at IS NULL OR i.mail_seen_at < m.at)`;
}

async function adopt(
  tx: Db,
  place: Place,
  { pending }: Listed,
  known: ReadonlySet<string>,
  startedAt: Date,
): Promise<{ email: string; from: null; to: string }[]> {
  const fresh = (pending ?? []).flatMap(({ id, email, role }) =>
    email === null || known.has(addressKey(email)) ? [] : [{ id, email, role }],
  );
  if (fresh.length === 0) return [];
  const redirectUri = landingOf(place);
  await insertInvitations(
    tx,
    tablesOf(place),
    fresh.map((item) => ({
      placeId: objectOf(place).objectId,
      address: addressKey(item.email),
      email: item.email,
      redirectUri,
      serviceId: BigInt(item.id),
      role: item.role,
      state: "WAITING",
      evidence: say(
        "On the service's list of pending invitations; sent by this application outside Portico.",
      ),
      stateSince: startedAt,
      listedAt: startedAt,
      createdAt: startedAt,
    })),
  );
  return fresh.map((item) => ({ email: item.email, from: null, to: "WAITING" }));
}
