/**
 * Makes node_modules match package-lock.json, and finds the pinned Node in it. Plain JavaScript for any Node from 20 on, because nothing is
 * installed yet. Must not install anything that the lock file does not name.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertDiskSpace } from "./data-folder.mjs";
import { isMarkAlive, markProcess, readLock, releaseLock, waitForLock } from "./lock.mjs";
import { codeOf, StartTrouble } from "./trouble.mjs";

const NODE_MAJOR = 24;
const STOP_SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const INSTALLED_BYTES = 1_600 * 1024 * 1024;
const WORDS_LENGTH_MAX = 64 * 1024;

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }> }} LockFile */

/**
 * True when node_modules contains what the lock file names. npm writes its own record (node_modules/.package-lock.json) as the last step of
 * an install, so an interrupted install does not count.
 * @param {string} root
 * @param {{ withDev: boolean }} options development dependencies too
 */
export function isInstalled(root, { withDev }) {
  const record = recordFile(root);
  if (!existsSync(record) || existsSync(unfinishedMark(root))) return false;
  const wanted = readLockFile(join(root, "package-lock.json"));
  const present = readLockFile(record);
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const found = present.packages[path];
    // Optional packages are mostly those of other platforms.
    if (found === undefined)
      return entry.optional === true || (!withDev && (entry.dev ?? entry.devOptional) === true);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @returns {LockFile} */
function readLockFile(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { packages: {} };
  }
}

/**
 * Installs when something is missing. Several processes may call it at once; one installs, the others wait.
 * @param {string} root
 * @param {{ withDev: boolean, say: (line: string) => void }} options
 * @throws {StartTrouble} with the last lines of npm's output
 */
export async function ensureInstalled(root, { withDev, say }) {
  if (isInstalled(root, { withDev })) return;
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const lock = join(tmpdir(), `portico-install-${process.getuid?.() ?? 0}-${key}.lock`);
  await waitForLock(lock, ({ holder }) =>
    say(`Process ${holder.pid} is already installing here; waiting until it finishes.`),
  );
  try {
    if (isInstalled(root, { withDev })) return;
    await endLeftNpm(root);
    assertDiskSpace(root, INSTALLED_BYTES);
    say("Installing what package-lock.json names (npm install) …");
    // A package whose extraction was interrupted would look complete to npm: start again after an interrupted install.
    if (existsSync(unfinishedMark(root)) || !existsSync(recordFile(root))) {
      rmSync(join(root, "node_modules"), { recursive: true, force: true });
    }
    mkdirSync(join(root, "node_modules"), { recursive: true });
    writeFileSync(unfinishedMark(root), "");
    await runNpm(root);
    rmSync(unfinishedMark(root), { force: true });
  } finally {
    releaseLock(lock);
  }
}

const recordFile = (/** @type {string} */ root) => join(root, "node_modules", ".package-lock.json");
const unfinishedMark = (/** @type {string} */ root) => join(root, "node_modules", ".portico-unfinished");

/** Ends the npm of an install whose starter was killed: two at once would mix their files. */
async function endLeftNpm(/** @type {string} */ root) {
  const npm = readLock(unfinishedMark(root))?.holder;
  while (isMarkAlive(npm)) {
    try {
      process.kill(npm.pid, "SIGKILL");
    } catch (error) {
      // Ended meanwhile. Another account's npm is not ended from here.
      if (codeOf(error) !== "ESRCH") return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * "npm install" and not "npm ci": npm ci refuses a lock file without the optional packages of another platform, and a lock file lacks them
 * if they could not be resolved where it was written. Versions and checksums come from the lock file either way, and --no-save leaves it
 * unchanged.
 */
async function runNpm(/** @type {string} */ root) {
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  // NODE_ENV=production or an "omit" setting would leave out what building and testing need.
  const env = { ...process.env, NODE_ENV: "development", npm_config_omit: "", npm_config_production: "" };
  // npm sets these for its scripts; passed on, they would act as settings of the new npm.
  for (const name of Object.keys(env))
    if (/^npm_(lifecycle|package)_/.test(name)) Reflect.deleteProperty(env, name);
  // The npm that runs this script is known by its file; "npm" from the PATH may be another one.
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  const [file = "npm", ...before] = npm;
  const child = spawn(file, [...before, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  writeFileSync(unfinishedMark(root), JSON.stringify({ holder: markProcess(child.pid ?? 0) }));
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (words = (words + text).slice(-WORDS_LENGTH_MAX)));
  let stopped = false;
  // npm goes on after a first SIGTERM.
  const end = () => {
    stopped = true;
    child.kill("SIGKILL");
  };
  for (const signal of STOP_SIGNALS) process.on(signal, end);
  const result = await new Promise((resolve) => {
    child.once("error", (error) => {
      words += error.message;
      resolve("an error");
    });
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  for (const signal of STOP_SIGNALS) process.off(signal, end);
  if (stopped) throw new StartTrouble("The installation was stopped. Start again to complete it.");
  if (result === 0) return;
  const last = words
    .trim()
    .split("\n")
    .filter((line) => !line.includes("npm warn"))
    .slice(-15)
    .join("\n");
  throw new StartTrouble(
    `The installation failed: "npm install" in ${root} ended with ${result}. ` +
      `Check the network and the disk, then start again. npm says:\n${last}`,
  );
}

/**
 * The Node to run Portico with: the pinned one from node_modules, else this one when it is new enough.
 * @param {string} root
 * @returns {string} path of the program
 * @throws {StartTrouble} when neither will do
 */
export function getNode(root) {
  const pinned = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  for (const candidate of [pinned, process.execPath]) {
    if (readMajor(candidate) >= NODE_MAJOR) return candidate;
  }
  throw new StartTrouble(
    `Portico needs Node ${NODE_MAJOR}. npm has none for ${process.platform} on ${process.arch} that runs here, and this ` +
      `machine's own is ${process.version}. Install Node ${NODE_MAJOR} and start again.`,
  );
}

function readMajor(/** @type {string} */ program) {
  try {
    const version = execFileSync(program, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(version.replace("v", ""), 10);
  } catch {
    return 0;
  }
}
