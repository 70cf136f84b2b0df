/** The domains in which Portico knows people: who was invited and not refused, members of Clouds, staff. */
import { keepFigure } from "#lib/core/kept-figure.ts";
import { getDb } from "#lib/db/client.ts";

/** The most frequent ones: whoever works with more is asked about fewer slips of the hand. */
const DOMAINS_MAX = 5_000;

/** How many people each domain has, in lower case and ASCII. Figures of some seconds ago do: they only make Portico ask. */
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
