/**
 * A process that only works on exports, for tests that kill or stop it. Configured by its environment; prints "ready" once it looks for
 * jobs. With HOLD_AT, it holds the first file at that moment and prints "held"; it goes on when a line arrives or the run is broken off.
 * When its input ends, it stops in order.
 */
import { once } from "node:events";
import { requireEnv } from "#lib/core/env.ts";
import { runExport } from "#lib/features/exports/jobs.ts";
import type { JobContext } from "#lib/jobs/definitions.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { holdDisk } from "./held-disk.ts";
import { sayReady } from "./short-process.ts";

let signal = new AbortController().signal;
const run = (payload: { runId: string }, context: JobContext): Promise<void> => {
  ({ signal } = context);
  return runExport(payload, context);
};
const moment = process.env["HOLD_AT"];
if (moment === "writing" || moment === "reading back") {
  holdDisk(moment, async () => {
    const goOn = Promise.race([once(process.stdin, "data"), once(signal, "abort")]);
    process.stdout.write("held\n");
    await goOn;
  });
}
const jobs = await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: { "portal.export-csv": run, "portal.export-part": run },
});
process.stdin.resume().once("end", () => void jobs.stop().then(() => process.exit()));
sayReady();
