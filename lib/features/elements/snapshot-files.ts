/** Where a reading's files lie in the file store, and how to open them. The row decides whether they are valid. */
import { ElementsError } from "#lib/elements/errors.ts";
import { openSnapshot, type Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { getStorage } from "#lib/storage/instance.ts";

export const SNAPSHOTS_PREFIX = "snapshots";

/** Folder of a reading's files in the file store. */
export function snapshotKey(id: string): string {
  return `${SNAPSHOTS_PREFIX}/${id}`;
}

/** Size of a reading's files in bytes. */
export async function storedSize(id: string): Promise<number> {
  let bytes = 0;
  for await (const file of getStorage().iterateFiles(snapshotKey(id))) bytes += file.size;
  return bytes;
}

/**
 * The reading's opened files; null when they are missing or damaged. The caller closes them.
 * @throws the signal's reason
 */
export async function findSnapshotFiles(id: string, signal?: AbortSignal): Promise<Snapshot | null> {
  // Open files stay readable when their copy is removed.
  await using files = await getStorage().borrowFolder(snapshotKey(id), signal);
  try {
    return await openSnapshot(files.path);
  } catch (thrown) {
    const isGone =
      thrown instanceof ElementsError &&
      (thrown.code === "SNAPSHOT_NOT_FOUND" || thrown.code === "SNAPSHOT_DAMAGED");
    if (isGone) return null;
    throw thrown;
  }
}
