/**
 * A folder for files that a test makes by the hundred: in memory where the machine has room there, since making each durable is not what
 * such tests are about, and a busy disk makes them wait.
 */
import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
/** A container's may have 64 MiB, which is not enough. */
const FREE_BYTES_MIN = 1024 ** 3;

/** A new folder; whoever asks for it removes it. @param name the beginning of its name */
export async function makeMemoryFolder(name: string): Promise<string> {
  const room = await statfs(IN_MEMORY).catch(() => null);
  const hasRoom = room !== null && room.bavail * room.bsize >= FREE_BYTES_MIN;
  return mkdtemp(join(hasRoom ? IN_MEMORY : tmpdir(), name));
}
