/**
 * Asks the service for what `element/simple` leaves out, beside the reading of a table's values, where it answers `element/raw`: units, and
 * what elements relate to. A table does not wait for ever and never fails because of them: it then says that they are absent.
 */
import { log } from "#lib/core/log/logger.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { readRawAnswer, type RawAnswerOptions } from "#lib/elements/read/raw-answer.ts";
import type { StatedRelations } from "#lib/elements/relations/stated-relations.ts";
import type { StatedUnits } from "#lib/elements/units/stated-units.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { JOB_RETRIES, PAGE_RETRIES } from "#lib/http/retry.ts";
import type { ElementSource } from "./source.ts";

/**
 * How long the rows of a table wait for their relations, and a table for its units once all its values are there. The answer with the values
 * is open while rows wait; services and proxies end an answer that nobody takes after a minute.
 */
const RELATIONS_WAIT_MS = { page: 20_000, job: 45_000 } as const;
const UNITS_WAIT_MS = { page: 20_000, job: 120_000 } as const;

/** What came of one part: "unread" when it could not be read; null when the service has no such answer. */
type Part<Stated> = Stated | "unread" | null;

export type RawReading = {
  /** To be waited for before the values are read. Never rejects. */
  takeRelations(): Promise<Part<StatedRelations>>;
  /** To be waited for when the values have been read. Never rejects. */
  takeUnits(): Promise<Part<StatedUnits>>;
  /** To be called when the values have been read, or did not come: nobody waits any more. */
  stop(): void;
};

/** Begins to read. To be called once the service has answered for the model's values, so that 404 means "not offered". */
export function beginRaw(
  row: SnapshotModel,
  source: ElementSource,
  patience: "page" | "job",
  signal: AbortSignal,
): RawReading {
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
  const stop = (): void => {
    aborter.abort(new Error("the table does without the raw answer"));
  };
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
    takeRelations: () => within(relations, RELATIONS_WAIT_MS[patience]),
    takeUnits: () => within(units, UNITS_WAIT_MS[patience]),
    stop,
  };
}

/** Whether the service has such an answer, which was then read. */
async function read(
  row: SnapshotModel,
  source: ElementSource,
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
