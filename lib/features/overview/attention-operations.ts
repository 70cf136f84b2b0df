/** Items of the journal that need attention: uncertain, done twice, not sent, or refused. */
import { after } from "#lib/core/clock.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { type Db, type OperationKind, Prisma } from "#lib/db/client.ts";
import type { AnyKind } from "#lib/features/batches/kind.ts";
import { REMIND_MS, UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";
import { operationWords } from "#lib/features/operations/words.ts";
import { BATCH_KINDS } from "#lib/features/work/batch-kinds.ts";
import { LATELY_MS, OF_A_KIND_MAX, withOthers, type AttentionItem } from "#lib/core/attention.ts";

const UNCERTAIN_MAX = 20;

const OPERATION_FACTS = {
  id: true,
  kind: true,
  title: true,
  cause: true,
  causeSaid: true,
  stateSince: true,
} as const;

/** For all kinds of operations, the most urgent first. */
export async function listOperationTrouble(db: Db): Promise<AttentionItem[]> {
  const kinds = await Promise.all([listUncertain(db), listTwins(db), listUnsent(db), listRefused(db)]);
  return kinds.flat();
}

async function listUncertain(db: Db): Promise<AttentionItem[]> {
  const where = { state: { in: [...UNCERTAIN_STATES] } };
  const operations = await db.operation.findMany({
    where,
    orderBy: { createdAt: "asc" },
    take: UNCERTAIN_MAX,
    select: OPERATION_FACTS,
  });
  const items = operations.map((operation) => ({
    id: operation.id,
    kind: "operation" as const,
    tone: "unknown" as const,
    title:
      operation.stateSince < after(-REMIND_MS)
        ? t("{operation}: no certain answer for more than a day", { operation: operationWords(operation) })
        : t("{operation}: no certain answer", { operation: operationWords(operation) }),
    detail: toldOf(operation, "cause") ?? t("Portico does not know whether it happened."),
    since: operation.stateSince.toISOString(),
    href: `/operations/${operation.id}`,
    verb: t("Settle"),
  }));
  const countAll = (): Promise<number> => db.operation.count({ where });
  return withOthers(items, UNCERTAIN_MAX, countAll, (count) => ({
    title: t("{count, plural, one {# more operation} other {# more operations}} without a certain answer", {
      count,
    }),
    detail: t("Portico does not know whether they happened."),
    href: "/operations",
  }));
}

async function listTwins(db: Db): Promise<AttentionItem[]> {
  const where = { state: "DUPLICATE_FOUND" as const, stateSince: { gt: after(-LATELY_MS) } };
  const twins = await db.operation.findMany({
    where,
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
    select: OPERATION_FACTS,
  });
  const items = twins.map((twin) => ({
    id: twin.id,
    kind: "operation" as const,
    tone: "bad" as const,
    title: t("{operation}: done twice", { operation: operationWords(twin) }),
    detail: toldOf(twin, "cause") ?? t("The service now has a duplicate."),
    since: twin.stateSince.toISOString(),
    href: `/operations/${twin.id}`,
    verb: t("Open"),
  }));
  const countAll = (): Promise<number> => db.operation.count({ where });
  return withOthers(items, OF_A_KIND_MAX, countAll, (count) => ({
    title: t("{count, plural, one {# more operation} other {# more operations}} done twice", { count }),
    detail: t("The service now has duplicates."),
    href: "/operations?show=closed",
  }));
}

/** Operations that were recorded and provably not sent: the page of operations asks for a decision on each. */
async function listUnsent(db: Db): Promise<AttentionItem[]> {
  const unsent = await db.operation.aggregate({
    where: { state: { in: ["HELD", "NOT_SENT"] } },
    _count: true,
    _min: { stateSince: true },
  });
  if (unsent._min.stateSince === null) return [];
  return [
    {
      id: "unsent-operations",
      kind: "operation",
      tone: "warn",
      title: t("{count, plural, one {# operation was} other {# operations were}} not sent", {
        count: unsent._count,
      }),
      detail: t("Nothing happened at the service. Send or discard each operation."),
      since: unsent._min.stateSince.toISOString(),
      href: "/operations",
      verb: t("Review"),
      count: unsent._count,
    },
  ];
}

const notAmong = ({ sql: { table } }: AnyKind): Prisma.Sql =>
  Prisma.sql`AND NOT EXISTS (SELECT 1 FROM ${table} r WHERE r.operation_id = o.id)`;

type Refused = {
  count: number;
  id: string;
  kind: OperationKind;
  title: string;
  cause: string | null;
  causeSaid: unknown;
  since: Date;
};

/**
 * What a service refused within the last week and nobody has done since. Operations of lists and plans are counted there
 * (attention-runs.ts).
 */
async function listRefused(db: Db): Promise<AttentionItem[]> {
  const [newest] = await db.$queryRaw<Refused[]>`
    SELECT count(*) OVER ()::int AS count, o.id, o.kind::text AS kind, o.title, o.cause, o.cause_said AS "causeSaid",
      o.state_since AS since
    FROM operation o JOIN connection n ON n.id = o.connection_id
    WHERE o.state = 'REFUSED' AND o.state_since > ${after(-LATELY_MS)} AND n.archived_at IS NULL
      ${Prisma.join(BATCH_KINDS.map(notAmong), " ")}
      AND NOT EXISTS (SELECT 1 FROM operation later WHERE later.connection_id = o.connection_id
        AND later.subject_key = o.subject_key AND later.created_at > o.created_at AND later.state <> 'REFUSED')
    ORDER BY o.state_since DESC LIMIT 1`;
  if (newest === undefined) return [];
  const operation = operationWords(newest);
  const cause = toldOf(newest, "cause");
  return [
    {
      id: "refused-operations",
      kind: "operation",
      tone: "bad",
      title: t("{count, plural, one {# operation was} other {# operations were}} refused by a service", {
        count: newest.count,
      }),
      detail: cause === null ? operation : `${operation}: ${cause}`,
      since: newest.since.toISOString(),
      href: newest.count === 1 ? `/operations/${newest.id}` : "/operations?show=all",
      verb: t("Open"),
      count: newest.count,
    },
  ];
}
