/**
 * Counts and trends of the overview, from the portal's own records. Each is one aggregate over a bounded time or over an index alone: of a
 * million invitations all together take less than half a second.
 */
import { after } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import { listedModels, WAITS } from "./failed-models.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type CallSlot = { calls: number; failed: number; unanswered: number };

/** Nobody needs the last weeks to the second, and counting a million invitations holds up other pages. */
const INVITATIONS_KEPT_MS_MAX = 60_000;

/** The counts. In a large registry they may be seconds old, those of invitations two minutes (keepFigure). */
export async function getFigures() {
  const [records, invitations] = await Promise.all([
    keepFigure("overview", countRecords, ({ models, calls }) => models.total + calls.total),
    keepFigure(
      "overview of invitations",
      countInvitations,
      ({ joined, waiting }) =>
        joined.asked + joined.count + waiting.reduce((sum, { count }) => sum + count, 0),
      INVITATIONS_KEPT_MS_MAX,
    ),
  ]);
  return { ...records, ...invitations };
}

export type Figures = Awaited<ReturnType<typeof getFigures>>;

async function countRecords() {
  const [models, uploads, exports, calls] = await Promise.all([
    countModels(),
    countUploads(),
    countExports(),
    countCalls(),
  ]);
  return { models, uploads, exports, calls };
}

/** One count after the other, so that they take one of the database's cores and leave the others to the pages. */
async function countInvitations() {
  return { joined: await countJoined(), waiting: await countWaiting() };
}

/** The slot of a moment between these limits, which ascend: 0 before the first of them. */
function slotOf(column: Prisma.Sql, limits: readonly Date[]): Prisma.Sql {
  return Prisma.sql`width_bucket(${column}, ${limits.map((limit) => limit.toISOString())}::timestamptz[])`;
}

/** The limits between so many slots of equal length up to now, oldest first. */
function limitsOf(slots: number, slotMs: number): Date[] {
  return Array.from({ length: slots - 1 }, (_each, at) => after((at + 1 - slots) * slotMs));
}

/** With `none` for empty slots. */
function spread<T>(rows: readonly { slot: number; value: T }[], count: number, none: T): T[] {
  const bySlot = new Map(rows.map(({ slot, value }) => [slot, value]));
  return Array.from({ length: count }, (_each, slot) => bySlot.get(slot) ?? none);
}

/** From the services' last lists. `failed`: those that need attention; put away: those dismissed here or archived at the service. */
async function countModels() {
  const groups = await getDb().$queryRaw<{ state: string; count: number }[]>`
    SELECT CASE WHEN m.value ->> 'state' NOT IN ('failed', 'wontFix') THEN m.value ->> 'state'
        WHEN ${WAITS} THEN 'failed' ELSE 'putAway' END AS state, count(*)::int AS count
    ${listedModels()} GROUP BY 1`;
  const count = (...states: string[]): number =>
    groups.filter(({ state }) => states.includes(state)).reduce((sum, group) => sum + group.count, 0);
  return {
    ready: count("ready", "unstated"),
    inProcess: count("running"),
    waiting: count("waiting"),
    failed: count("failed"),
    putAway: count("putAway"),
    total: groups.reduce((sum, group) => sum + group.count, 0),
  };
}

/** Per day of the last 14 days, oldest first. */
async function countUploads(): Promise<number[]> {
  const rows = await getDb().$queryRaw<{ slot: number; value: number }[]>`
    SELECT ${slotOf(Prisma.sql`created_at`, limitsOf(14, DAY_MS))} AS slot, count(*)::int AS value FROM operation
    WHERE created_at > ${after(-14 * DAY_MS)} AND kind = 'UPLOAD' AND state IN ('DONE', 'ALREADY', 'RESOLVED_DONE')
    GROUP BY 1`;
  return spread(rows, 14, 0);
}

/** Of the last 7 days, oldest first. */
async function countExports() {
  const rows = await getDb().$queryRaw<{ slot: number; value: number; runs: number }[]>`
    SELECT ${slotOf(Prisma.sql`created_at`, limitsOf(7, DAY_MS))} AS slot, coalesce(sum(rows_total), 0)::float8 AS value,
      count(*)::int AS runs
    FROM export_run WHERE created_at > ${after(-7 * DAY_MS)} AND state = 'DONE' GROUP BY 1`;
  return {
    runs: rows.reduce((sum, row) => sum + row.runs, 0),
    elements: rows.reduce((sum, row) => sum + row.value, 0),
    days: spread(rows, 7, 0),
  };
}

/** Of the last 30 days in slots of two days, oldest first. */
async function countJoined() {
  const since = after(-30 * DAY_MS);
  const rows = await getDb().$queryRaw<{ slot: number; value: number }[]>`
    SELECT ${slotOf(Prisma.sql`state_since`, limitsOf(15, 2 * DAY_MS))} AS slot, count(*)::int AS value FROM invitation
    WHERE state = 'JOINED' AND state_since > ${since} GROUP BY 1`;
  const asked = await getDb().invitation.count({
    where: { createdAt: { gt: since }, state: { in: ["WAITING", "JOINED", "GONE"] } },
  });
  return { count: rows.reduce((sum, { value }) => sum + value, 0), asked, slots: spread(rows, 15, 0) };
}

type CallRow = { slot: number } & CallSlot;

/** Within 24 h in slots of half an hour, oldest first. `p95Ms` of the answered calls; null: none was answered. */
async function countCalls() {
  const since = after(-DAY_MS);
  const [rows, [answered]] = await Promise.all([
    getDb().$queryRaw<CallRow[]>`
      SELECT ${slotOf(Prisma.sql`at`, limitsOf(48, HOUR_MS / 2))} AS slot, count(*)::int AS calls,
        count(*) FILTER (WHERE status >= 500)::int AS failed, count(*) FILTER (WHERE status IS NULL)::int AS unanswered
      FROM request_record WHERE at > ${since} GROUP BY 1`,
    getDb().$queryRaw<{ p95: number | null }[]>`
      SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms)::float8 AS p95
      FROM request_record WHERE at > ${since} AND status IS NOT NULL`,
  ]);
  const sum = (key: keyof CallSlot): number => rows.reduce((total, row) => total + row[key], 0);
  const none: CallSlot = { calls: 0, failed: 0, unanswered: 0 };
  return {
    total: sum("calls"),
    failed: sum("failed"),
    unanswered: sum("unanswered"),
    p95Ms: answered === undefined || answered.p95 === null ? null : Math.round(answered.p95),
    slots: spread(
      rows.map(({ slot, calls, failed, unanswered }) => ({ slot, value: { calls, failed, unanswered } })),
      48,
      none,
    ),
  };
}

/** Oldest first, as slotOf wants them. */
const AGES_DAYS = [14, 7, 3, 1] as const;

/** Waiting invitations by age in days: up to 1, 3, 7, 14, and more. */
async function countWaiting() {
  const limits = AGES_DAYS.map((days) => after(-days * DAY_MS));
  const rows = await getDb().$queryRaw<{ slot: number; value: number }[]>`
    SELECT ${slotOf(Prisma.sql`state_since`, limits)} AS slot, count(*)::int AS value
    FROM invitation WHERE state = 'WAITING' GROUP BY 1`;
  const ages = [null, ...AGES_DAYS];
  return spread(rows, ages.length, 0)
    .map((count, slot) => ({ upToDays: ages[slot] ?? null, count }))
    .toReversed();
}
