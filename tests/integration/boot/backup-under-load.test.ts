/** A backup made while people upload and remove: it holds one moment, and every file of that moment, whatever was deleted meanwhile. */
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { takeBackupLock } from "#lib/db/backup/backup-lock.ts";
import { createClient, type PrismaClient, inTransaction } from "#lib/db/client.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { runCommand } from "#tests/support/command.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

const BEFORE = 150;
const BYTES = 50_000;

const settings = (databaseUrl: string, dataDir: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PORTICO_DATA_DIR: join(scratch, dataDir),
  PORTICO_SECRET: "a secret of the backup tests, long enough",
});

const scratch = await useScratchFolder("backup-load");
const source = await createTestDatabase();
const restored = await createTestDatabase({ migrated: false });
Object.assign(process.env, settings(source.url, "source"), { LOG_LEVEL: "silent" });
const db = (await import("#lib/db/client.ts")).getDb();
/** The storage as the portal has it: nothing is deleted while a backup is made. */
const storage = (await import("#lib/storage/instance.ts")).getStorage();
afterAll(async () => {
  await db.$disconnect();
  await source.drop();
  await restored.drop();
});

/** A Cloud with a project and a stored document: file first, then the rows in one transaction, as the service stores them. */
async function upload(): Promise<number> {
  const content = randomBytes(BYTES);
  const fileKey = `clouds/1/projects/1/documents/${randomBytes(8).toString("hex")}`;
  await storage.putStream(fileKey, Readable.from([content]), { sizeMax: BYTES });
  const sha256 = createHash("sha256").update(content).digest("hex");
  return inTransaction(async (tx) => {
    const cloud = await tx.serviceCloud.create({ data: { name: "Under load" } });
    const project = await tx.serviceProject.create({ data: { name: "P", cloudId: cloud.id } });
    await tx.serviceDocument.create({
      data: {
        projectId: project.id,
        name: "d",
        fileName: "d.ifc",
        fileKey,
        fileType: "ifc",
        sha256,
        size: BigInt(BYTES),
      },
    });
    return cloud.id;
  });
}

/** Rows first, then the file. */
async function remove(cloudId: number): Promise<void> {
  const where = { project: { cloudId } };
  const { fileKey } = await db.serviceDocument.findFirstOrThrow({ where });
  await inTransaction(async (tx) => {
    await tx.serviceDocument.deleteMany({ where });
    await tx.serviceProject.deleteMany({ where: { cloudId } });
    await tx.serviceCloud.delete({ where: { id: cloudId } });
  });
  await storage.delete(fileKey);
}

async function countRows(client: PrismaClient): Promise<number[]> {
  return Promise.all([
    client.serviceCloud.count(),
    client.serviceProject.count(),
    client.serviceDocument.count(),
  ]);
}

test("restored elsewhere it is one moment of the first, with each of its files", async () => {
  const present: number[] = [];
  while (present.length < BEFORE) present.push(await upload());
  const work = { isOver: false, uploaded: 0, removed: [] as Promise<void>[] };
  const working = Array.from({ length: 3 }, async () => {
    while (!work.isOver) {
      present.push(await upload());
      work.uploaded += 1;
      const oldest = present.shift();
      // Its file is kept until the backup has ended.
      if (oldest !== undefined) work.removed.push(remove(oldest));
    }
  });
  const file = join(scratch, "under-load.backup");
  const made = await runCommand("backup", [file], settings(source.url, "source"));
  work.isOver = true;
  await Promise.all([...working, ...work.removed]);
  expect(made).toMatchObject({ code: 0 });
  expect(made.stderr).not.toContain("documents/");
  expect(Math.min(work.uploaded, work.removed.length)).toBeGreaterThan(3);

  expect(await runCommand("restore", [file], settings(restored.url, "restored"))).toMatchObject({
    code: 0,
  });
  const other = createClient(restored.url);
  const [clouds = 0, ...others] = await countRows(other);
  expect(others).toEqual([clouds, clouds]);
  expect(clouds).toBeGreaterThan(BEFORE / 2);
  const files = createLocalStorage(join(scratch, "restored", "files"));
  for (const { fileKey, sha256 } of await other.serviceDocument.findMany()) {
    const digest = createHash("sha256");
    for await (const piece of (await files.openRead(fileKey)).stream) digest.update(piece);
    expect(digest.digest("hex"), fileKey).toBe(sha256);
  }
  await other.$disconnect();
});

test("nobody waits for a backup: a removal is put off, and done when the backup has ended", async () => {
  const backup = new Client({ connectionString: source.url });
  await backup.connect();
  expect(await takeBackupLock(backup)).toBe(true);
  const prefix = "clouds/1/projects/1/documents/put-off";
  await storage.putStream(prefix, Readable.from(["x"]), { sizeMax: 1 });
  const removeLater = createServiceJobs({ db, storage })["service.remove-files"];
  const context = { jobId: "1", attempt: 1, signal: new AbortController().signal };
  await storage.delete(prefix);
  await removeLater({ prefix }, context);
  expect(await storage.findFacts(prefix)).not.toBeNull();
  const [waiting] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM graphile_worker._private_jobs WHERE payload ->> 'prefix' = ${prefix}`;
  // Put off twice, it waits once.
  expect(waiting).toEqual({ count: 1 });

  await backup.end();
  await removeLater({ prefix }, context);
  expect(await storage.findFacts(prefix)).toBeNull();
});
