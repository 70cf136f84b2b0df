/**
 * Checks the data folder before anything is written to it: it exists, belongs to this account, and has room. Plain JavaScript, because it
 * is needed before the dependencies are installed. Must not look at the folder's content.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartTrouble, codeOf } from "./trouble.mjs";

/** An empty PostgreSQL alone needs about 50 MB, and it stops when its log cannot grow. */
const FREE_BYTES_MIN = 256 * 1024 * 1024;

/**
 * Creates the folder if needed (closed to other accounts) and proves that it is writable.
 * @param {string} folder absolute path
 * @throws {StartTrouble} not writable, or the disk is full
 */
export function ensureDataFolder(folder) {
  const probe = join(folder, `.probe-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    assertDiskSpace(folder, FREE_BYTES_MIN);
    writeFileSync(probe, "portico");
    rmSync(probe);
  } catch (error) {
    if (error instanceof StartTrouble) throw error;
    removeQuietly(probe);
    const reason =
      {
        EACCES: "this account may not write there",
        EPERM: "this account may not write there",
        EROFS: "its file system is read-only",
        EEXIST: "a file of that name is in the way",
        ENOTDIR: "a part of its path is a file",
        ENOSPC: "the disk is full",
        EDQUOT: "the disk quota is used up",
      }[codeOf(error)] ?? String(error);
    throw new StartTrouble(
      `The data folder ${folder} cannot be written: ${reason}. ` +
        `Give it to this account, or choose another with PORTICO_DATA_DIR.`,
    );
  }
}

/**
 * @param {string} folder existing folder on the disk in question
 * @param {number} bytes
 * @throws {StartTrouble} when less than `bytes` are free for this account
 */
export function assertDiskSpace(folder, bytes) {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= bytes) return;
  throw new StartTrouble(
    `The disk that holds ${folder} has ${toMegabytes(freeBytes)} MB free, and ${toMegabytes(bytes)} MB are needed. ` +
      `Free some space, then start again; nothing was changed.`,
  );
}

const toMegabytes = (/** @type {number} */ bytes) => Math.floor(bytes / 1024 / 1024);

/** A partly written probe may be left; the report is about why writing failed, not about this. */
function removeQuietly(/** @type {string} */ file) {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
}
