/**
 * The second half of npm start, on the pinned Node with everything installed (start.mjs is the first): configuration, database, migrations,
 * build, server. Must leave nothing running when it ends.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Env } from "#lib/core/env.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { applyMigrations } from "#lib/db/migrate.ts";
import { findConfigurationTroubles } from "./check-configuration.ts";
import { HEARTBEAT_PACE } from "../heartbeat.ts";
import { listenAddresses } from "#lib/boot/server/listen.ts";
import { findSecrets, readConfiguration } from "./installation.ts";
import { markProcess, noteInLock } from "#lib/boot/lock.mjs";
import { assertPortFree } from "./port.ts";
import { ensureBuild, ensurePrismaClient } from "./prepare.ts";
import { formatDuration, say } from "./say.ts";
import { ensureSecret } from "./secret.ts";
import { supervise } from "./supervise.ts";
import { StartTrouble, describeTrouble } from "#lib/boot/trouble.mjs";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const startMs = Date.now();

async function main(stop: AbortSignal): Promise<void> {
  const dev = process.argv.includes("--dev");
  const lock = process.argv.find((arg) => arg.startsWith("--lock="))?.slice("--lock=".length) ?? null;
  const note = (entries: Record<string, unknown>): void => {
    if (lock !== null) noteInLock(lock, entries);
  };
  note({ main: markProcess(process.pid) });
  assertCertificatesChecked();
  const env = readConfiguration(findConfigurationTroubles);
  await assertPortFree(env.PORT, listenAddresses(env));
  const secret = env.PORTICO_SECRET ?? (await ensureSecret(env.dataDir));
  const { previousSecret } = await findSecrets(env);
  const database = env.DATABASE_URL === undefined ? await bringUpDatabase(env.dataDir) : null;
  try {
    const databaseUrl = env.DATABASE_URL ?? database?.url ?? "";
    const { applied, total } = await applyMigrations(databaseUrl);
    if (applied.length > 0) say(`Applied ${applied.length} of ${total} migrations.`);
    await ensurePrismaClient(ROOT, say, stop);
    if (!dev) await ensureBuild(ROOT, stop);
    const environment = {
      DATABASE_URL: databaseUrl,
      PORTICO_SECRET: secret,
      ...(previousSecret !== null && { PORTICO_SECRET_PREVIOUS: previousSecret }),
      PORTICO_DATA_DIR: env.dataDir,
      // next-auth reads its own variable; without it everybody who signs out is redirected to port 3000.
      NEXTAUTH_URL: env.origin,
    };
    await supervise({
      settings: { root: ROOT, dev, environment },
      port: env.PORT,
      dataDir: env.dataDir,
      database,
      // A breakpoint in a debugger is no reason to end the process.
      heartbeat: dev ? null : HEARTBEAT_PACE,
      stop,
      onServer: (pid) => note({ server: markProcess(pid), address: env.origin }),
      onFirstHealthy: () => void announce(env, environment),
    });
  } finally {
    if (database !== null) {
      await database.stop();
      say("The database has stopped.");
    }
  }
}

function assertCertificatesChecked(): void {
  if (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    throw new StartTrouble(
      "NODE_TLS_REJECT_UNAUTHORIZED=0 would let anybody pose as the connected service. Unset it; name an authority of " +
        "your own with NODE_EXTRA_CA_CERTS instead.",
    );
  }
}

async function bringUpDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const beginMs = Date.now();
  const database = await startEmbeddedPostgres({ dataDir });
  const how = database.reused
    ? "was still running and is used again"
    : `started in ${formatDuration(Date.now() - beginMs)}`;
  say(`The database in ${join(dataDir, "postgres")} ${how}.`);
  return database;
}

/** Prints the portal's address; on the first run also how to create the first account. */
async function announce(env: Env, environment: Record<string, string>): Promise<void> {
  say(`Portico is ready at ${env.origin} (started in ${formatDuration(Date.now() - startMs)}).`);
  try {
    const { stdout: link } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, "lib", "boot", "launch", "setup-link.ts")],
      {
        cwd: ROOT,
        env: { ...process.env, ...environment, LOG_LEVEL: "silent" },
      },
    );
    if (link !== "")
      say(
        `No account exists yet. Create the first one here. The link works once, for an hour; each start prints a new one.\n  ${link}`,
      );
  } catch (error) {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    say(
      `The one-time link for the first account could not be created. ${words} Restart Portico to get a link.`,
    );
  }
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!stopping.signal.aborted) say("Stopping …");
    stopping.abort();
  });
}
// The channel to start.mjs closes when that is killed: then nobody would ever end this process.
process.on("disconnect", () => stopping.abort());

try {
  await main(stopping.signal);
} catch (error) {
  // A start that was stopped has not failed.
  if (error !== stopping.signal.reason) {
    process.stderr.write(`${describeTrouble(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  if (process.connected) process.disconnect();
}
