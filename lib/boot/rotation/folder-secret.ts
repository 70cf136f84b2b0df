/**
 * Replaces the secret of the data folder in steps, after each of which Portico can start: first the current secret gets its second name
 * (`secret.previous`), then the new one replaces it. Both are valid until the previous one is removed.
 */
import { copyFile, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { findPreviousSecret, findSecret, PREVIOUS_FILE, writeNewSecret } from "#lib/boot/launch/secret.ts";
import { StartTrouble } from "../trouble.mjs";

/**
 * Begins a rotation, or continues one.
 * @returns whether a new secret was made now
 * @throws StartTrouble when there is no secret to replace
 */
export async function beginRotation(dataDir: string): Promise<boolean> {
  const file = join(dataDir, "secret");
  const present = await findSecret(dataDir);
  if (present === null) {
    throw new StartTrouble(`There is no secret to replace in ${dataDir}. Start Portico once (npm start).`);
  }
  const previous = await findPreviousSecret(dataDir);
  if (previous !== null && previous !== present) return false;
  if (previous === null) {
    const draft = join(dataDir, `${PREVIOUS_FILE}.part`);
    await copyFile(file, draft);
    await rename(draft, join(dataDir, PREVIOUS_FILE));
    await settle(dataDir);
  }
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  await writeNewSecret(draft);
  await rename(draft, file);
  await settle(dataDir);
  return true;
}

/** Ends the rotation: only the current secret is valid from now on. */
export async function forgetPrevious(dataDir: string): Promise<void> {
  await rm(join(dataDir, PREVIOUS_FILE), { force: true });
  await settle(dataDir);
}

/** Names are durable only after the folder itself was synced (fsync(2)). */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
