/**
 * Problems of services that need attention: connections that fail or do not answer, Clouds and projects that are missing, emails that could
 * not be delivered.
 */
import { after } from "#lib/core/clock.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { listUndeliveredMail } from "#lib/mail/outbox.ts";
import type { AttentionItem } from "#lib/core/attention.ts";
import { LAST_CHECK } from "#lib/features/connections/queries.ts";

/** Connections whose last check failed. */
export async function listStoppedChecks(db: Db): Promise<AttentionItem[]> {
  const connections = await db.connection.findMany({
    where: { archivedAt: null },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      checks: { ...LAST_CHECK, select: { at: true, stoppedAt: true, rungs: true } },
    },
  });
  return connections.flatMap(({ id, name, checks: [check] }) =>
    check === undefined || check.stoppedAt === null
      ? []
      : [
          {
            id: `connection-${id}`,
            kind: "connection",
            tone: "bad",
            title: Array.isArray(check.rungs)
              ? t("Connection {name} failed check {rung} of {rungs}", {
                  name,
                  rung: check.stoppedAt,
                  rungs: check.rungs.length,
                })
              : t("Connection {name} failed check {rung}", { name, rung: check.stoppedAt }),
            detail: t("The connection’s page says what was expected and what the service answered."),
            since: check.at.toISOString(),
            href: `/connections/${id}`,
            verb: t("Open"),
            count: 1,
          } satisfies AttentionItem,
        ],
  );
}

/** One lost answer is retried automatically; this many in a row are no accident. */
const LOST_CALLS = 3;
/** A service that was not called within this time may be answering again. */
const SILENT_MS = 60 * 60_000;

/** Connections whose last three calls, the newest within an hour, all got no answer; `since` is the first of the three. */
export async function listSilentConnections(db: Db): Promise<AttentionItem[]> {
  const silent = await db.$queryRaw<{ id: string; name: string; since: Date }[]>`
    SELECT c.id, c.name, min(r.at) AS since
    FROM connection c CROSS JOIN LATERAL (
      SELECT at, status FROM request_record WHERE connection_id = c.id ORDER BY id DESC LIMIT ${LOST_CALLS}
    ) r
    WHERE c.archived_at IS NULL
    GROUP BY c.id, c.name
    HAVING count(*) = ${LOST_CALLS} AND count(r.status) = 0 AND max(r.at) > ${after(-SILENT_MS)}
    ORDER BY c.name`;
  return silent.map(({ id, name, since }) => ({
    id: `silent-${id}`,
    kind: "connection",
    tone: "bad",
    title: t("Connection {name} does not answer", { name }),
    detail: t("None of the last calls got an answer. Pages show what was read before."),
    since: since.toISOString(),
    href: `/connections/${id}`,
    verb: t("Open"),
    count: 1,
  }));
}

const IN_VIEW = { archivedAt: null, deletedAt: null } as const;

/** Clouds and projects that their service no longer lists, until they are archived here or listed again. */
export async function listMissing(db: Db): Promise<AttentionItem[]> {
  const ofCloud = { ...IN_VIEW, missingSince: { not: null }, connection: { archivedAt: null } };
  const ofProject = {
    ...IN_VIEW,
    missingSince: { not: null },
    cloud: { ...IN_VIEW, missingSince: null, connection: { archivedAt: null } },
  };
  const [clouds, oldest] = await Promise.all([
    db.cloud.aggregate({ where: ofCloud, _count: true, _min: { missingSince: true } }),
    db.project.findFirst({
      where: ofProject,
      orderBy: { missingSince: "asc" },
      select: { cloudId: true, missingSince: true },
    }),
  ]);
  const detail = t("The service no longer lists them. Archive them here, or ask the service’s operator.");
  const items: AttentionItem[] = [];
  if (clouds._min.missingSince !== null)
    items.push({
      id: "missing-clouds",
      kind: "registry",
      tone: "warn",
      title: t("{count, plural, one {# Cloud is} other {# Clouds are}} missing at the service", {
        count: clouds._count,
      }),
      detail,
      since: clouds._min.missingSince.toISOString(),
      href: "/clouds",
      verb: t("Review"),
      count: clouds._count,
    });
  if (oldest !== null && oldest.missingSince !== null) {
    const count = await db.project.count({ where: ofProject });
    items.push({
      id: "missing-projects",
      kind: "registry",
      tone: "warn",
      title: t("{count, plural, one {# project is} other {# projects are}} missing at the service", {
        count,
      }),
      detail,
      since: oldest.missingSince.toISOString(),
      href: `/clouds/${oldest.cloudId}`,
      verb: t("Review"),
      count,
    });
  }
  return items;
}

/** Emails of the built-in service that could not be delivered. */
export async function listMailTrouble(db: Db): Promise<AttentionItem[]> {
  const stuck = (await listUndeliveredMail(db)).filter((mail) => mail.attempts > 0);
  const oldest = stuck.at(-1);
  if (oldest === undefined) return [];
  const { recipient, lastError } = oldest;
  const reason = lastError === null ? t("no reason given") : told(lastError);
  return [
    {
      id: "undelivered-mail",
      kind: "mail",
      tone: stuck.some((mail) => mail.givenUp) ? "bad" : "warn",
      title: t("{count, plural, one {# email} other {# emails}} of the built-in service not delivered", {
        count: stuck.length,
      }),
      detail: oldest.givenUp
        ? t("To {recipient}: {reason}. Portico does not try again. Send the person a reminder.", {
            recipient,
            reason,
          })
        : t("To {recipient}: {reason}. Portico tries again automatically.", { recipient, reason }),
      since: oldest.createdAt.toISOString(),
      href: "/invitations",
      verb: t("Review"),
      count: stuck.length,
    },
  ];
}
