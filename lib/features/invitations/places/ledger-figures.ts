/** The figures of the ledger of invitations into Clouds. In a large ledger they may be seconds old. */
import { after } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb, type InvitationState, type Prisma } from "#lib/db/client.ts";
import { toFigures, type PartFigures } from "../ledger.ts";
import { AGING_MS } from "../policy.ts";

/** A state with the counts of the waiting rows beside it. whereOfPart has the same definition of the parts. */
type StateCount = { state: InvitationState; count: number; aging: number; sent: number; seen: number };
const NONE_WAITING = { aging: 0, sent: 0, seen: 0 };

/** Of the whole ledger: counted once for its own page and for the rail beside every page. */
export function countLedger(): Promise<PartFigures> {
  return keepFigure("ledger", countAll, ({ total }) => total);
}

/** How many invitations into Clouds there are. */
export async function countIntoClouds(): Promise<number> {
  return (await countLedger()).total;
}

/** Of the rows that a condition matches. `name`: what was asked, under which the figures are kept. */
export function countScope(name: string, scope: () => Promise<Prisma.Sql>): Promise<PartFigures> {
  return keepFigure(
    `ledger ${name}`,
    async () => countRows(await scope()),
    ({ total }) => total,
  );
}

/** Each count from an index alone: a million rows take an eighth of the time of one pass over the rows. */
async function countAll(): Promise<PartFigures> {
  const groups = await getDb().$queryRaw<StateCount[]>`
    WITH unlisted AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE mail_seen_at IS NULL)::int AS sent, count(mail_seen_at)::int AS seen
      FROM invitation WHERE state = 'WAITING' AND listed_at IS NULL)
    SELECT state::text, count(*)::int AS count,
      (SELECT count(*) FROM invitation WHERE state = 'WAITING' AND state_since < ${after(-AGING_MS)})::int AS aging,
      (SELECT sent FROM unlisted) AS sent, (SELECT seen FROM unlisted) AS seen
    FROM invitation GROUP BY state`;
  return toFigures(groups, groups[0] ?? NONE_WAITING);
}

/** All counts in one pass over the rows. */
async function countRows(scope: Prisma.Sql): Promise<PartFigures> {
  const groups = await getDb().$queryRaw<StateCount[]>`
    SELECT state::text, count(*)::int AS count,
      count(*) FILTER (WHERE state_since < ${after(-AGING_MS)})::int AS aging,
      count(*) FILTER (WHERE listed_at IS NULL AND mail_seen_at IS NULL)::int AS sent,
      count(*) FILTER (WHERE listed_at IS NULL AND mail_seen_at IS NOT NULL)::int AS seen
    FROM invitation WHERE ${scope} GROUP BY state`;
  return toFigures(groups, groups.find(({ state }) => state === "WAITING") ?? NONE_WAITING);
}
