/** Stored answers over real HTTP: every byte arrives, and their open files are released however the response ends. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readlink, truncate, writeFile } from "node:fs/promises";
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createFileMemory } from "#lib/service/server/http/stored/stored-bytes.ts";
import { answerGzip, answerPlain } from "#lib/service/server/http/stored/stored-answer.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { serveHandler } from "#tests/support/http-bridge.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { until } from "#tests/support/until.ts";

const BYTES = 9_000_001;

const part = (start: number, end: number) => ({ key: "run/large.json", start, end, fileBytes: BYTES });

const scratch = await useScratchFolder("stored");
const storage = createLocalStorage(scratch);
const content = randomBytes(BYTES);
await mkdir(join(scratch, "run"), { recursive: true });
for (const name of ["large", "short"]) await writeFile(join(scratch, "run", `${name}.json`), content);
await truncate(join(scratch, "run", "short.json"), 5_000_000);
const bridge = await serveHandler(() =>
  Promise.resolve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/range") return answerPlain([part(0, 3), part(17, BYTES - 1)], storage, {});
    if (pathname === "/gzip") return answerGzip([part(0, BYTES)], storage, {}, "large");
    const key = `run${pathname}.json`;
    return answerPlain([{ ...part(0, BYTES), key }], storage, {});
  }),
);

afterAll(() => bridge.stop());

/** Files of the store that this process has open, where the system reports them. */
async function listOpenFiles(): Promise<string[]> {
  const names = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(scratch));
}

const untilFreed = () => until("the files are closed", async () => (await listOpenFiles()).length === 0);

function call(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${bridge.origin}${path}`, resolve).once("error", reject);
  });
}

describe("a large stored answer", () => {
  test("arrives byte for byte, to many callers at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`${bridge.origin}/large`)));
    for (const answer of answers) {
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    }
    await untilFreed();
  });

  test("of several ranges is one after the other", async () => {
    const answer = await fetch(`${bridge.origin}/range`);
    const expected = Buffer.concat([content.subarray(0, 3), content.subarray(17, BYTES - 1)]);
    expect(answer.headers.get("content-length")).toBe(String(expected.length));
    expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
  });

  test("compressed on its way out is the same", async () => {
    const answer = await fetch(`${bridge.origin}/gzip`);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    await untilFreed();
  });

  test.each(["/large", "/range", "/gzip"])("%s is let go when the caller goes away", async (path) => {
    const answer = await call(path);
    onTestFinished(() => void answer.destroy());
    await new Promise((resolve) => answer.once("data", resolve));
    answer.pause();
    // The next range is opened a moment after the first one was sent.
    if (process.platform === "linux" && path !== "/gzip")
      await until("a file is open", async () => (await listOpenFiles()).length > 0);
    answer.destroy();
    await untilFreed();
  });

  test.each(["/large", "/gzip"])("%s asked for with HEAD is not left open", async (path) => {
    expect((await fetch(`${bridge.origin}${path}`, { method: "HEAD" })).status).toBe(200);
    await untilFreed();
  });

  test("that is shorter than its index says is cut, never ended", async () => {
    const answer = await fetch(`${bridge.origin}/short`);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await untilFreed();
  });

  test("that is missing fails before anything is answered", async () => {
    const missing = answerPlain([{ ...part(0, BYTES), key: "run/none.json" }], storage, {});
    await expect(missing).rejects.toMatchObject({ reason: "FILE_MISSING" });
  });
});

describe("files in memory", () => {
  const read = (bytes: number) => () => Promise.resolve(new Uint8Array(bytes));
  const fail = () => Promise.reject(new Error("the disk is away"));

  test("are read once, and the ones used last stay within the bound", async () => {
    const memory = createFileMemory(10);
    for (const key of ["a", "b", "a", "c"]) await memory(key, 4, read(4));
    expect((await memory("a", 4, fail)).length).toBe(4);
    expect((await memory("c", 4, fail)).length).toBe(4);
    await expect(memory("b", 4, fail)).rejects.toThrow("the disk is away");
  });

  test("what could not be read is read again", async () => {
    const memory = createFileMemory(10);
    await expect(memory("a", 4, fail)).rejects.toThrow();
    expect((await memory("a", 4, read(4))).length).toBe(4);
  });
});
