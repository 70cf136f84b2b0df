/** Uploads of one person as background work: from the first byte until the service has processed the model or failed to. */
import { pathOf } from "#lib/core/language/dotted.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { toAppError } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { quoted } from "#lib/core/language/quoted.ts";
import { log } from "#lib/core/log/logger.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type OperationModel } from "#lib/db/client.ts";
import { showModels } from "#lib/features/models/queries.ts";
import { recallModels } from "#lib/features/models/remembered.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { contextSchema, resultSchema } from "#lib/features/operations/rules/schema.ts";
import { LATELY_MS, OF_A_KIND_MAX, STARTED_MS } from "./policy.ts";
import type { WorkItem, WorkTone } from "./schema.ts";

/** How often a project's models are read while one of them is being processed. */
const READ_AGAIN_MS = 10_000;

/** Those running, and those that ended within a day. Steps of plans are shown with their plan. */
export async function listUploadWork(actor: Actor): Promise<WorkItem[]> {
  const rows = await getDb().operation.findMany({
    where: {
      kind: "UPLOAD",
      actorId: actor.staffId,
      planStep: null,
      createdAt: { gt: after(-STARTED_MS) },
      OR: [{ state: { in: ["PREPARED", "HELD", "SENDING"] } }, { stateSince: { gt: after(-LATELY_MS) } }],
    },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
  });
  const recalled = new Map<string, Awaited<ReturnType<typeof recallModels>>>();
  for (const row of rows) {
    const { projectId } = contextSchema.parse(row.context);
    if (projectId !== undefined && !recalled.has(projectId))
      recalled.set(projectId, await recallModels(projectId));
  }
  const names = await listNames([...recalled.keys()]);
  return rows.map((row) => {
    const { projectId = "", cloudId = "" } = contextSchema.parse(row.context);
    const modelId = resultSchema.nullable().parse(row.result)?.modelId ?? null;
    const list = recalled.get(projectId) ?? null;
    const model = list?.models.find((candidate) => candidate.modelId === modelId) ?? null;
    // The list was read since and does not have it: there is nothing more to wait for.
    const isUnlisted = model === null && list !== null && list.readAt > row.stateSince;
    const state = stateOf(row, isUnlisted ? null : modelId, model);
    if (state.isRunning && modelId !== null && projectId !== "") lookAgain(actor, projectId);
    return {
      id: `upload-${row.id}`,
      kind: "upload",
      title: row.title,
      place: names.get(projectId) ?? "",
      ...state,
      href: projectId === "" ? `/operations/${row.id}` : `/clouds/${cloudId}/projects/${projectId}`,
      startedAt: row.createdAt.toISOString(),
      endedAt: state.isRunning ? null : endOf(row, model),
    };
  });
}

function endOf(row: OperationModel, model: ModelView | null): string {
  const updatedMs = Date.parse(model?.updatedAt ?? "");
  return (Number.isNaN(updatedMs) ? row.stateSince : new Date(updatedMs)).toISOString();
}

async function listNames(projectIds: string[]): Promise<Map<string, string>> {
  const rows = await getDb().project.findMany({
    where: { id: { in: projectIds } },
    select: { id: true, name: true, cloud: { select: { name: true } } },
  });
  return new Map(rows.map((row) => [row.id, pathOf(row.cloud.name, row.name)]));
}

type State = { tone: WorkTone; words: string; isRunning: boolean; done: number | null; total: number | null };
const OVER = { isRunning: false, done: null, total: null } as const;
const UNDER_WAY = { isRunning: true, done: null, total: null } as const;

function stateOf(row: OperationModel, modelId: number | null, model: ModelView | null): State {
  const cause = toldOf(row, "cause");
  const why = cause === null ? "" : ` ${cause}`;
  switch (row.state) {
    case "PREPARED":
    case "HELD":
      return { tone: "idle", words: t("Prepared"), ...UNDER_WAY };
    case "SENDING":
      return { tone: "progress", words: t("Sending"), ...UNDER_WAY };
    case "UNKNOWN":
    case "DONE_ID_LOST":
      return { tone: "unknown", words: t("No certain answer.{why}", { why }), ...OVER };
    case "NOT_SENT":
      return { tone: "bad", words: t("Not sent.{why}", { why }), ...OVER };
    case "REFUSED":
      return { tone: "bad", words: t("Refused.{why}", { why }), ...OVER };
    case "RESOLVED_ABSENT":
    case "DISCARDED":
    case "ABANDONED":
      return { tone: "idle", words: t("Closed without a model"), ...OVER };
    default:
      return modelId === null ? { tone: "ok", words: t("Uploaded"), ...OVER } : modelState(model);
  }
}

/** The model's state in the service's last list; a model on no list yet has just arrived. */
function modelState(model: ModelView | null): State {
  if (model === null || model.state === "waiting")
    return { tone: "idle", words: t("Waiting at the service"), ...UNDER_WAY };
  if (model.state === "running") {
    const { done = null, total = null } = model.progress ?? {};
    return { tone: "progress", words: t("Processing at the service"), isRunning: true, done, total };
  }
  if (model.state === "failed" || model.state === "wontFix") {
    const why = model.errors[0] === undefined ? "" : ` ${quoted(told(model.errors[0]))}`;
    return { tone: "bad", words: `${told(model.stateWords)}.${why}`, ...OVER };
  }
  return { tone: "ok", words: told(model.stateWords), ...OVER };
}

/** When this file last read a project's models, in milliseconds since 1970. */
const lookedAtMs = new Map<string, number>();

/** Reads a project's models in the background; the next look at the tray shows the result. */
function lookAgain(actor: Actor, projectId: string): void {
  const nowMs = now().getTime();
  if (nowMs - (lookedAtMs.get(projectId) ?? 0) < READ_AGAIN_MS) return;
  for (const [id, atMs] of lookedAtMs) if (nowMs - atMs > READ_AGAIN_MS) lookedAtMs.delete(id);
  lookedAtMs.set(projectId, nowMs);
  void showModels(actor, projectId).catch((thrown: unknown) => {
    const { code } = toAppError(thrown);
    log.info(`work: the models could not be read: ${code}`, { requestId: actor.requestId });
  });
}
