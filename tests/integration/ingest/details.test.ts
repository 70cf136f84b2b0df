import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findDetails, findFolder } from "#lib/service/server/elements/details.ts";
import { ensureDetails, type DetailsTarget } from "#lib/service/server/elements/make-details.ts";
import { ingestModel } from "#lib/service/server/ingest/ingest-model.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { makeUploadedModel } from "#tests/support/model-rows.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";

let root: string;
let storage: Storage;
let target: DetailsTarget;

const running = new AbortController().signal;

const { db, url: databaseUrl } = await useTestDatabase();
beforeEach(async () => {
  root = await makeScratchFolder("details");
  storage = createLocalStorage(path.join(root, "files"), { reserveBytes: 0 });
  const { modelId, fileKey } = await makeUploadedModel(db, storage);
  await ingestModel({ modelId }, { attempt: 1, signal: running }, { db, storage });
  const { answersKey } = await db.serviceModel.findUniqueOrThrow({ where: { id: modelId } });
  target = { modelId, answersKey: answersKey ?? "", fileKey, fileBytes: 1 };
});
afterEach(async () => {
  await db.serviceCloud.deleteMany({});
  await removeScratchFolder(root);
});

const folders = async (): Promise<string[]> =>
  (await storage.listChildren(target.answersKey)).filter((name) => /^details(\.2)?-/.test(name));

test("two processes that are asked at once make the details once", async () => {
  // Like another process, a newly loaded module shares only the database and the file store with the first one.
  vi.resetModules();
  const other = await import("#lib/service/server/elements/make-details.ts");
  const files = await import("#lib/storage/local-folder.ts");
  expect(other.ensureDetails).not.toBe(ensureDetails);
  let published = 0;
  const counted = (inner: Storage): Storage => ({
    ...inner,
    publishFolder: (localDir, key) => {
      published += 1;
      return inner.publishFolder(localDir, key);
    },
  });
  const otherStorage = files.createLocalStorage(path.join(root, "files"), { reserveBytes: 0 });
  await Promise.all([
    ensureDetails(target, running, { db, storage: counted(storage) }),
    other.ensureDetails(target, running, { db, storage: counted(otherStorage) }),
    ensureDetails(target, running, { db, storage: counted(storage) }),
  ]);
  expect(published).toBe(1);
  expect(await folders()).toEqual([await findFolder(target.answersKey, storage)]);
  expect((await findDetails(target.answersKey, storage))?.index.classes.length).toBeGreaterThan(0);
});

test("a model that another process makes keeps no other model waiting", async () => {
  const elsewhere = new Client({ connectionString: databaseUrl });
  await elsewhere.connect();
  // The lock of another process's maker: its first number is that of all makers, its second the model's.
  const busy = { ...target, modelId: target.modelId + 1, answersKey: `${target.answersKey}-busy` };
  await elsewhere.query("SELECT pg_advisory_lock(1886352247, $1)", [busy.modelId]);
  const leaving = new AbortController();
  const waits = ensureDetails(busy, leaving.signal, { db, storage });
  await ensureDetails(target, running, { db, storage });
  expect(await folders()).toHaveLength(1);
  leaving.abort(new Error("gone"));
  await expect(waits).rejects.toThrow("gone");
  await elsewhere.end();
});

test("a maker that was killed, and a version before this one, leave nothing for ever", async () => {
  for (const name of ["details.2-dead", "details-of-the-version-before"]) {
    const left = path.join((await storage.makeWorkFolder()).path, "spools");
    await mkdir(left);
    await writeFile(path.join(left, "IfcWall.spool"), "half");
    await storage.publishFolder(left, `${target.answersKey}/${name}`);
  }
  const former = JSON.stringify({ format: 1, folder: "details-of-the-version-before" });
  await storage.putStream(`${target.answersKey}/details.json`, Readable.from([Buffer.from(former)]), {
    sizeMax: 1024,
  });
  expect(await findFolder(target.answersKey, storage)).toBeNull();
  await ensureDetails(target, running, { db, storage });
  expect(await folders()).toEqual([await findFolder(target.answersKey, storage)]);
  expect(await storage.listChildren(target.answersKey)).not.toContain("details.json");
});

test("a full disk is said before the work begins, and leaves nothing behind", async () => {
  const full = createLocalStorage(path.join(root, "files"), { reserveBytes: Number.MAX_SAFE_INTEGER });
  await expect(ensureDetails(target, running, { db, storage: full })).rejects.toMatchObject({
    reason: "STORAGE_FULL",
  });
  expect(await folders()).toEqual([]);
  // Once there is room again, the next call creates them.
  await ensureDetails(target, running, { db, storage });
  expect(await folders()).toHaveLength(1);
});

test("details of answers that were replaced meanwhile are removed", async () => {
  await db.serviceModel.update({ where: { id: target.modelId }, data: { answersKey: null, status: "P" } });
  await ensureDetails(target, running, { db, storage });
  expect(await storage.listChildren(target.answersKey)).toEqual([]);
});

test("a caller that has gone gets its own reason, and the work is done all the same", async () => {
  const leaving = new AbortController();
  const left = ensureDetails(target, leaving.signal, { db, storage });
  const stayed = ensureDetails(target, running, { db, storage });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await stayed;
  expect(await folders()).toHaveLength(1);
  await expect(ensureDetails(target, leaving.signal, { db, storage })).rejects.toThrow("gone");
});
