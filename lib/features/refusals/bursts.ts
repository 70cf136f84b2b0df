/** Bursts of refusals that one person's mistakes cannot explain, for the overview of administrators. */
import { after } from "#lib/core/clock.ts";
import { t } from "#lib/core/texts.ts";
import { Prisma, type Db } from "#lib/db/client.ts";

const LATELY_MS = 60 * 60_000;
/** A person who forgot a password stops trying earlier; many people may sign in from one network. */
const OF_ACCOUNT_MIN = 10;
const OF_NETWORK_MIN = 30;
const SHOWN_MAX = 5;

export type Burst = { id: string; title: string; detail: string; since: string; href: string };

type Row = { name: string; staffId: string | null; tries: number; others: number; since: Date };

/** Accounts and networks with many refusals within the last hour, the most first. */
export async function listBursts(db: Db): Promise<Burst[]> {
  const [accounts, networks] = await Promise.all([listAccounts(db), listNetworks(db)]);
  return [...accounts.map(toAccountBurst), ...networks.map(toNetworkBurst)];
}

function listAccounts(db: Db): Promise<Row[]> {
  return db.$queryRaw<Row[]>(Prisma.sql`
    SELECT p.name, p.id AS "staffId", sum(r.tries)::int AS tries, count(DISTINCT r.network)::int AS others, min(r.quarter) AS since
    FROM refusal r JOIN staff p ON p.id = r.staff_id
    WHERE r.kind IN ('SIGN_IN', 'CONFIRMATION', 'TOKEN') AND r.last_at > ${after(-LATELY_MS)}::timestamptz
    GROUP BY p.id, p.name HAVING sum(r.tries) >= ${OF_ACCOUNT_MIN}
    ORDER BY tries DESC LIMIT ${SHOWN_MAX}`);
}

/** A network named "" stands for all beyond those counted separately. */
function listNetworks(db: Db): Promise<Row[]> {
  return db.$queryRaw<Row[]>(Prisma.sql`
    SELECT network AS name, NULL AS "staffId", sum(tries)::int AS tries,
      count(DISTINCT coalesce(staff_id::text, unknown))::int AS others, min(quarter) AS since
    FROM refusal
    WHERE kind IN ('SIGN_IN', 'TOKEN', 'ACCESS') AND last_at > ${after(-LATELY_MS)}::timestamptz
    GROUP BY network HAVING sum(tries) >= ${OF_NETWORK_MIN}
    ORDER BY tries DESC LIMIT ${SHOWN_MAX}`);
}

function toAccountBurst({ name, staffId, tries, others, since }: Row): Burst {
  return {
    id: `refused-account-${staffId ?? ""}`,
    title: t("{tries} refused sign-ins to the account of {name} within an hour", { tries, name }),
    detail: t(
      "The tries came from {others, plural, one {one network} other {# networks}}. Ask the person. If it was somebody else, let the person set a new password.",
      { others },
    ),
    since: since.toISOString(),
    href: `/audit?outcome=REFUSED&kind=staff&object=${staffId ?? ""}`,
  };
}

function toNetworkBurst({ name, tries, others, since }: Row): Burst {
  return {
    id: `refused-network-${name}`,
    title:
      name === ""
        ? t("{tries} refusals from very many networks within an hour", { tries })
        : t("{tries} refusals from the network {name} within an hour", { tries, name }),
    detail: t(
      "Affected: {others, plural, =0 {no account} one {one account} other {# accounts}}. The audit lists each request.",
      { others },
    ),
    since: since.toISOString(),
    href: `/audit?outcome=REFUSED&from=${since.toISOString().slice(0, 10)}`,
  };
}
