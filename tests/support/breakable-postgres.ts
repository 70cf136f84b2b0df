/** A PostgreSQL of the test's own, separate from any product's, that can be stopped in every way in which servers end. */
import { join } from "node:path";
import { findPostmaster } from "#lib/db/embedded/postmaster.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { isProcessAlive } from "#lib/core/process/alive.ts";
import { until } from "./until.ts";

/** As in pg_ctl: fast ends sessions in order, immediate does not; killed is harder than either. */
const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT", killed: "SIGKILL" } as const;

export type BreakablePostgres = {
  url: string;
  /** Ends the server and waits until its processes are gone. */
  stop: (how: keyof typeof SIGNALS) => Promise<void>;
  /** Starts it again at the same address. */
  start: () => Promise<void>;
};

/** Starts one in a scratch folder, which the caller removes (stopping what still runs there). */
export async function startBreakablePostgres(dataDir: string): Promise<BreakablePostgres> {
  const options = { dataDir, settings: { max_connections: "200" } };
  const { url } = await startEmbeddedPostgres(options);
  return {
    url,
    stop: async (how) => {
      const running = await findPostmaster(join(dataDir, "postgres"));
      if (running === null) throw new Error("there is no server to stop");
      process.kill(running.pid, SIGNALS[how]);
      await until("the server is gone", () => !isProcessAlive(running.pid));
    },
    start: async () => {
      const again = await startEmbeddedPostgres(options);
      if (again.url !== url) throw new Error("the server came back at another address");
    },
  };
}
