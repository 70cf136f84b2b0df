/** Where the temporary files of tests are. */
import { statfsSync } from "node:fs";

const IN_MEMORY = "/dev/shm";
/** Databases, uploads and browsers of a whole run. A container may offer only 64 MiB. */
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Puts temporary files of this process and of its children in memory where the machine has room, unless somebody chose a place. They need
 * not outlive the machine, and a disk takes three times the processor time for a test's database, which is 400 files.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] === undefined && freeBytes() >= FREE_BYTES_MIN) process.env["TMPDIR"] = IN_MEMORY;
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  } catch {
    // Only Linux has it.
    return 0;
  }
}
