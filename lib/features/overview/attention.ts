/**
 * What waits for a person now, from everywhere in the portal, most urgent first: what is uncertain, what failed, what waits too long.
 * Read-only, from what is known here; it asks no service.
 */
import { after } from "#lib/core/clock.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { told } from "#lib/core/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { whereOfPart } from "#lib/features/invitations/ledger.ts";
import { REMIND_MS, UNCERTAIN_STATES } from "#lib/features/operations/policy.ts";
import { operationWords } from "#lib/features/operations/words.ts";
import { listBursts } from "#lib/features/refusals/bursts.ts";
import { listUndeliveredMail } from "#lib/mail/outbox.ts";
import { listFailedModels } from "./failed-models.ts";
import { listSilentConnections, type SilentConnection } from "./silent-connections.ts";

export type AttentionItem = {
  id: string;
  kind:
    | "refusals"
    | "operation"
    | "invitations"
    | "plan"
    | "projects"
    | "export"
    | "model"
    | "connection"
    | "mail";
  tone: "unknown" | "bad" | "warn";
  title: string;
  detail: string;
  since: string;
  href: string;
  /** What its button says. */
  verb: string;
};

const LATELY_MS = 7 * 24 * 3_600_000;
const UNCERTAIN_MAX = 20;
const OF_A_KIND_MAX = 5;

/** Bursts of refusals, for those who may read the audit. */
export async function listSuspicion(db: Db): Promise<AttentionItem[]> {
  const bursts = await listBursts(db);
  return bursts.map((burst) => ({ ...burst, kind: "refusals", tone: "warn", verb: t("Look") }));
}

/** Uncertain operations first, then what failed within a week, then what stands still or waits too long. */
export async function listAttention(db: Db): Promise<AttentionItem[]> {
  const kinds = await Promise.all([
    listUncertain(db),
    listTwins(db),
    listConnectionTrouble(db),
    listSilentConnections(db).then((connections) => connections.map(toSilentItem)),
    listFailedModels(LATELY_MS, OF_A_KIND_MAX).then((models) => models.map(toModelItem)),
    listFailedExports(db),
    listMailTrouble(db),
    listPaused(db),
    listAging(db),
  ]);
  return kinds.flat();
}

const OPERATION_FACTS = { id: true, kind: true, title: true, cause: true, stateSince: true } as const;

async function listUncertain(db: Db): Promise<AttentionItem[]> {
  const operations = await db.operation.findMany({
    where: { state: { in: [...UNCERTAIN_STATES] } },
    orderBy: { createdAt: "asc" },
    take: UNCERTAIN_MAX,
    select: OPERATION_FACTS,
  });
  return operations.map((operation) => ({
    id: operation.id,
    kind: "operation",
    tone: "unknown",
    title:
      operation.stateSince < after(-REMIND_MS)
        ? t("{operation}: no certain answer for more than a day", { operation: operationWords(operation) })
        : t("{operation}: no certain answer", { operation: operationWords(operation) }),
    detail: operation.cause === null ? t("It may or may not have happened.") : told(operation.cause),
    since: operation.stateSince.toISOString(),
    href: `/operations/${operation.id}`,
    verb: t("Settle"),
  }));
}

async function listTwins(db: Db): Promise<AttentionItem[]> {
  const twins = await db.operation.findMany({
    where: { state: "DUPLICATE_FOUND", stateSince: { gt: after(-LATELY_MS) } },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
    select: OPERATION_FACTS,
  });
  return twins.map((twin) => ({
    id: twin.id,
    kind: "operation",
    tone: "bad",
    title: t("{operation}: done twice", { operation: operationWords(twin) }),
    detail: twin.cause === null ? t("There are two.") : told(twin.cause),
    since: twin.stateSince.toISOString(),
    href: `/operations/${twin.id}`,
    verb: t("Open"),
  }));
}

/** Connections whose last check broke off. */
async function listConnectionTrouble(db: Db): Promise<AttentionItem[]> {
  const connections = await db.connection.findMany({
    where: { archivedAt: null },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      checks: {
        where: { purpose: "CONNECTION" },
        orderBy: { at: "desc" },
        take: 1,
        select: { at: true, stoppedAt: true, rungs: true },
      },
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
              ? t("Connection {name} stopped at rung {rung} of {rungs}", {
                  name,
                  rung: check.stoppedAt,
                  rungs: check.rungs.length,
                })
              : t("Connection {name} stopped at rung {rung}", { name, rung: check.stoppedAt }),
            detail: t(
              "The last check of the connection broke off. What was expected and what came is on its page.",
            ),
            since: check.at.toISOString(),
            href: `/connections/${id}`,
            verb: t("Open"),
          } satisfies AttentionItem,
        ],
  );
}

function toSilentItem({ id, name, since }: SilentConnection): AttentionItem {
  return {
    id: `silent-${id}`,
    kind: "connection",
    tone: "bad",
    title: t("Connection {name} does not answer", { name }),
    detail: t("None of its last calls got an answer. What is shown of it is from before."),
    since: since.toISOString(),
    href: `/connections/${id}`,
    verb: t("Open"),
  };
}

type FailedModel = Awaited<ReturnType<typeof listFailedModels>>[number];

function toModelItem(model: FailedModel): AttentionItem {
  const place = `${model.cloud} › ${model.project}`;
  return {
    id: `model-${model.projectId}-${String(model.modelId)}`,
    kind: "model",
    tone: "bad",
    title: t("Model {name} failed", { name: model.name }),
    detail: model.error === null ? place : `${t("“{name}”", { name: told(model.error) })} ${place}`,
    since: model.since.toISOString(),
    href: `/clouds/${model.cloudId}/projects/${model.projectId}`,
    verb: t("Open"),
  };
}

async function listFailedExports(db: Db): Promise<AttentionItem[]> {
  const runs = await db.exportRun.findMany({
    where: { state: "FAILED", createdAt: { gt: after(-LATELY_MS) } },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
    select: {
      id: true,
      ifcClass: true,
      modelName: true,
      failure: true,
      endedAt: true,
      createdAt: true,
      bulkId: true,
    },
  });
  return runs.map((run) => ({
    id: run.id,
    kind: "export",
    tone: "bad",
    title: t("Export of {ifcClass} from {modelName} failed", {
      ifcClass: classNoun(run.ifcClass, 2),
      modelName: run.modelName,
    }),
    detail: run.failure === null ? t("No file was published.") : told(run.failure),
    since: (run.endedAt ?? run.createdAt).toISOString(),
    href: run.bulkId === null ? "/exports?state=failed" : "/exports/bulk",
    verb: t("Open"),
  }));
}

async function listMailTrouble(db: Db): Promise<AttentionItem[]> {
  const stuck = (await listUndeliveredMail(db)).filter((mail) => mail.attempts > 0);
  const oldest = stuck.at(-1);
  if (oldest === undefined) return [];
  return [
    {
      id: "undelivered-mail",
      kind: "mail",
      tone: stuck.some((mail) => mail.givenUp) ? "bad" : "warn",
      title: t("{count, plural, one {# mail} other {# mails}} of the built-in service not delivered", {
        count: stuck.length,
      }),
      detail: mailWords(oldest),
      since: oldest.createdAt.toISOString(),
      href: "/invitations",
      verb: t("Review"),
    },
  ];
}

function mailWords(mail: { recipient: string; lastError: string | null; givenUp: boolean }): string {
  const reason = mail.lastError === null ? t("no reason was given") : told(mail.lastError);
  const facts = { recipient: mail.recipient, reason };
  return mail.givenUp
    ? t(
        "To {recipient}: {reason}. It is not tried again by itself; remind the person to send another.",
        facts,
      )
    : t("To {recipient}: {reason}. It is tried again by itself.", facts);
}

const PAUSED = {
  where: { state: "PAUSED" },
  orderBy: { stateSince: "asc" },
  take: OF_A_KIND_MAX,
} as const;
const LIST_FACTS = {
  id: true,
  cloudId: true,
  pauseReason: true,
  stateSince: true,
  cloud: { select: { name: true } },
} as const;

/** Lists and plans that go on only when somebody says so. */
async function listPaused(db: Db): Promise<AttentionItem[]> {
  const [people, projects, plans] = await Promise.all([
    db.invitationRun.findMany({ ...PAUSED, select: LIST_FACTS }),
    db.projectList.findMany({ ...PAUSED, select: LIST_FACTS }),
    db.plan.findMany({ ...PAUSED, select: { id: true, name: true, pauseReason: true, stateSince: true } }),
  ]);
  const toItem = (
    kind: AttentionItem["kind"],
    row: { id: string; pauseReason: string | null; stateSince: Date },
    title: string,
    href: string,
  ): AttentionItem => ({
    id: row.id,
    kind,
    tone: "warn",
    title,
    href,
    verb: t("Open"),
    detail: row.pauseReason === null ? t("It goes on when somebody says so.") : told(row.pauseReason),
    since: row.stateSince.toISOString(),
  });
  return [
    ...people.map((list) =>
      toItem(
        "invitations",
        list,
        t("The list of invitations for {cloudName} is paused", { cloudName: list.cloud.name }),
        `/clouds/${list.cloudId}/invitations/lists/${list.id}`,
      ),
    ),
    ...projects.map((list) =>
      toItem(
        "projects",
        list,
        t("The list of projects for {cloudName} is paused", { cloudName: list.cloud.name }),
        `/clouds/${list.cloudId}/projects/lists/${list.id}`,
      ),
    ),
    ...plans.map((plan) =>
      toItem("plan", plan, t("The plan of {name} is paused", { name: plan.name }), `/plans/${plan.id}`),
    ),
  ];
}

async function listAging(db: Db): Promise<AttentionItem[]> {
  const aging = await keepFigure(
    "aging invitations",
    () =>
      db.invitation.aggregate({
        where: whereOfPart("AGING"),
        _count: true,
        _min: { stateSince: true },
      }),
    ({ _count: rows }) => rows,
  );
  const oldest = aging._min.stateSince;
  if (aging._count === 0 || oldest === null) return [];
  return [
    {
      id: "aging-invitations",
      kind: "invitations",
      tone: "warn",
      title: t("{count, plural, one {# invitation waits} other {# invitations wait}} for more than 7 days", {
        count: aging._count,
      }),
      detail: t("The people have neither joined nor declined."),
      since: oldest.toISOString(),
      href: "/invitations?state=AGING",
      verb: t("Review"),
    },
  ];
}
