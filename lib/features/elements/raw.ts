/**
 * Reads what `element/simple` leaves out (units and relations of elements) from `element/raw`, where the service offers it, alongside the
 * reading of a table's values. A table never fails because of them and waits only so long: then it shows them as absent.
 */
import { log } from "#lib/core/log/logger.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { readRawAnswer, type RawAnswerOptions } from "#lib/elements/read/raw-answer.ts";
import type { StatedRelations } from "#lib/elements/relations/stated-relations.ts";
import type { StatedUnits } from "#lib/elements/units/stated-units.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { JOB_RETRIES, PAGE_RETRIES } from "#lib/http/retry.ts";
import type { ModelSource } from "#lib/features/models/source.ts";

/**
 * How long rows wait for their relations, and a table for its units once all values have arrived. The answer with the values stays open
 * while rows wait; services and proxies close an answer that nobody reads for a minute.
 */
const RELATIONS_WAIT_MS = { page: 20_000, job: 45_000 } as const;
const UNITS_WAIT_MS = { page: 20_000, job: 120_000 } as const;

/** The result of one part: "unread" when it could not be read; null when the service does not offer it. */
type Part<Stated> = Stated | "unread" | null;

/** Starts reading. Call only after the service has answered for the model's values, so that 404 means "not offered". */
export function beginRaw(
  row: SnapshotModel,
  source: ModelSource,
  patience: "page" | "job",
  signal: AbortSignal,
) {
  const aborter = new AbortController();
  const units = Promise.withResolvers<Part<StatedUnits>>();
  const relations = Promise.withResolvers<Part<StatedRelations>>();
  const settle = (part: null | "unread"): void => {
    units.resolve(part);
    relations.resolve(part);
  };
  const onParts = { onUnits: units.resolve, onRelations: relations.resolve };
  read(row, source, patience, AbortSignal.any([signal, aborter.signal]), onParts).then(
    (isOffered) => {
      if (!isOffered) settle(null);
    },
    (thrown: unknown) => {
      settle("unread");
      if (!signal.aborted && !aborter.signal.aborted)
        log.info("a raw answer could not be read", { snapshotId: row.id, reason: String(thrown) });
    },
  );
  const within = async <T>(part: PromiseWithResolvers<T | "unread">, ms: number): Promise<T | "unread"> => {
    const timer = setTimeout(() => {
      part.resolve("unread");
    }, ms);
    try {
      return await part.promise;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    /** Call before the values are read. Never rejects. */
    takeRelations: () => within(relations, RELATIONS_WAIT_MS[patience]),
    /** Call when the values have been read. Never rejects. */
    takeUnits: () => within(units, UNITS_WAIT_MS[patience]),
    /** Call when the values have been read or failed: nobody waits any more. */
    stop: (): void => aborter.abort(new Error("the table does without the raw answer")),
  };
}

/** Reads the answer; false when the service does not offer it. */
async function read(
  row: SnapshotModel,
  source: ModelSource,
  patience: "page" | "job",
  signal: AbortSignal,
  onParts: Pick<RawAnswerOptions, "onUnits" | "onRelations">,
): Promise<boolean> {
  const { client, connection, cloudServiceId, projectServiceId } = source;
  const options = { signal, retries: patience === "page" ? PAGE_RETRIES : JOB_RETRIES };
  const answer = await tryCapability(connection.id, "getRawElements", () =>
    client.streamRawElements(
      cloudServiceId,
      projectServiceId,
      Number(row.modelServiceId),
      row.ifcClass,
      options,
    ),
  );
  if (answer.isAnswered) await readRawAnswer(answer.value.body, { signal, ...onParts });
  return answer.isAnswered;
}
