import "server-only";

/** A file that a form sent, read whole; null when none was chosen: forms then send an empty file. */
export async function readChosenFile(
  file: File | undefined,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  if (file === undefined || file.size === 0) return null;
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
