/**
 * Backups that only a passphrase or a private key opens, in age's format (age-encryption.org/v1), so that they can be opened without
 * Portico, too: `age --decrypt`. Streams; detects a cut or changed file at the affected part.
 */
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { StartTrouble } from "../trouble.mjs";

/** Whom a backup is encrypted for. */
export type BackupLock = { recipients: readonly string[] } | { passphrase: string };

/** What may open a backup. */
export type BackupKeys = { identities: readonly string[]; passphrases: readonly string[] };

/** Returns the keys for an encrypted file; `isPassphrase`: only a passphrase opens it. */
export type AskKeys = (isPassphrase: boolean) => Promise<BackupKeys>;

const START = Buffer.from("age-encryption.org/v1\n");
const PASSPHRASE_START = Buffer.from("age-encryption.org/v1\n-> scrypt ");

/** @throws StartTrouble when a recipient is no public key */
export async function encryptStream(plain: Readable, lock: BackupLock): Promise<Readable> {
  const encrypter = new Encrypter();
  if ("passphrase" in lock) encrypter.setPassphrase(lock.passphrase);
  else {
    for (const recipient of lock.recipients) {
      try {
        encrypter.addRecipient(recipient);
      } catch {
        throw new StartTrouble(
          `${recipient.slice(0, 80)} is not a public key of age (age1…). Nothing was written.`,
        );
      }
    }
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** The plain bytes of an encrypted backup. @throws StartTrouble when none of the keys opens it */
export async function decryptStream(
  file: string,
  encrypted: Readable,
  { identities, passphrases }: BackupKeys,
): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const passphrase of passphrases) decrypter.addPassphrase(passphrase);
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
    return fromWeb(await decrypter.decrypt(toWeb(encrypted)));
  } catch (error) {
    encrypted.destroy();
    throw new StartTrouble(
      `The backup ${file} does not open: ${error instanceof Error ? error.message : String(error)}. Name the passphrase or the identity ` +
        "that it was made for. Nothing was changed.",
    );
  }
}

/** How a file is encrypted, judging by its beginning; "plain" if it is not. */
export async function findEncryption(file: string): Promise<"plain" | "passphrase" | "recipients"> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(PASSPHRASE_START.length), 0);
  const start = buffer.subarray(0, bytesRead);
  if (start.equals(PASSPHRASE_START)) return "passphrase";
  return start.subarray(0, START.length).equals(START) ? "recipients" : "plain";
}

/** Node's and the browser's types have two names for the same class. */
function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);
}
