/**
 * Updates invitations in the background: reads the Clouds whose lists are oldest, a few at a time. Each reading is claimed in the database,
 * so that several instances share the work and never read a Cloud twice.
 */
import { performance } from "node:perf_hooks";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { log } from "#lib/core/log/logger.ts";
import { mapAtOnce } from "#lib/core/process/at-once.ts";
import { startRounds } from "#lib/core/process/rounds.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import { inBackground } from "#lib/service/client/observed.ts";
import { READ_MS_MAX } from "#lib/features/clouds/shared-reading.ts";
import { getPlace, type PlaceInput } from "./places/place.ts";
import { countIntoClouds } from "./places/ledger-figures.ts";
import { readPeople } from "./reading.ts";

/** Time between two rounds; each round reads a few Clouds: up to 150 a minute. */
export const ROUND_MS = 2_000;
const AT_ONCE = 5;
/** Including those of earlier rounds: a service that does not answer does not hold up the others. */
const UNDER_WAY_MAX = 10;
/** One round in so many begins with projects. */
const PROJECTS_EVERY = 5;
/** Clouds that are read when a person refreshes all. */
const REFRESHED_MAX = 50;
/**
 * How old a Cloud's lists may become: where an invitation waits or something changed lately, and elsewhere. The next round reads them, 118 s
 * after the last round that did: no Cloud is read more often than about every two minutes, and a change is known within two minutes.
 * Readings for pages do not count: a person who opens many Clouds would make them all due at once.
 */
const LIVELY_MS = 117_000;
const QUIET_MS = 15 * 60_000;
const LATELY_MS = 24 * 3_600_000;
/** A service without such lists is asked again only this often. Its client handles a service that fails. */
const PAUSE_MS = 10 * 60_000;

/** Until when a connection is not asked about Clouds and about projects. */
const pausedUntilMs = { cloud: new Map<string, number>(), project: new Map<string, number>() };
/** Clouds and projects that rounds of this process are reading now. */
let underWay = 0;
/** Rounds of this process so far. */
let rounds = 0;

/** Clouds `c` at connections `k` that can be read. */
const IN_SIGHT = Prisma.sql`k.archived_at IS NULL AND c.archived_at IS NULL AND c.deleted_at IS NULL AND c.missing_since IS NULL`;
/** Whether a Cloud `d` has an invitation `i` that can change. Counted, so that the database looks at this Cloud's invitations and at no others. */
const hasInvitation = (which = Prisma.sql`true`): Prisma.Sql => Prisma.sql`(
  SELECT count(*) FROM invitation i
  WHERE i.cloud_id = d.id AND i.state IN ('WAITING', 'JOINED', 'GONE') AND ${which}) > 0`;

/** Starts the rounds of a serving process; returns what ends them. */
export function startReadingInvitations(): () => void {
  let before = performance.eventLoopUtilization();
  return startRounds("reading invitations", ROUND_MS, () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return readDueInvitations(atOnceBeside(utilization));
  });
}

/** How many places a round reads beside this utilization of the process, 0 to 1: pages come first, but reading never stops. */
export function atOnceBeside(utilization: number): number {
  return Math.max(1, Math.round(AT_ONCE * (1 - utilization)));
}

/** One round; returns how many Clouds and projects were read. What cannot be read is left for later. */
export async function readDueInvitations(atOnce = AT_ONCE): Promise<number> {
  const free = Math.min(atOnce, UNDER_WAY_MAX - underWay);
  if (free <= 0) return 0;
  underWay += free;
  const due = await claimDue(free).finally(() => {
    underWay -= free;
  });
  underWay += due.length;
  const read = await Promise.allSettled(
    due.map((place) =>
      inBackground(() => readOne(place)).finally(() => {
        underWay -= 1;
      }),
    ),
  );
  const failed = read.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return read.filter((one) => one.status === "fulfilled" && one.value).length;
}

async function readOne(place: PlaceInput): Promise<boolean> {
  const { state, connectionId, problem } = await readPeople(await getPlace(place), { since: now() });
  const kind = place.projectId === undefined ? "cloud" : "project";
  if (state === "notListed") pausedUntilMs[kind].set(connectionId, now().getTime() + PAUSE_MS);
  if (problem !== null) log.info("invitations could not be read in the background", { ...place, problem });
  return state === "fresh";
}

/** Clouds first, which the ledger waits for; in every fifth round projects, so that many Clouds never keep them out. */
async function claimDue(count: number): Promise<PlaceInput[]> {
  rounds += 1;
  const [claimFirst, claimThen] =
    rounds % PROJECTS_EVERY === 0 ? [claimDueProjects, claimDueClouds] : [claimDueClouds, claimDueProjects];
  const places = await claimFirst(count);
  const left = count - places.length;
  return left === 0 ? places : [...places, ...(await claimThen(left))];
}

function pausedOf(kind: keyof typeof pausedUntilMs): string[] {
  const nowMs = now().getTime();
  const paused = pausedUntilMs[kind];
  for (const [id, untilMs] of paused) if (untilMs <= nowMs) paused.delete(id);
  return [...paused.keys()];
}

/**
 * The Clouds that no round has read for longest, marked as being read. They are put in order first, and then looked at one after the other
 * until there are enough: a round comes every two seconds and must not read a million invitations.
 */
function claimDueClouds(count: number): Promise<PlaceInput[]> {
  const readAt = Prisma.sql`coalesce(greatest(c.invitations_read_at, c.invitations_tried_at), '-infinity')`;
  // Asked again of the locked row: another instance may have claimed it in between.
  const isDue = Prisma.sql`coalesce(c.invitations_tried_at, '-infinity') < ${after(-LIVELY_MS)}`;
  const isWorthReading = hasInvitation(
    Prisma.sql`(i.state = 'WAITING' OR i.state_since > ${after(-LATELY_MS)} OR d.read_at < ${after(-QUIET_MS)})`,
  );
  return getDb().$queryRaw<PlaceInput[]>`
    UPDATE cloud SET invitations_tried_at = ${now()} WHERE id IN (
      SELECT c.id FROM cloud c WHERE ${isDue} AND c.id IN (
        SELECT d.id FROM (
          SELECT c.id, ${readAt} AS read_at FROM cloud c JOIN connection k ON k.id = c.connection_id
          WHERE ${IN_SIGHT} AND c.connection_id <> ALL(${pausedOf("cloud")}::uuid[]) AND ${isDue}
          ORDER BY c.invitations_tried_at NULLS FIRST, c.id) d
        WHERE ${isWorthReading} LIMIT ${count})
      FOR UPDATE OF c SKIP LOCKED)
    RETURNING id AS "cloudId"`;
}

/** Found from here, as most projects have neither: looking at each of 100,000 projects took 100 ms of every fifth round. */
const WITH_PEOPLE = Prisma.sql`(
  SELECT project_id FROM project_invitation WHERE state IN ('WAITING', 'JOINED', 'GONE')
  UNION SELECT project_id FROM project_member)`;

/** The same for projects with invitations sent from here or with known members. */
function claimDueProjects(count: number): Promise<PlaceInput[]> {
  const readAt = Prisma.sql`coalesce(greatest(p.people_read_at, p.people_tried_at), '-infinity')`;
  return getDb().$queryRaw<PlaceInput[]>`
    UPDATE project SET people_tried_at = ${now()} WHERE id IN (
      SELECT p.id FROM project p JOIN cloud c ON c.id = p.cloud_id JOIN connection k ON k.id = c.connection_id
      WHERE p.id IN ${WITH_PEOPLE} AND ${IN_SIGHT}
        AND p.archived_at IS NULL AND p.deleted_at IS NULL AND p.missing_since IS NULL
        AND c.connection_id <> ALL(${pausedOf("project")}::uuid[])
        AND coalesce(p.people_tried_at, '-infinity') < ${after(-LIVELY_MS)}
        AND (
          EXISTS (
            SELECT 1 FROM project_invitation i WHERE i.project_id = p.id
              AND (i.state = 'WAITING' OR i.state IN ('JOINED', 'GONE') AND i.state_since > ${after(-LATELY_MS)}))
          OR ${readAt} < ${after(-QUIET_MS)} AND EXISTS (SELECT 1 FROM project_member m WHERE m.project_id = p.id))
      ORDER BY p.people_tried_at NULLS FIRST, p.id LIMIT ${count} FOR UPDATE OF p SKIP LOCKED)
    RETURNING id AS "projectId", cloud_id AS "cloudId"`;
}

/** Clouds `d` in sight, those first whose lists are oldest. */
const OLDEST_FIRST = Prisma.sql`(
  SELECT c.id, c.invitations_read_at AS read_at FROM cloud c JOIN connection k ON k.id = c.connection_id
  WHERE ${IN_SIGHT} ORDER BY c.invitations_read_at NULLS FIRST, c.id) d`;

/**
 * The oldest reading among all Clouds of the ledger; null where nothing can be read, or something was never read. With many Clouds it may
 * be seconds old, since all of them are put in order for it.
 */
export async function getLedgerReadAt(actor: Actor): Promise<Date | null> {
  requirePermission(actor, "portal:read");
  const { oldest } = await keepFigure("ledger read at", askOldest, ({ rows }) => rows);
  return oldest;
}

/** `rows`: how many Clouds or invitations the ledger has, whichever are more. */
async function askOldest(): Promise<{ oldest: Date | null; rows: number }> {
  const [[found], invitations] = await Promise.all([
    getDb().$queryRaw<{ oldest: Date | null; clouds: number }[]>`
      SELECT (SELECT d.read_at FROM ${OLDEST_FIRST} WHERE ${hasInvitation()} LIMIT 1) AS oldest,
        (SELECT count(*) FROM cloud)::int AS clouds`,
    countIntoClouds(),
  ]);
  return { oldest: found?.oldest ?? null, rows: Math.max(found?.clouds ?? 0, invitations) };
}

/** Reads the oldest lists now, as many as a page can wait for; the rounds read the rest. Never throws for the service's failures. */
export async function refreshLedger(actor: Actor): Promise<void> {
  requirePermission(actor, "portal:read");
  const oldest = await getDb().$queryRaw<{ id: string }[]>`
    SELECT d.id FROM ${OLDEST_FIRST} WHERE ${hasInvitation()} LIMIT ${REFRESHED_MAX}`;
  const endsAtMs = performance.now() + READ_MS_MAX;
  await mapAtOnce(oldest, AT_ONCE, async ({ id }) => {
    if (performance.now() < endsAtMs) await readPeople(await getPlace({ cloudId: id }), { anew: true });
  });
}
