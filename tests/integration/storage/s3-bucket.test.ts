import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, afterEach, expect, test } from "vitest";
import { createS3Storage } from "#lib/storage/s3/bucket.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { startS3Store } from "#tests/support/s3-store.ts";
import type { S3Store } from "#tests/support/s3-store.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { until } from "#tests/support/until.ts";

const MIB = 1024 * 1024;
const moveClock = useMovedClock();

let store: S3Store;
let storage: Storage;
let localRoot: string;
let count = 0;

const scratch = await useScratchFolder("s3");
beforeEach(async () => {
  count += 1;
  const folder = path.join(scratch, `bucket-${String(count)}`);
  localRoot = path.join(scratch, `local-${String(count)}`);
  await mkdir(folder);
  store = await startS3Store(folder);
  storage = openStorage();
});
afterEach(() => store.stop());

function openStorage(change: Partial<S3Store["settings"]> = {}, patienceMs = 20_000): Storage {
  const patience = { writeMs: patienceMs, readMs: patienceMs };
  return createS3Storage({ ...store.settings, ...change }, localRoot, { patience, reserveBytes: 0 });
}

/** As long as the longest file here. */
const BYTES = new Uint8Array(17 * MIB).map((_nothing, index) => index * 31 + (index >> 8));
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => BYTES.slice(0, length);

async function* inChunks(
  bytes: Uint8Array,
  size: number,
  at: (from: number) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    await at(from);
    yield bytes.subarray(from, from + size);
  }
}

async function read(key: string, range?: { start: number; end: number }): Promise<Uint8Array> {
  const { stream, size } = await storage.openRead(key, range);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(bytes).toHaveLength(size);
  return bytes;
}

function localLeftovers(): Promise<string[]> {
  return readdir(path.join(localRoot, ".tmp")).catch(() => []);
}

async function expectNothingAnywhere(): Promise<void> {
  expect(await store.names()).toEqual([]);
  expect(await store.unfinished()).toEqual([]);
  expect(await localLeftovers()).toEqual([]);
}

test("what was put is read back byte for byte, whole and in ranges, of one part and of several", async () => {
  for (const length of [1, 300_000, 5 * MIB, 12 * MIB + 7]) {
    const bytes = bytesOf(length);
    const stored = await storage.putStream("a/b-1.ifc", inChunks(bytes, 700_001), { sizeMax: length });
    expect(stored).toEqual({ size: length, sha256: createHash("sha256").update(bytes).digest("hex") });
    expect(Buffer.from(await read("a/b-1.ifc")).equals(bytes)).toBe(true);
    expect(await storage.findFacts("a/b-1.ifc")).toMatchObject({ size: length });
  }
  const bytes = bytesOf(12 * MIB + 7);
  expect(await read("a/b-1.ifc", { start: 10, end: 15_000 })).toEqual(bytes.subarray(10, 15_000));
  expect(await read("a/b-1.ifc", { start: 12 * MIB, end: 99 * MIB })).toEqual(bytes.subarray(12 * MIB));
  expect(await read("a/b-1.ifc", { start: 99 * MIB, end: 100 * MIB })).toHaveLength(0);
  expect(await read("a/b-1.ifc", { start: 4, end: 4 })).toHaveLength(0);
  expect(await store.names()).toEqual(["here/a/b-1.ifc"]);
  expect(await store.unfinished()).toEqual([]);
});

test("a large file has no key until it is committed, and leaves nothing when it is discarded", async () => {
  const bytes = bytesOf(11 * MIB);
  const kept = await storage.stage("k/1", inChunks(bytes, MIB), { sizeMax: 11 * MIB });
  const dropped = await storage.stage("k/2", inChunks(bytes, MIB), { sizeMax: 11 * MIB });
  expect(await store.names()).toEqual([]);
  expect(await store.unfinished()).toHaveLength(2);
  await kept.commit();
  await kept.discard();
  await dropped.discard();
  expect(await store.names()).toEqual(["here/k/1"]);
  expect(await store.unfinished()).toEqual([]);
});

test("a transfer that fails at any point leaves nothing behind", async () => {
  const bytes = bytesOf(12 * MIB);
  const cut = inChunks(bytes, MIB, (from) =>
    from > 9 * MIB ? Promise.reject(new Error("the line went dead")) : Promise.resolve(),
  );
  await expect(storage.putStream("x", cut, { sizeMax: 99 * MIB })).rejects.toThrow("the line went dead");
  const tooLong = inChunks(bytes, MIB);
  await expect(storage.putStream("x", tooLong, { sizeMax: 12 * MIB - 1 })).rejects.toThrow("larger than");
  const aborter = new AbortController();
  const aborted = inChunks(bytes, MIB, (from) => {
    if (from > 8 * MIB) aborter.abort();
    return Promise.resolve();
  });
  const options = { sizeMax: 99 * MIB, signal: aborter.signal };
  await expect(storage.putStream("x", aborted, options)).rejects.toMatchObject({ reason: "CANCELLED" });
  await expectNothingAnywhere();
});

test("a folder is published, listed, borrowed once for all, and removed", async () => {
  const work = await storage.makeWorkFolder();
  await mkdir(path.join(work.path, "inner"));
  await writeFile(path.join(work.path, "index.json"), "{}");
  await writeFile(path.join(work.path, "inner", "a.json"), bytesOf(6 * MIB));
  for (let name = 0; name < 20; name += 1)
    await writeFile(path.join(work.path, `c${String(name)}.json`), "[]");
  await storage.publishFolder(work.path, "m/1/run-1");
  await work[Symbol.asyncDispose]();
  expect(await store.names()).toHaveLength(22);
  expect(await storage.listChildren("m/1")).toEqual(["run-1"]);
  expect((await storage.listChildren("m/1/run-1")).toSorted()).toContain("inner");
  expect((await storage.findFacts("m/1/run-1"))?.size).toBe(6 * MIB + 42);
  expect(await storage.findFacts("m/1/run-2")).toBeNull();

  const [copy, other] = await Promise.all([
    storage.borrowFolder("m/1/run-1"),
    storage.borrowFolder("m/1/run-1"),
  ]);
  expect(other.path).toBe(copy.path);
  expect((await readFile(path.join(copy.path, "inner", "a.json"))).equals(bytesOf(6 * MIB))).toBe(true);
  await other[Symbol.asyncDispose]();
  const calls = store.count("GET");
  const again = await storage.borrowFolder("m/1/run-1");
  await again[Symbol.asyncDispose]();
  expect(store.count("GET")).toBe(calls);

  await storage.deletePrefix("m");
  await copy[Symbol.asyncDispose]();
  await expectNothingAnywhere();
});

test("whoever leaves while a folder is fetched takes it from nobody else, and holds no copy", async () => {
  await storage.putStream("s/1/rows", inChunks(bytesOf(6 * MIB), MIB), { sizeMax: 6 * MIB });
  const leaving = new AbortController();
  const [left, stays] = [storage.borrowFolder("s/1", leaving.signal), storage.borrowFolder("s/1")];
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  const copy = await stays;
  expect((await readFile(path.join(copy.path, "rows"))).equals(bytesOf(6 * MIB))).toBe(true);
  await copy[Symbol.asyncDispose]();
  await storage.deletePrefix("s");
  await expectNothingAnywhere();
});

test("a folder that was not there when it was asked for is there once it is published", async () => {
  const before = await storage.borrowFolder("s/1");
  expect(await readdir(before.path)).toEqual([]);
  await storage.putStream("s/1/rows", inChunks(bytesOf(10), 10), { sizeMax: 10 });
  const after = await storage.borrowFolder("s/1");
  expect(await readdir(after.path)).toEqual(["rows"]);
  await before[Symbol.asyncDispose]();
  await after[Symbol.asyncDispose]();
});

test("a borrowed file is a copy that goes with its release", async () => {
  await storage.putStream("f", inChunks(bytesOf(7 * MIB), MIB), { sizeMax: 7 * MIB });
  const copy = await storage.borrowFile("f");
  expect((await readFile(copy.path)).equals(bytesOf(7 * MIB))).toBe(true);
  await copy[Symbol.asyncDispose]();
  expect(await localLeftovers()).toEqual([]);
  await expect(storage.borrowFile("not/there")).rejects.toMatchObject({ reason: "FILE_MISSING" });
});

test("an absent file is said to be absent, and removing it is no error", async () => {
  await expect(storage.openRead("not/there")).rejects.toMatchObject({ reason: "FILE_MISSING" });
  await expect(storage.openRead("not/there", { start: 5, end: 5 })).rejects.toMatchObject({
    reason: "FILE_MISSING",
  });
  expect(await storage.findFacts("not/there")).toBeNull();
  await storage.delete("not/there");
  await storage.deletePrefix("not");
  expect(await storage.listChildren("not")).toEqual([]);
});

test("more names than one answer of the store holds are all listed and removed", async () => {
  const work = await storage.makeWorkFolder();
  for (let name = 0; name < 11; name += 1) await writeFile(path.join(work.path, `n${String(name)}`), "1");
  await storage.publishFolder(work.path, "many/1");
  await work[Symbol.asyncDispose]();
  store.answerInPages(3);
  const keys = await Array.fromAsync(storage.iterateFiles("many"), ({ key }) => `here/${key}`);
  expect(keys).toHaveLength(11);
  expect(keys.toSorted()).toEqual(await store.names());
  await storage.deletePrefix("many");
  expect(await store.names()).toEqual([]);
});

test("a store that goes away in the middle of a file and comes back: the file arrives whole", async () => {
  const bytes = bytesOf(17 * MIB);
  let back = Promise.resolve();
  const source = inChunks(bytes, MIB, async (from) => {
    if (from !== 8 * MIB) return;
    const sent = store.count("PUT");
    await store.goAway();
    back = until("calls were refused", () => store.count("PUT") === sent).then(() => store.comeBack());
  });
  await storage.putStream("f", source, { sizeMax: 17 * MIB });
  await back;
  expect(Buffer.from(await read("f")).equals(bytes)).toBe(true);
  expect(await store.unfinished()).toEqual([]);
});

test("a store that stays away is said to be away, in words without addresses", async () => {
  const impatient = openStorage({}, 300);
  await impatient.check();
  await store.goAway();
  const away = {
    reason: "STORE_UNAVAILABLE",
    code: "UNAVAILABLE",
    message: expect.not.stringContaining("127.0.0.1"),
  };
  const put = impatient.putStream("f", inChunks(bytesOf(10), 5), { sizeMax: 10 });
  await expect(put).rejects.toMatchObject({
    ...away,
    cause: { message: expect.stringContaining("S3_ENDPOINT") },
  });
  await expect(impatient.openRead("f")).rejects.toMatchObject(away);
  await expect(impatient.findFacts("f")).rejects.toMatchObject(away);
  await expect(impatient.check()).rejects.toMatchObject(away);
});

test("a missing bucket and wrong credentials are told to the operator by the setting, without the secret", async () => {
  const cases: [Partial<S3Store["settings"]>, string][] = [
    [{ bucket: "not-there" }, "S3_BUCKET"],
    [{ credentials: { accessKeyId: "S3RVER", secretAccessKey: "a-wrong-secret" } }, "S3_SECRET_ACCESS_KEY"],
    [{ credentials: { accessKeyId: "UNKNOWN", secretAccessKey: "a-wrong-secret" } }, "S3_ACCESS_KEY_ID"],
  ];
  for (const [change, setting] of cases) {
    const wrong = openStorage(change, 0);
    const put = wrong.putStream("f", inChunks(bytesOf(10), 5), { sizeMax: 10 });
    const failure: unknown = await put.catch((error: unknown) => error);
    expect(failure).toMatchObject({
      reason: "STORE_UNAVAILABLE",
      cause: { message: expect.stringContaining(setting) },
    });
    expect(JSON.stringify(failure)).not.toContain("a-wrong-secret");
  }
  for (const change of [cases[0]?.[0], cases[2]?.[0]]) {
    await expect(openStorage(change, 0).check()).rejects.toMatchObject({ reason: "STORE_UNAVAILABLE" });
  }
});

test("what a killed process had begun to send is forgotten after a day, not before", async () => {
  await storage.stage("k/1", inChunks(bytesOf(11 * MIB), MIB), { sizeMax: 11 * MIB });
  expect(await storage.sweepTemporary()).toBe(0);
  expect(await store.unfinished()).toHaveLength(1);
  moveClock(25 * 60 * 60 * 1000);
  expect(await storage.sweepTemporary()).toBe(1);
  await expectNothingAnywhere();
});
