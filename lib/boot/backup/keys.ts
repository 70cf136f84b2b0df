/**
 * Where the commands get the passphrase or the keys of a backup: files, settings, or the person at the terminal. Never arguments, which
 * every account of the machine can read (public keys are allowed).
 */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Env } from "#lib/core/env.ts";
import { StartTrouble } from "../trouble.mjs";
import type { Arguments } from "./command.ts";
import type { AskKeys, BackupLock } from "./encryption.ts";

const PASSPHRASE_LENGTH_MIN = 12;

export const LOCK_OPTIONS = {
  recipient: { type: "string", multiple: true },
  passphrase: { type: "boolean" },
  "passphrase-file": { type: "string" },
  plain: { type: "boolean" },
} as const;

export const KEY_OPTIONS = {
  "identity-file": { type: "string", multiple: true },
  "passphrase-file": { type: "string" },
} as const;

type Settings = Pick<Env, "PORTICO_BACKUP_PASSPHRASE" | "PORTICO_BACKUP_RECIPIENTS">;

/**
 * Whom to encrypt a backup for; null: nobody. Arguments override the settings.
 * @throws StartTrouble when a passphrase is too short, or both kinds are given
 */
export async function readLock(given: Arguments, settings: Settings): Promise<BackupLock | null> {
  if (given.isGiven("plain")) return null;
  const recipients = given.texts("recipient");
  const [file] = given.texts("passphrase-file");
  const isPassphraseGiven = file !== undefined || given.isGiven("passphrase");
  if (recipients.length > 0 && isPassphraseGiven) throw bothKinds();
  if (recipients.length > 0) return { recipients };
  if (file !== undefined) return { passphrase: longEnough(await readPassphrase(given.fileOf(file))) };
  if (isPassphraseGiven) return { passphrase: longEnough(await askTwice()) };
  const { PORTICO_BACKUP_PASSPHRASE: passphrase, PORTICO_BACKUP_RECIPIENTS: known } = settings;
  if (passphrase !== undefined && known !== undefined) throw bothKinds();
  if (passphrase !== undefined) return { passphrase: longEnough(passphrase) };
  return known === undefined ? null : { recipients: known.split(/[\s,]+/) };
}

/** What opens a backup: the named files, the setting, or the person's answer. */
export function keysOf(given: Arguments, settings: Settings): AskKeys {
  return async (isPassphrase) => {
    const files = given.texts("identity-file").map((file) => given.fileOf(file));
    const identities = (await Promise.all(files.map(readIdentities))).flat();
    const [file] = given.texts("passphrase-file");
    const { PORTICO_BACKUP_PASSPHRASE: setting } = settings;
    const passphrase = file === undefined ? setting : await readPassphrase(given.fileOf(file));
    if (passphrase !== undefined) return { identities, passphrases: [passphrase] };
    if (isPassphrase) return { identities, passphrases: [await askHidden("Passphrase of the backup: ")] };
    if (identities.length > 0) return { identities, passphrases: [] };
    throw new StartTrouble(
      "The backup is encrypted for a private key. Name the file that holds it: --identity-file <file>. Nothing was changed.",
    );
  };
}

async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readNamed(file)).split("\n").map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length > 0) return identities;
  throw new StartTrouble(`${file} holds no private key of age (AGE-SECRET-KEY-…). Nothing was changed.`);
}

async function readPassphrase(file: string): Promise<string> {
  const [line = ""] = (await readNamed(file)).split(/\r?\n/);
  if (line !== "") return line;
  throw new StartTrouble(`The first line of ${file} is empty; the passphrase must be there.`);
}

async function readNamed(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new StartTrouble(`The file ${file} cannot be read. Nothing was changed.`);
  });
}

async function askTwice(): Promise<string> {
  const passphrase = await askHidden("Passphrase for the backup: ");
  if ((await askHidden("The same again: ")) === passphrase) return passphrase;
  throw new StartTrouble("The two passphrases differ. Nothing was written.");
}

async function askHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartTrouble(
      "A passphrase is needed, and there is no terminal to ask for it: name a file with --passphrase-file, or set " +
        "PORTICO_BACKUP_PASSPHRASE_FILE. Nothing was changed.",
    );
  }
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

function longEnough(passphrase: string): string {
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return passphrase;
  throw new StartTrouble(
    `A passphrase for backups has at least ${String(PASSPHRASE_LENGTH_MIN)} characters, because whoever has the file can try any number of passphrases. ` +
      "Nothing was written.",
  );
}

function bothKinds(): StartTrouble {
  return new StartTrouble(
    "A backup is encrypted for public keys or for a passphrase, not for both. Nothing was written.",
  );
}
