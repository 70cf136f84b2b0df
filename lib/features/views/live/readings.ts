/**
 * The readings behind a live address: one for each class of the view that the model has, for the current model. Joins readings that others
 * have begun instead of reading twice, for a limited time, and never passes off an older reading as a newer one.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, conflict, unavailable } from "#lib/core/errors.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { mapAtOnce } from "#lib/core/process/at-once.ts";
import { say } from "#lib/core/texts.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { canonicalClass, chooseClass, listClassChoices } from "#lib/features/elements/class-choices.ts";
import { requestReading } from "#lib/features/elements/queries.ts";
import { waitForReading } from "#lib/features/elements/reading.ts";
import { touch } from "#lib/features/elements/snapshot-rows.ts";
import { getModelSource, getModelAtService, type ModelSource } from "#lib/features/models/source.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { forPortal } from "#lib/service/client/errors.ts";
import { BUSY_AGAIN_SECONDS, type Patience } from "./places.ts";

/** Classes read from a service at the same time for one request. */
const READ_AT_ONCE = 3;
/** How often to check a reading of another process. */
const LOOK_MS = 1_000;
/** How often the service is asked whether it has processed the model: soon after the first time, then at growing intervals. */
const ASK_FIRST_MS = 500;
const ASK_MAX_MS = 10_000;
const MODEL_AGAIN_SECONDS = 30;

/**
 * @throws AppError NOT_FOUND (no such project or model), CONFLICT (the service could not process the model), UNAVAILABLE (not read in
 * time), or what the service said
 */
export async function openLiveReadings(
  actor: Actor,
  place: { projectId: string; modelId: number; ifcClasses: readonly string[] },
  patience: Patience,
) {
  return forPortal(async () => {
    const source = await getModelSource(place.projectId);
    const model = await waitForModel(source, place.modelId, patience);
    const choices = await listClassChoices(source, model);
    const present = new Set(choices.counted?.map(({ ifcClass }) => ifcClass) ?? choices.catalogue);
    const wanted = place.ifcClasses.map((name) => chooseClass(choices, name) ?? canonicalClass(name));
    const classes = wanted.filter((name) => present.has(name));
    const readings = await mapAtOnce(classes, READ_AT_ONCE, async (ifcClass) => {
      const row = await requestReading(actor, source, model, ifcClass, "failed");
      return finish(row, patience);
    });
    await Promise.all(readings.map(touch));
    return { modelName: model.name, readings, absentClasses: wanted.filter((name) => !present.has(name)) };
  });
}

/** The readings in the order of the view's classes; `absentClasses` have no elements in the model. */
export type LiveReadings = Awaited<ReturnType<typeof openLiveReadings>>;

/** The model, once the service has processed it. */
async function waitForModel(
  source: ModelSource,
  modelId: number,
  { until, signal }: Patience,
): Promise<ModelView> {
  for (let pauseMs = ASK_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, ASK_MAX_MS)) {
    const model = await getModelAtService(source, modelId, signal);
    if (model.isQueryable) return model;
    if (model.state !== "waiting" && model.state !== "running") {
      throw conflict(say("The service could not read this model, so there is no data."));
    }
    const leftMs = until - performance.now();
    if (leftMs <= 0) {
      throw unavailable(
        say(
          "The service has not finished reading this model, so there is no data. Ask again when the model is ready.",
        ),
        { details: { retryAfterSeconds: MODEL_AGAIN_SECONDS } },
      );
    }
    await sleep(Math.min(pauseMs, leftMs), undefined, { signal });
  }
}

async function finish(row: SnapshotModel, { until, signal }: Patience): Promise<SnapshotModel> {
  const deadlineMs = Math.max(0, until - performance.now());
  const ended =
    row.state === "READING" ? await waitForReading(row.id, { deadlineMs, signal, lookMs: LOOK_MS }) : row;
  if (ended?.state === "READY") return ended;
  if (ended?.state === "READING") throw notInTime();
  const failure =
    (ended === null ? null : recall(ended, "failure")) ??
    say("The stored data was removed before it was complete.");
  throw new AppError(
    "UPSTREAM",
    say("{ifcClass} could not be read. {failure}", { ifcClass: row.ifcClass, failure: told(failure) }),
    {
      details: { retryAfterSeconds: BUSY_AGAIN_SECONDS },
    },
  );
}

/** The reading continues; the next request finds it further on. */
export function notInTime(cause?: unknown): AppError {
  return unavailable(
    say(
      "The model has changed, or was never read, and its elements are still being read. Older data is not sent instead. Ask again in a moment.",
    ),
    { details: { retryAfterSeconds: BUSY_AGAIN_SECONDS }, cause },
  );
}

/** When the oldest of the readings was completed. */
export function oldestReading(readings: readonly SnapshotModel[]): Date {
  const times = readings.map(({ readAt, startedAt }) => (readAt ?? startedAt).getTime());
  return times.length === 0 ? now() : new Date(Math.min(...times));
}
