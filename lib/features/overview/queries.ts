/**
 * Read models of the frame and the overview: counts that every page shows, and what needs a person now.
 */
import { after } from "#lib/core/clock.ts";
import { REMIND_MS } from "#lib/features/operations/policy.ts";
import { whereOfPart } from "#lib/features/invitations/ledger.ts";
import { listUndeliveredMail } from "#lib/mail/outbox.ts";
import type { ConnectionKind, ConnectionStage, Db, OperationKind } from "#lib/db/client.ts";

export type FrameFacts = {
  clouds: number;
  invitationsWaiting: number;
  operationsUncertain: number;
  /** All in view, the built-in one first, then by name. */
  connections: { id: string; name: string; kind: ConnectionKind; stage: ConnectionStage | null }[];
};

const UNCERTAIN = ["UNKNOWN", "DONE_ID_LOST"] as const;

/** What the rail and the top bar show. Each figure is one indexed count. */
export async function getFrameFacts(db: Db): Promise<FrameFacts> {
  const [clouds, invitationsWaiting, operationsUncertain, connections] = await Promise.all([
    db.cloud.count({ where: { archivedAt: null, deletedAt: null } }),
    db.invitation.count({ where: { state: "WAITING" } }),
    db.operation.count({ where: { state: { in: [...UNCERTAIN] } } }),
    db.connection.findMany({
      where: { archivedAt: null },
      orderBy: [{ kind: "asc" }, { name: "asc" }],
      select: { id: true, name: true, kind: true, stage: true },
    }),
  ]);
  return { clouds, invitationsWaiting, operationsUncertain, connections };
}

export type AttentionItem = {
  id: string;
  kind: "operation" | "invitations" | "plan" | "export" | "mail";
  tone: "unknown" | "bad" | "warn";
  title: string;
  detail: string;
  since: string;
  href: string;
};

const KIND_WORDS: Record<OperationKind, string> = {
  CREATE_CLOUD: "Create Cloud",
  CREATE_PROJECT: "Create project",
  INVITE: "Invite",
  UPLOAD: "Upload",
};

const AGING_MS = 7 * 24 * 3_600_000;
const SHOWN_MAX = 20;

/** What waits for a person, most urgent first: uncertain operations, failed exports, invitations waiting for more than 7 days. */
export async function listAttention(db: Db): Promise<AttentionItem[]> {
  const [operations, twins, runs, aging, lists, plans, mails] = await Promise.all([
    db.operation.findMany({
      where: { state: { in: [...UNCERTAIN] } },
      orderBy: { createdAt: "asc" },
      take: SHOWN_MAX,
      select: { id: true, kind: true, title: true, cause: true, stateSince: true },
    }),
    db.operation.findMany({
      where: { state: "DUPLICATE_FOUND", stateSince: { gt: after(-AGING_MS) } },
      orderBy: { createdAt: "desc" },
      take: 5,
      select: { id: true, kind: true, title: true, cause: true, stateSince: true },
    }),
    db.exportRun.findMany({
      where: { state: "FAILED", createdAt: { gt: after(-AGING_MS) } },
      orderBy: { createdAt: "desc" },
      take: 5,
      select: { id: true, ifcClass: true, modelName: true, failure: true, endedAt: true, createdAt: true },
    }),
    db.invitation.aggregate({
      where: whereOfPart("AGING"),
      _count: true,
      _min: { stateSince: true },
    }),
    db.invitationRun.findMany({
      where: { state: "PAUSED" },
      orderBy: { stateSince: "asc" },
      take: 5,
      select: {
        id: true,
        cloudId: true,
        pauseReason: true,
        stateSince: true,
        cloud: { select: { name: true } },
      },
    }),
    db.plan.findMany({
      where: { state: "PAUSED" },
      orderBy: { stateSince: "asc" },
      take: 5,
      select: { id: true, name: true, pauseReason: true, stateSince: true },
    }),
    listUndeliveredMail(db),
  ]);
  const items: AttentionItem[] = operations.map((operation) => ({
    id: operation.id,
    kind: "operation",
    tone: "unknown",
    title: `${KIND_WORDS[operation.kind]} “${operation.title}”: no certain answer${operation.stateSince < after(-REMIND_MS) ? " for more than a day" : ""}`,
    detail: operation.cause ?? "It may or may not have happened.",
    since: operation.stateSince.toISOString(),
    href: `/operations/${operation.id}`,
  }));
  for (const twin of twins) {
    items.push({
      id: twin.id,
      kind: "operation",
      tone: "bad",
      title: `${KIND_WORDS[twin.kind]} “${twin.title}”: done twice`,
      detail: twin.cause ?? "There are two.",
      since: twin.stateSince.toISOString(),
      href: `/operations/${twin.id}`,
    });
  }
  for (const run of runs) {
    items.push({
      id: run.id,
      kind: "export",
      tone: "bad",
      title: `Export of ${run.ifcClass} from ${run.modelName} failed`,
      detail: run.failure ?? "No file was published.",
      since: (run.endedAt ?? run.createdAt).toISOString(),
      href: "/exports",
    });
  }
  const stuck = mails.filter((mail) => mail.attempts > 0);
  const oldest = stuck.at(-1);
  if (oldest !== undefined) {
    items.push({
      id: "undelivered-mail",
      kind: "mail",
      tone: stuck.some((mail) => mail.givenUp) ? "bad" : "warn",
      title: `${String(stuck.length)} ${stuck.length === 1 ? "mail" : "mails"} of the built-in service not delivered`,
      detail: `To ${oldest.recipient}: ${oldest.lastError ?? "no reason was given"}. ${oldest.givenUp ? "It is not tried again by itself; remind the person to send another." : "It is tried again by itself."}`,
      since: oldest.createdAt.toISOString(),
      href: "/invitations",
    });
  }
  for (const list of lists) {
    items.push({
      id: list.id,
      kind: "invitations",
      tone: "warn",
      title: `The list of invitations for ${list.cloud.name} is paused`,
      detail: list.pauseReason ?? "It goes on when somebody says so.",
      since: list.stateSince.toISOString(),
      href: `/clouds/${list.cloudId}/invitations/lists/${list.id}`,
    });
  }
  for (const plan of plans) {
    items.push({
      id: plan.id,
      kind: "plan",
      tone: "warn",
      title: `The plan of ${plan.name} is paused`,
      detail: plan.pauseReason ?? "It goes on when somebody says so.",
      since: plan.stateSince.toISOString(),
      href: `/plans/${plan.id}`,
    });
  }
  if (aging._count > 0 && aging._min.stateSince !== null) {
    items.push({
      id: "aging-invitations",
      kind: "invitations",
      tone: "warn",
      title: `${String(aging._count)} ${aging._count === 1 ? "invitation waits" : "invitations wait"} for more than 7 days`,
      detail: "The people have neither joined nor declined.",
      since: aging._min.stateSince.toISOString(),
      href: "/invitations?state=AGING",
    });
  }
  return items;
}
