/** The domains of people known to Portico: those invited and not refused, members of Clouds, staff. */
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb } from "#lib/db/client.ts";

/** Only the most frequent ones: with more domains, fewer typing slips are noticed. */
const DOMAINS_MAX = 5_000;

/**
 * How many people each domain has; domains in lower case and ASCII. The counts may be seconds old: they only decide whether Portico asks.
 */
export async function readKnownDomains(): Promise<ReadonlyMap<string, number>> {
  const { domains } = await keepFigure("domains of people", countPeople, ({ people }) => people);
  return domains;
}

async function countPeople(): Promise<{ domains: Map<string, number>; people: number }> {
  const rows = await getDb().$queryRaw<{ domain: string; people: number }[]>`
    SELECT split_part(address, '@', 2) AS domain, count(*)::int AS people
    FROM (
      SELECT address FROM invitation WHERE state IN ('WAITING', 'JOINED') AND erased_at IS NULL
      UNION SELECT address FROM member WHERE NOT is_removed
      UNION SELECT email FROM staff
    ) AS known
    WHERE address LIKE '%@%'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${DOMAINS_MAX}`;
  const people = rows.reduce((sum, row) => sum + row.people, 0);
  return { domains: new Map(rows.map((row) => [row.domain, row.people])), people };
}
