import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

let root: string;
let storage: Storage;
let count = 0;

const scratch = await useScratchFolder("storage");
beforeEach(() => {
  count += 1;
  root = path.join(scratch, String(count));
  storage = createLocalStorage(root, { reserveBytes: 0 });
});

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).map((_nothing, index) => index * 31 + (index >> 8));
}

async function* inChunks(bytes: Uint8Array, size: number, failAt = Infinity): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    if (from >= failAt) throw new Error("the line went dead");
    await Promise.resolve();
    yield bytes.subarray(from, from + size);
  }
}

/** Every file below the root, half-written ones included. */
async function listAll(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function read(key: string, range?: { start: number; end: number }): Promise<Uint8Array> {
  const { stream } = await storage.openRead(key, range);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

test("what was put is read back byte for byte, whole and in ranges, with its size and SHA-256", async () => {
  const bytes = bytesOf(300_000);
  const stored = await storage.putStream("a/b-1.ifc", inChunks(bytes, 7_001), { sizeMax: 300_000 });
  expect(stored).toEqual({ size: 300_000, sha256: createHash("sha256").update(bytes).digest("hex") });
  expect(await read("a/b-1.ifc")).toEqual(bytes);
  expect(await read("a/b-1.ifc", { start: 10, end: 150_000 })).toEqual(bytes.subarray(10, 150_000));
  expect(await read("a/b-1.ifc", { start: 299_999, end: 400_000 })).toEqual(bytes.subarray(299_999));
  expect(await read("a/b-1.ifc", { start: 400_000, end: 500_000 })).toHaveLength(0);
  expect(await storage.findFacts("a/b-1.ifc")).toMatchObject({ size: 300_000 });
  expect((await stat(path.join(root, "a/b-1.ifc"))).mode & 0o077).toBe(0);
});

test("a transfer that fails at any point leaves nothing behind", async () => {
  const bytes = bytesOf(50_000);
  const aborter = new AbortController();
  const abortsMidway = (async function* () {
    for await (const chunk of inChunks(bytes, 1_000)) {
      yield chunk;
      aborter.abort();
    }
  })();
  const cut = inChunks(bytes, 1_000, 30_000);
  await expect(storage.putStream("x", cut, { sizeMax: 1e6 })).rejects.toThrow("the line went dead");
  const tooLong = inChunks(bytes, 1_000);
  await expect(storage.putStream("x", tooLong, { sizeMax: 49_999 })).rejects.toThrow("larger than");
  const aborted = storage.putStream("x", abortsMidway, { sizeMax: 1e6, signal: aborter.signal });
  await expect(aborted).rejects.toThrow("broken off");
  const astray = storage.putStream("x/../../y", inChunks(bytes, 1_000), { sizeMax: 1e6 });
  await expect(astray).rejects.toThrow("no key");
  expect(await listAll()).toEqual([]);
  expect(await storage.findFacts("x")).toBeNull();
});

test("a staged file has no key until it is committed, and none when it is discarded", async () => {
  const kept = await storage.stage("k/1", inChunks(bytesOf(10), 3), { sizeMax: 10 });
  const dropped = await storage.stage("k/2", inChunks(bytesOf(10), 3), { sizeMax: 10 });
  expect(await storage.findFacts("k/1")).toBeNull();
  await kept.commit();
  await kept.discard();
  await dropped.discard();
  expect(await storage.findFacts("k/1")).not.toBeNull();
  expect(await listAll()).toEqual([path.join(root, "k/1")]);
});

test("no key leads out of the store", async () => {
  const wrong = [
    "",
    "/",
    "/etc/passwd",
    "..",
    "a/../b",
    "a//b",
    "a/",
    ".tmp/x",
    "a/.b",
    "a\\b",
    "C:/x",
    "a\0b",
    "é",
  ];
  for (const key of [...wrong, "a/".repeat(12) + "a", "a".repeat(200)]) {
    await expect(storage.stage(key, inChunks(bytesOf(1), 1), { sizeMax: 9 }), key).rejects.toThrow("no key");
  }
});

test("a file that became shorter breaks its stream instead of ending it", async () => {
  await storage.putStream("f", inChunks(bytesOf(400_000), 50_000), { sizeMax: 1e6 });
  const { stream, size } = await storage.openRead("f");
  await truncate(path.join(root, "f"), 200_000);
  expect(size).toBe(400_000);
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow("shorter");
});

test("a reader that goes away gives its file back", async () => {
  await storage.putStream("f", inChunks(bytesOf(400_000), 50_000), { sizeMax: 1e6 });
  const openFiles = async (): Promise<number> => (await readdir("/proc/self/fd")).length;
  const before = await openFiles();
  for (let turn = 0; turn < 20; turn += 1) {
    const reader = (await storage.openRead("f")).stream.getReader();
    await reader.read();
    await reader.cancel();
  }
  expect(await openFiles()).toBeLessThanOrEqual(before + 1);
});

test("an absent file is said to be absent", async () => {
  await expect(storage.openRead("not/there")).rejects.toMatchObject({
    reason: "FILE_MISSING",
    code: "NOT_FOUND",
  });
  expect(await storage.findFacts("not/there")).toBeNull();
  await storage.delete("not/there");
  await storage.deletePrefix("not");
  expect(await storage.listChildren("not")).toEqual([]);
});

test("a finished folder appears whole under its key and vanishes whole", async () => {
  const work = await storage.makeWorkFolder();
  await mkdir(path.join(work.path, "answers", "inner"), { recursive: true });
  await writeFile(path.join(work.path, "answers", "index.json"), "{}");
  await writeFile(path.join(work.path, "answers", "inner", "a.json"), "[1]");
  await storage.publishFolder(path.join(work.path, "answers"), "m/1/run-1");
  await work[Symbol.asyncDispose]();
  expect(await readFile(path.join(root, "m/1/run-1/inner/a.json"), "utf8")).toBe("[1]");
  expect(await storage.listChildren("m/1")).toEqual(["run-1"]);
  const keys = await Array.fromAsync(storage.iterateFiles("m"), ({ key }) => key);
  expect(keys.toSorted()).toEqual(["m/1/run-1/index.json", "m/1/run-1/inner/a.json"]);
  await storage.deletePrefix("m");
  expect(await listAll()).toEqual([]);
});

test("the sweep removes what dead processes left, and nothing of living ones", async () => {
  const work = await storage.makeWorkFolder();
  await writeFile(path.join(work.path, "half.json"), "{");
  const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 12);
  const temporary = path.dirname(work.path);
  const tail = "00000000-0000-4000-8000-000000000000";
  // Process 1 is always running; no process has a number above the kernel's limit.
  const ofLiving = path.join(temporary, `${host}-1-${tail}`);
  const ofDead = path.join(temporary, `${host}-${String(2 ** 30)}-${tail}`);
  const elsewhere = path.join(temporary, `0123456789ab-7-${tail}`);
  const elsewhereOld = path.join(temporary, `ba9876543210-7-${tail}`);
  for (const file of [ofLiving, ofDead, elsewhere, elsewhereOld]) await writeFile(file, "half");
  await utimes(elsewhereOld, 1_000_000, 1_000_000);
  expect(await storage.sweepTemporary()).toBe(2);
  expect((await readdir(temporary)).toSorted()).toEqual(
    [work.path, ofLiving, elsewhere].map((file) => path.basename(file)).toSorted(),
  );
});

// Mounting a small disk needs root; where tests run without it this case cannot be produced.
if (process.getuid?.() === 0) {
  test("a full disk is said in a sentence, and nothing half written stays", async () => {
    await mkdir(root, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", root]);
    try {
      const put = storage.putStream("big", inChunks(new Uint8Array(6_000_000), 65_536), { sizeMax: 1e9 });
      await expect(put).rejects.toMatchObject({ reason: "STORAGE_FULL", code: "UNAVAILABLE" });
      await expect(put).rejects.toThrow(/disk .* is full/);
      expect(await listAll()).toEqual([]);
      await expect(storage.assertRoom(5_000_000)).rejects.toMatchObject({ reason: "STORAGE_FULL" });
      await storage.assertRoom(1_000_000);
      await storage.putStream("small", inChunks(bytesOf(1_000), 100), { sizeMax: 1e9 });
      expect(await read("small")).toHaveLength(1_000);
    } finally {
      execFileSync("umount", [root]);
    }
  });
}

test("a borrowed file is where it lies, and one that is gone is said to be absent", async () => {
  await storage.putStream("f", inChunks(bytesOf(1_000), 100), { sizeMax: 1e6 });
  const copy = await storage.borrowFile("f");
  expect(new Uint8Array(await readFile(copy.path))).toEqual(bytesOf(1_000));
  await copy[Symbol.asyncDispose]();
  expect(await storage.findFacts("f")).not.toBeNull();
  await expect(storage.borrowFile("not/there")).rejects.toMatchObject({ reason: "FILE_MISSING" });
});
