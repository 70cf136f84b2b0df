/** Backups that are encrypted for a public key or a passphrase: only these open them, and neither ever appears on a command line. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, expect, test } from "vitest";
import { createClient } from "#lib/db/client.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";
import type { Arguments } from "#lib/boot/backup/command.ts";
import type { AskKeys, BackupLock } from "#lib/boot/backup/encryption.ts";
import { keysOf, readLock } from "#lib/boot/backup/keys.ts";
import { makeBackup } from "#lib/boot/backup/make.ts";
import { restoreBackup } from "#lib/boot/backup/restore.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { runCommand, type Ended } from "#tests/support/command.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { endedWith } from "#tests/support/ended-with.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

const SECRET = "a secret of the encrypted backups, long enough";
const PASSPHRASE = "correct horse battery staple";
const FILE_KEY = "clouds/1/projects/1/documents/one";
/** Many of age's 64 KiB chunks, but not a whole number of them. */
const FILE_BYTES = 5_000_003;
/** Of age's scrypt, as a power of two. Its usual one takes seconds for each try, and is not what refusals are about. */
const LIGHT_WORK = 8;

const targets: TestDatabase[] = [];
/** Where backups are restored without a process; a refused one leaves it empty. */
let empty: TestDatabase | undefined;

process.env["PORTICO_SECRET"] = SECRET;
const scratch = await useScratchFolder("backup-encrypted");
const source = await createTestDatabase();
const db = createClient(source.url);
await db.$transaction((tx) =>
  recordAudit(tx, {
    actor: systemActor(),
    action: "cloud.create",
    objectType: "cloud",
    objectId: "canary of the database",
    outcome: "DONE",
  }),
);
await db.$disconnect();
await addRows(source.url, [
  ["service_cloud", {}],
  ["service_project", {}],
  ["service_document", { file_key: FILE_KEY, size: FILE_BYTES }],
]);
const content = randomBytes(FILE_BYTES);
const storage = createLocalStorage(join(scratch, "source", "files"));
await storage.putStream(FILE_KEY, Readable.from([content]), { sizeMax: FILE_BYTES });
await writeFile(join(scratch, "source", "secret"), `${SECRET}\n`);
afterAll(async () => {
  for (const database of [source, empty, ...targets]) await database?.drop();
});

const place = (url: string, folder: string): Record<string, string> => ({
  DATABASE_URL: url,
  PORTICO_DATA_DIR: join(scratch, folder),
  PORTICO_SECRET: "",
});
const make = (args: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
  runCommand("backup", args, { ...place(source.url, "source"), ...more });

/** Restores into a new place and checks whether everything is there. */
async function restore(args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const target = await createTestDatabase({ migrated: false });
  targets.push(target);
  const folder = `target-${String(targets.length)}`;
  const ended = await runCommand("restore", args, { ...place(target.url, folder), ...more });
  if (ended.code !== 0) return ended;
  const file = await readFile(join(scratch, folder, "files", FILE_KEY));
  expect(file.equals(content)).toBe(true);
  expect(await readFile(join(scratch, folder, "secret"), "utf8")).toBe(`${SECRET}\n`);
  return ended;
}

/** The options of a command line, as the commands read them. */
function options(given: Record<string, string>): Arguments {
  return {
    words: [],
    texts: (name) => [given[name] ?? []].flat(),
    isGiven: (name) => given[name] !== undefined,
    fileOf: (argument) => argument,
  };
}

/** The backup that the command makes, without its process. */
async function makeHere(file: string, lock: BackupLock | null): Promise<void> {
  const storage = createLocalStorage(join(scratch, "source", "files"));
  const dataDir = join(scratch, "source");
  await makeBackup(
    { databaseUrl: source.url, dataDir, storage, secret: SECRET, withSecret: true },
    file,
    lock,
  );
}

/** The refusal of the restore that the command makes, without its process. */
async function refusalOf(file: string, askKeys: AskKeys): Promise<string> {
  empty ??= await createTestDatabase({ migrated: false });
  const { url: databaseUrl } = empty;
  const dataDir = join(scratch, "here");
  await mkdir(dataDir, { recursive: true });
  const place = { databaseUrl, dataDir, storage: createLocalStorage(join(dataDir, "files")) };
  const restored = restoreBackup({ file, askKeys, administrators: [] }, null, () => Promise.resolve(place));
  return restored.then(
    () => "restored",
    (thrown: unknown) => String(thrown),
  );
}

/** A backup for the passphrase that opens quickly. */
async function makeLight(file: string): Promise<Buffer> {
  const plain = `${file}.plain`;
  await makeHere(plain, null);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(LIGHT_WORK);
  const whole = Buffer.from(await encrypter.encrypt(await readFile(plain)));
  await writeFile(file, whole);
  return whole;
}

async function written(name: string, text: string): Promise<string> {
  const file = join(scratch, name);
  await writeFile(file, text);
  return file;
}

test("for public keys: each private key opens it, with Portico and with age, and no other does", async () => {
  const [one, two, other] = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()]);
  const recipients = await Promise.all([one, two].map((identity) => identityToRecipient(identity)));
  const backup = join(scratch, "for-two.age");
  const made = await make([backup, ...recipients.flatMap((recipient) => ["--recipient", recipient])]);
  expect(made).toMatchObject(endedWith(0, "is encrypted"));
  expect((await stat(backup)).mode & 0o777).toBe(0o600);

  const decrypter = new Decrypter();
  decrypter.addIdentity(two);
  const plain = await decrypter.decrypt(await readFile(backup));
  expect([...plain.subarray(0, 2)]).toEqual([0x1f, 0x8b]);

  const key = await written("two.key", `# created: 2026-11-22\n# public key: …\n${two}\n`);
  expect(await restore([backup, "--identity-file", key])).toMatchObject({ code: 0 });
  const wrong = await written("other.key", `${other}\n`);
  expect(await refusalOf(backup, keysOf(options({ "identity-file": wrong }), {}))).toContain("does not open");
  expect(await refusalOf(backup, keysOf(options({}), {}))).toContain("--identity-file");
});

test("with a passphrase of a file or of the settings; a wrong one, none, and a cut or changed file are refused", async () => {
  const passphrase = await written("passphrase", `${PASSPHRASE}\n`);
  const backup = join(scratch, "passphrase.age");
  expect(await make([backup, "--passphrase-file", passphrase])).toMatchObject({ code: 0 });
  expect(await restore([backup], { PORTICO_BACKUP_PASSPHRASE_FILE: passphrase })).toMatchObject({
    code: 0,
  });

  const light = join(scratch, "light.age");
  const whole = await makeLight(light);
  const wrong = await written("wrong", "another passphrase\n");
  expect(await restore([light, "--passphrase-file", wrong])).toMatchObject(endedWith(1, "does not open"));
  expect(await restore([light])).toMatchObject(endedWith(1, "--passphrase-file"));
  const cut = join(scratch, "cut.age");
  await writeFile(cut, whole.subarray(0, -100));
  const changed = join(scratch, "changed.age");
  const middle = Math.floor(whole.length / 2);
  await writeFile(changed, whole.fill((whole[middle] ?? 0) ^ 1, middle, middle + 1));
  const keys = keysOf(options({ "passphrase-file": passphrase }), {});
  for (const file of [cut, changed]) expect(await refusalOf(file, keys)).toContain("cannot be used");
  expect(await refusalOf(light, keys)).toBe("restored");
});

test("without either it says that the file contains the key; what cannot protect it is refused before anything is written", async () => {
  const plain = await make([join(scratch, "plain.backup")]);
  expect(plain).toMatchObject(endedWith(0, "NOT encrypted and contains the installation's secret"));
  const refused = join(scratch, "refused.age");
  const short = await written("short", "too short\n");
  expect(await make([refused, "--passphrase-file", short])).toMatchObject({ code: 1 });
  await expect(makeHere(refused, { recipients: ["age1nobody"] })).rejects.toThrow("not a public key");
  const both = options({ recipient: "age1a", "passphrase-file": short });
  await expect(readLock(both, {})).rejects.toThrow("not for both");
  // The passphrase itself would show in the list of processes.
  expect(await make([refused, "--passphrase", PASSPHRASE])).toMatchObject({ code: 2 });
  await expect(stat(refused)).rejects.toThrow("ENOENT");
  await expect(stat(`${refused}.part`)).rejects.toThrow("ENOENT");
});

test("the audit's head stands in it, and a later audit is compared with it", async () => {
  const identity = await generateIdentity();
  const key = await written("head.key", `${identity}\n`);
  const backup = join(scratch, "head.age");
  const made = await make([backup], {
    PORTICO_BACKUP_RECIPIENTS: await identityToRecipient(identity),
  });
  expect(made).toMatchObject({ code: 0 });
  expect(made.stderr).toMatch(/head in the backup is 1:[0-9a-f]{64}:[0-9a-f]{64}/);
  const args = ["--heads", backup, "--identity-file", key];
  expect(await runCommand("audit", args, place(source.url, "source"))).toMatchObject(
    endedWith(0, "Matching heads: 1."),
  );
  const db = createClient(source.url);
  await db.$executeRaw`alter table audit disable trigger audit_append_only`;
  await db.$executeRaw`delete from audit`;
  await db.$disconnect();
  expect(await runCommand("audit", args, place(source.url, "source"))).toMatchObject(
    endedWith(
      1,
      "The audit fails the check. Row 1: This row and all later rows up to the given head are missing",
    ),
  );
});
