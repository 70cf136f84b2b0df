/**
 * The readings behind a steady address: one for each class of the view that the model has, of the model as it is now. It waits for readings
 * that others have begun instead of reading twice, for a bounded time, and never gives an older reading for a newer one.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { kept, told } from "#lib/core/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { canonicalClass, chooseClass, listClassChoices } from "#lib/features/elements/class-choices.ts";
import { requestReading } from "#lib/features/elements/queries.ts";
import { waitForReading } from "#lib/features/elements/reading.ts";
import { touch } from "#lib/features/elements/snapshot-rows.ts";
import { getElementSource, getModelAtService } from "#lib/features/elements/source.ts";
import { toPortalError } from "#lib/service/client/errors.ts";

/** Classes read from a service at the same time for one question. */
const READ_AT_ONCE = 3;
const AGAIN_SECONDS = 10;

export type LiveReadings = {
  modelName: string;
  /** In the order of the view's classes. */
  readings: SnapshotModel[];
  /** Classes of the view of which the model has no elements. */
  absentClasses: string[];
};

/**
 * @param until by performance.now(), when waiting ends
 * @throws AppError NOT_FOUND (no such project or model), CONFLICT (the model is not ready), UNAVAILABLE (not read in time), or what the
 * service said
 */
export async function openLiveReadings(
  actor: Actor,
  place: { projectId: string; modelId: number; ifcClasses: readonly string[] },
  until: number,
  signal: AbortSignal,
): Promise<LiveReadings> {
  try {
    const source = await getElementSource(place.projectId);
    const model = await getModelAtService(source, place.modelId, signal);
    if (!model.isQueryable) {
      throw new AppError(
        "CONFLICT",
        say(
          "The service has not finished reading this model, so there is nothing to give. Ask again when it is ready.",
        ),
        { details: { retryAfterSeconds: 60 } },
      );
    }
    const choices = await listClassChoices(source, model);
    const present = new Set(choices.counted?.map(({ ifcClass }) => ifcClass) ?? choices.catalogue);
    const wanted = place.ifcClasses.map((name) => chooseClass(choices, name) ?? canonicalClass(name));
    const classes = wanted.filter((name) => present.has(name));
    const readings: SnapshotModel[] = [];
    for (let from = 0; from < classes.length; from += READ_AT_ONCE) {
      const some = classes.slice(from, from + READ_AT_ONCE);
      const read = some.map(async (ifcClass) => {
        const row = await requestReading(actor, source, model, ifcClass, "failed");
        return finish(row, until, signal);
      });
      readings.push(...(await Promise.all(read)));
    }
    await Promise.all(readings.map(touch));
    return { modelName: model.name, readings, absentClasses: wanted.filter((name) => !present.has(name)) };
  } catch (thrown) {
    throw toPortalError(thrown);
  }
}

async function finish(row: SnapshotModel, until: number, signal: AbortSignal): Promise<SnapshotModel> {
  const deadlineMs = Math.max(0, until - performance.now());
  const ended = row.state === "READING" ? await waitForReading(row.id, { deadlineMs, signal }) : row;
  if (ended?.state === "READY") return ended;
  if (ended?.state === "READING") throw notInTime();
  const failure = ended?.failure ?? kept("The reading was removed before it was finished.");
  throw new AppError(
    "UPSTREAM",
    say("{ifcClass} could not be read. {failure}", { ifcClass: row.ifcClass, failure: told(failure) }),
    {
      details: { retryAfterSeconds: AGAIN_SECONDS },
    },
  );
}

/** The work goes on; whoever asks again finds it further on. */
export function notInTime(cause?: unknown): AppError {
  return new AppError(
    "UNAVAILABLE",
    say(
      "The model has changed, or was never asked for, and its elements are still being read. Nothing older is given in their place. Ask again in a moment.",
    ),
    { details: { retryAfterSeconds: AGAIN_SECONDS }, cause },
  );
}

/** When the oldest of the readings was complete. */
export function oldestReading(readings: readonly SnapshotModel[]): Date {
  const times = readings.map(({ readAt, startedAt }) => (readAt ?? startedAt).getTime());
  return times.length === 0 ? now() : new Date(Math.min(...times));
}
