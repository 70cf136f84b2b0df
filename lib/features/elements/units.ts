/**
 * Asks the service for the units of a table beside the reading of its values, where it answers `element/raw`. A table does
 * not wait for ever and never fails because of them: it then says that they are not stated.
 */
import { log } from "#lib/core/log/logger.ts";
import type { SnapshotModel } from "#lib/db/client.ts";
import { readStatedUnits, type StatedUnits } from "#lib/elements/units/stated-units.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { JOB_RETRIES, PAGE_RETRIES } from "#lib/http/retry.ts";
import type { ElementSource } from "./source.ts";

/** How long a table waits for its units once all its values are there. */
const WAIT_MS = { page: 20_000, job: 120_000 } as const;

export type UnitsReading = {
  /** What was stated; null: the service has no such answer. Never rejects. */
  take(): Promise<StatedUnits | "unread" | null>;
  /** For the case that the values did not come. */
  stop(): void;
};

/** Begins to read. To be called once the service has answered for the model's values, so that 404 means "not offered". */
export function beginUnits(
  row: SnapshotModel,
  source: ElementSource,
  patience: "page" | "job",
  signal: AbortSignal,
): UnitsReading {
  const aborter = new AbortController();
  const reading = read(row, source, patience, AbortSignal.any([signal, aborter.signal])).catch(
    (thrown: unknown) => {
      if (!signal.aborted)
        log.info("units could not be read", { snapshotId: row.id, reason: String(thrown) });
      return "unread" as const;
    },
  );
  const stop = (): void => {
    aborter.abort(new Error("the table does without its units"));
  };
  return {
    take: async () => {
      const timer = setTimeout(stop, WAIT_MS[patience]);
      try {
        return await reading;
      } finally {
        clearTimeout(timer);
      }
    },
    stop,
  };
}

async function read(
  row: SnapshotModel,
  source: ElementSource,
  patience: "page" | "job",
  signal: AbortSignal,
): Promise<StatedUnits | null> {
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
  return answer.isAnswered ? readStatedUnits(answer.value.body, { signal }) : null;
}
