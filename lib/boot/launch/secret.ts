/**
 * The installation's own secret: created once, stored in the data folder, readable by its owner only. Everything that this installation
 * seals or signs depends on it; it must never be printed, and only a rotation replaces it, in steps after each of which Portico can start:
 * first the current secret gets its second name (`secret.previous`), then the new one replaces it. Both are valid until the previous one is
 * removed.
 */
import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile, copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { StartTrouble, codeOf } from "#lib/boot/trouble.mjs";
import { syncFolder } from "#lib/storage/sync.ts";

/** Exists beside `secret` from the beginning of a rotation until nothing is sealed with it any more. */
export const PREVIOUS_FILE = "secret.previous";
const SECRET_BYTES = 48;
const SECRET_LENGTH_MIN = 32;

/**
 * The secret of the data folder, created at the first call. Safe when several processes call it at once.
 * @throws {StartTrouble} when the file exists but is damaged
 */
export async function ensureSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret");
  const existing = await readSecret(file);
  if (existing !== null) return existing;
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeNewSecret(draft);
  try {
    // A link appears whole or not at all, and never replaces a secret that another process made first.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readSecret(file)) ?? ensureSecret(dataDir);
}

async function writeNewSecret(file: string): Promise<void> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await writeFile(file, `${secret}\n`, { mode: 0o600, flush: true });
}

/** The secret of the data folder, null when it has none yet. @throws {StartTrouble} when the file exists but is damaged */
export function findSecret(dataDir: string): Promise<string | null> {
  return readSecret(join(dataDir, "secret"));
}

/**
 * The secret that is being replaced (lib/boot/rotation), null when there is none.
 * @throws {StartTrouble} when the file exists but is damaged
 */
export function findPreviousSecret(dataDir: string): Promise<string | null> {
  return readSecret(join(dataDir, PREVIOUS_FILE));
}

async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  if (text.trim().length >= SECRET_LENGTH_MIN) return text.trim();
  throw new StartTrouble(
    `The secret in ${file} is damaged (shorter than ${SECRET_LENGTH_MIN} characters). Restore the file from a backup: ` +
      "stored credentials cannot be read without it.",
  );
}

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
    await syncFolder(dataDir);
  }
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  await writeNewSecret(draft);
  await rename(draft, file);
  await syncFolder(dataDir);
  return true;
}

/** Ends the rotation: only the current secret is valid from now on. */
export async function forgetPrevious(dataDir: string): Promise<void> {
  await rm(join(dataDir, PREVIOUS_FILE), { force: true });
  await syncFolder(dataDir);
}
