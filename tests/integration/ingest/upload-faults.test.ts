import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { receiveUpload } from "#lib/service/server/documents/receive.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { makeProject } from "#tests/support/model-service.ts";
import { startS3Store } from "#tests/support/s3-store.ts";
import { openScratch } from "#tests/support/scratch.ts";
import { startServiceProcess } from "#tests/support/started-service.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { until } from "#tests/support/until.ts";
import { fetchToken, wire } from "#tests/support/wire.ts";

const dataDir = await useScratchFolder("uploads");
process.env["PORTICO_DATA_DIR"] = dataDir;
const server = await useServiceServer();
const credentials = await server.register("uploader");
const token = await fetchToken(server.baseUrl, credentials);
const project = await makeProject(wire(server.baseUrl, token));

const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n';
const TAIL = '\r\n--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nBig\r\n--b--\r\n';

/** A POST whose body the test writes itself. */
function openUpload(baseUrl: string, bearer: string, fileBytes: number): ClientRequest {
  const sending = httpRequest(`${baseUrl}${project}/document`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${bearer}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": HEAD.length + fileBytes + TAIL.length,
    },
  });
  sending.on("error", () => undefined);
  sending.write(HEAD);
  return sending;
}

async function writeBytes(sending: ClientRequest, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(256 * 1024, 0x61);
  for (let left = bytes; left > 0 && !sending.destroyed; left -= chunk.length) {
    if (!sending.write(chunk.subarray(0, Math.min(left, chunk.length)))) await drained(sending);
  }
}

/** Resolves when more may be written, or nothing more ever will be. */
function drained(sending: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      sending.off("drain", go).off("close", go);
      resolve();
    };
    sending.on("drain", go).on("close", go);
  });
}

async function answerOf(sending: ClientRequest): Promise<{ status: number; body: string }> {
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += String(chunk);
  return { status: response.statusCode ?? 0, body };
}

function halfWritten(folder = dataDir): Promise<string[]> {
  return readdir(path.join(folder, "files", ".tmp")).catch(() => []);
}

test("a sender that goes away in the middle leaves no row and no file", async () => {
  const sending = openUpload(server.baseUrl, token, 50_000_000);
  await writeBytes(sending, 20_000_000);
  await until("the file is being written", async () => (await halfWritten()).length === 1);
  sending.destroy();
  await until("nothing half written is left", async () => (await halfWritten()).length === 0);
  expect(await server.db.serviceDocument.count()).toBe(0);
  expect(
    (await fetch(`${server.baseUrl}${project}`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200);
});

function requestOf(body: BodyInit): Request {
  // A stream as body needs `duplex` (Fetch standard), which TypeScript's own types lack so far.
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body,
    duplex: "half",
  };
  return new Request("http://localhost/service", init);
}

test("a sender that falls silent is given up, and nothing of it stays", async () => {
  await using folder = await openScratch("idle");
  const storage = createLocalStorage(folder.path);
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(`${HEAD}some bytes`));
    },
  });
  const receiving = receiveUpload(requestOf(silent), { storage, fileKey: "f", sizeMax: 1e6, idleMs: 50 });
  await expect(receiving).rejects.toMatchObject({ status: 408, headers: { Connection: "close" } });
  expect(await readdir(path.join(folder.path, ".tmp"))).toEqual([]);
});

test("the limit is the last size that is taken", async () => {
  await using folder = await openScratch("limit");
  const storage = createLocalStorage(folder.path);
  const receive = (bytes: number) =>
    receiveUpload(requestOf(`${HEAD}${"x".repeat(bytes)}${TAIL}`), {
      storage,
      fileKey: "f",
      sizeMax: 100_000,
      idleMs: 60_000,
    });
  for (const bytes of [99_999, 100_000]) {
    const { file, values } = await receive(bytes);
    expect(file?.staged.size).toBe(bytes);
    expect(values.get("name")).toBe("Big");
    await file?.staged.discard();
  }
  await expect(receive(100_001)).rejects.toMatchObject({ reason: "FILE_TOO_LARGE", status: 413 });
  await expect(receive(5_000_000)).rejects.toBeInstanceOf(StorageError);
  expect(await readdir(path.join(folder.path, ".tmp"))).toEqual([]);
});

/** The service in a separate process on the same database, with a separate data folder, and a token for it. */
async function startApart(folder: string, variables: Record<string, string> = {}) {
  const place = { DATABASE_URL: server.databaseUrl, PORTICO_DATA_DIR: folder };
  const started = await startServiceProcess({ ...variables, ...place, LOG_LEVEL: "silent" });
  return { ...started, token: await fetchToken(started.baseUrl, credentials) };
}

async function readMemory(pid: number, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

// The kernel's own account of a process is read from /proc, which only Linux has.
if (existsSync("/proc/self/clear_refs")) {
  test.each(["the data folder", "a bucket"])(
    "an upload of 200 MB into %s is not held in memory",
    async (place) => {
      await using folder = await openScratch("memory");
      await using bucket = await openScratch("memory-bucket");
      const store = place === "a bucket" ? await startS3Store(bucket.path) : null;
      const child = await startApart(folder.path, store?.variables);
      try {
        for (const bytes of [8_000_000, 24_000_000]) {
          const warmUp = openUpload(child.baseUrl, child.token, bytes);
          await writeBytes(warmUp, bytes);
          warmUp.end(TAIL);
          expect((await answerOf(warmUp)).status).toBe(201);
        }
        await writeFile(`/proc/${String(child.pid)}/clear_refs`, "5");
        const before = await readMemory(child.pid, "VmRSS");
        const sending = openUpload(child.baseUrl, child.token, 200_000_000);
        await writeBytes(sending, 200_000_000);
        sending.end(TAIL);
        expect((await answerOf(sending)).status).toBe(201);
        const growthMb = (await readMemory(child.pid, "VmHWM")) - before;
        expect(growthMb).toBeLessThanOrEqual(64);
      } finally {
        await child.kill();
        await store?.stop();
      }
    },
  );
}

function expectFull({ status, body }: { status: number; body: string }): void {
  expect(status).toBe(500);
  expect(body).toMatch(/^{"detail":"The disk .* is full[^"]*"}$/);
}

// Mounting a small disk needs root; where tests run without it this case cannot be produced.
if (process.getuid?.() === 0) {
  test("a disk that fills up on the way is 500 in a sentence, and nothing half written stays", async () => {
    await using scratch = await openScratch("full");
    const folder = scratch.path;
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=100m", "tmpfs", folder]);
    const child = await startApart(folder);
    try {
      const before = await server.db.serviceDocument.count();
      const foreseeable = openUpload(child.baseUrl, child.token, 90_000_000);
      expectFull(await answerOf(foreseeable));
      foreseeable.destroy();

      const sending = openUpload(child.baseUrl, child.token, 30_000_000);
      await writeBytes(sending, 1_000_000);
      await until("the upload was let in", async () => (await halfWritten(folder)).length === 1);
      await writeFile(path.join(folder, "other"), Buffer.alloc(80_000_000));
      const answer = answerOf(sending);
      await writeBytes(sending, 30_000_000);
      sending.end(TAIL);
      expectFull(await answer);
      expect(await halfWritten(folder)).toEqual([]);
      expect(await server.db.serviceDocument.count()).toBe(before);
    } finally {
      await child.kill();
      execFileSync("umount", ["-l", folder]);
    }
  });
}
