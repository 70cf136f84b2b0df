/**
 * npm start: from a fresh clone to a running portal. This file and the .mjs files beside it are plain JavaScript without dependencies for
 * any Node from 20 on: they check, lock the data folder and install; then the pinned Node takes over with main.ts, and this process only
 * waits for it.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureDataFolder } from "./data-folder.mjs";
import { ensureInstalled, getNode } from "./install.mjs";
import { isMarkAlive, releaseLock, takeLock } from "./lock.mjs";
import { StartTrouble, describeTrouble } from "./trouble.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const NODE_MAJOR_MIN = 20;
/** A server that lost its starter ends within this time by itself; after that it is killed. */
const LEFTOVER_PATIENCE_MS = 20_000;

const PARENT_CHECK_MS = 500;

const USAGE = `Usage: npm start              build if needed, and serve
       npm run dev            serve the sources as they are, for development
Settings come from the environment or a .env file; .env.example explains all of them.
`;

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @returns {Promise<number>} exit code */
async function start() {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return (process.stdout.write(USAGE), 0);
  if (args.some((arg) => arg !== "--dev")) throw new StartTrouble(`Unknown argument.\n${USAGE}`);
  assertNodeVersion();
  process.chdir(ROOT);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const dataDir = resolve(process.env.PORTICO_DATA_DIR || ".data");
  ensureDataFolder(dataDir);
  const lock = join(dataDir, "portico.lock");
  const result = takeLock(lock);
  if (!result.taken) {
    const { holder, address } = result.holder;
    const where = typeof address === "string" ? ` at ${address}` : " and is still starting";
    throw new StartTrouble(
      `Portico is already running with the data folder ${dataDir}: process ${holder.pid}${where}. ` +
        `Stop that process first, or choose another folder and port with PORTICO_DATA_DIR and PORT.`,
    );
  }
  try {
    await endLeftovers(result.previous);
    await ensureInstalled(ROOT, { withDev: false, say });
    return await runMain(getNode(ROOT), [...args, `--lock=${lock}`], dataDir);
  } finally {
    releaseLock(lock);
  }
}

function assertNodeVersion() {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) return;
  throw new StartTrouble(
    `This is Node ${process.version}; Portico's commands need Node ${NODE_MAJOR_MIN} or newer to begin with. ` +
      `Install a current Node and start again.`,
  );
}

/** Waits for the processes of a run whose starter was killed; they still hold its port. */
async function endLeftovers(/** @type {import("./lock.mjs").LockContent | null} */ previous) {
  const marks = [previous?.main, previous?.server].filter(isMark);
  const deadline = Date.now() + LEFTOVER_PATIENCE_MS;
  if (marks.some(isMarkAlive)) say("Waiting for the rest of a run that was killed …");
  while (marks.some(isMarkAlive)) {
    if (Date.now() > deadline)
      for (const mark of marks) if (isMarkAlive(mark)) process.kill(mark.pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @returns {value is import("./lock.mjs").ProcessMark} */
function isMark(/** @type {unknown} */ value) {
  return typeof value === "object" && value !== null && "pid" in value && "started" in value;
}

/** @returns {Promise<number>} main's exit code */
function runMain(/** @type {string} */ node, /** @type {string[]} */ args, /** @type {string} */ dataDir) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(ROOT, "lib", "boot", "launch", "main.ts"), ...args], {
      cwd: ROOT,
      env: { ...process.env, PORTICO_DATA_DIR: dataDir },
      // The channel carries nothing: it closes when this process dies, and main then shuts down in order.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
    // main gets a Ctrl-C itself (same terminal); getting it twice does no harm.
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => child.kill(signal));
    }
    process.once("disconnect", () => child.kill("SIGTERM"));
    endWithNpm(() => child.kill("SIGTERM"));
  });
}

/** If the npm that runs this process is killed, nobody could end this process any more: detects that its parent changed. */
function endWithNpm(/** @type {() => void} */ end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK_MS);
  timer.unref();
}

try {
  process.exitCode = await start();
} catch (error) {
  process.stderr.write(`${describeTrouble(error)}\n`);
  process.exitCode = 1;
} finally {
  // An open channel to the parent process would keep this process alive.
  if (process.connected) process.disconnect();
}
