/**
 * The data folder before anything is put into it: it exists, belongs to us, and has room. Plain JavaScript, because it
 * is needed before the dependencies are there. It must not look at what the folder holds.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartTrouble, codeOf } from "./trouble.mjs";

/** PostgreSQL alone needs about 50 MB when it is empty, and stops everything when its log cannot grow. */
const FREE_BYTES_MIN = 256 * 1024 * 1024;

/**
 * Creates the folder if needed (closed to other accounts) and proves that it can be written.
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

/** A probe that could not be written whole may still be there; why it could not is the news, not this. */
function removeQuietly(/** @type {string} */ file) {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
}
