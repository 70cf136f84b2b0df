/**
 * Lock files that survive kill -9: each names its holder's process with its start time, so that a dead holder's lock is recognised and
 * taken over, even when another process has the same number. Plain JavaScript, because it is needed before the dependencies are installed.
 */
import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { codeOf } from "./trouble.mjs";

/** @typedef {{ pid: number, started: string }} ProcessMark A process, told apart from later ones with its number. */
/** @typedef {{ holder: ProcessMark, [key: string]: unknown }} LockContent */

/** @returns {ProcessMark} */
export function markProcess(/** @type {number} */ pid) {
  return { pid, started: readStartTime(pid) };
}

/** True while exactly this process lives (a zombie does not). @param {ProcessMark | undefined} mark @returns {mark is ProcessMark} */
export function isMarkAlive(mark) {
  return mark !== undefined && mark.started !== "" && readStartTime(mark.pid) === mark.started;
}

/** When a process started, in a form that differs from any other process with its number; "" when there is none. */
function readStartTime(/** @type {number} */ pid) {
  if (!(pid > 0)) return "";
  try {
    // proc_pid_stat(5): after the name in brackets, field 3 is the state and field 22 the start time in ticks.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? "" : `ticks ${fields[19]}`;
  } catch {
    if (process.platform === "linux") return "";
  }
  try {
    const [state = "Z", ...time] = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split(/\s+/);
    return state.startsWith("Z") ? "" : time.join(" ");
  } catch {
    return "";
  }
}

/** @returns {LockContent | null} what a lock file says, or null when there is none */
export function readLock(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    // Half written when the system lost power: treated like a dead holder's.
    return { holder: { pid: 0, started: "" } };
  }
}

/**
 * Takes the lock for this process.
 * @param {string} file
 * @returns {{ taken: true, previous: LockContent | null } | { taken: false, holder: LockContent }}
 *   `previous`: what a dead holder had written
 */
export function takeLock(file) {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, JSON.stringify({ holder: markProcess(process.pid) }), { mode: 0o600 });
  /** @type {LockContent | null} */
  let previous = null;
  try {
    for (;;) {
      try {
        linkSync(draft, file);
        return { taken: true, previous };
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
      }
      const found = readLock(file);
      if (found === null) continue;
      if (isMarkAlive(found.holder)) return { taken: false, holder: found };
      previous = setAside(file, found) ?? previous;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a dead holder's lock; restores it when another process was quicker and it is no longer the same lock. */
function setAside(/** @type {string} */ file, /** @type {LockContent} */ stale) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  const moved = readLock(aside);
  if (moved !== null && isMarkAlive(moved.holder)) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    rmSync(aside, { force: true });
    return null;
  }
  rmSync(aside, { force: true });
  return stale;
}

/** Adds to this process's lock. @param {string} file @param {Record<string, unknown>} entries */
export function noteInLock(file, entries) {
  const draft = `${file}.${process.pid}-note`;
  writeFileSync(draft, JSON.stringify({ ...readLock(file), ...entries }), { mode: 0o600 });
  renameSync(draft, file);
}

/** Releases the lock, if it is still this process's. */
export function releaseLock(/** @type {string} */ file) {
  if (readLock(file)?.holder.pid === process.pid) rmSync(file, { force: true });
}

/**
 * Takes the lock, waiting while another process holds it.
 * @param {string} file
 * @param {(holder: LockContent) => void} onWait called once when waiting begins
 * @param {AbortSignal} [stop] ends the wait: throws its reason
 */
export async function waitForLock(file, onWait, stop) {
  for (let first = true; ; first = false) {
    stop?.throwIfAborted();
    const result = takeLock(file);
    if (result.taken) return;
    if (first) onWait(result.holder);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
