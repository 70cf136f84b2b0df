/**
 * A folder for files that a test makes by the hundred: in memory where the machine has room, since these tests are not about durability,
 * and a busy disk would slow them down.
 */
import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
/** A container may offer only 64 MiB, which is not enough. */
const FREE_BYTES_MIN = 1024 ** 3;

/** A new folder; the caller removes it. @param name the beginning of its name */
export async function makeMemoryFolder(name: string): Promise<string> {
  const room = await statfs(IN_MEMORY).catch(() => null);
  const hasRoom = room !== null && room.bavail * room.bsize >= FREE_BYTES_MIN;
  return mkdtemp(join(hasRoom ? IN_MEMORY : tmpdir(), name));
}
