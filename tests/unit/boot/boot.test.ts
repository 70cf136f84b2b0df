/** The small parts of starting: locks that survive kill -9, a secret that is created once, work that is done once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assertDiskSpace } from "#lib/boot/data-folder.mjs";
import { drain, onDrain } from "#lib/boot/server/drain.ts";
import { computeFingerprint, doUnlessDone, ensurePrismaClient } from "#lib/boot/launch/prepare.ts";
import { isMarkAlive, markProcess, noteInLock, readLock, releaseLock, takeLock } from "#lib/boot/lock.mjs";
import { findListener } from "#lib/boot/launch/port.ts";
import { ensureSecret } from "#lib/boot/launch/secret.ts";
import { listen } from "#tests/support/listen.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-boot-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a lock", () => {
  it("is held by one, names its holder, and is free after it was given back", () => {
    const file = join(folder, "lock");
    expect(takeLock(file)).toEqual({ taken: true, previous: null });
    noteInLock(file, { address: "http://localhost:1" });
    const second = takeLock(file);
    expect(second).toMatchObject({
      taken: false,
      holder: { holder: { pid: process.pid }, address: "http://localhost:1" },
    });
    releaseLock(file);
    expect(readLock(file)).toBeNull();
  });

  it("is taken over from a process that was killed, with what it had noted", async () => {
    const file = join(folder, "lock");
    const child = spawn("sleep", ["600"]);
    const holder = markProcess(child.pid ?? 0);
    await writeFile(file, JSON.stringify({ holder, server: holder }));
    expect(takeLock(file)).toMatchObject({ taken: false });
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(takeLock(file)).toMatchObject({ taken: true, previous: { server: holder } });
    expect(await readdir(folder)).toEqual(["lock"]);
  });

  it("is not believed when its number belongs to a later process", async () => {
    const file = join(folder, "lock");
    await writeFile(file, JSON.stringify({ holder: { pid: process.pid, started: "long ago" } }));
    expect(isMarkAlive({ pid: process.pid, started: "long ago" })).toBe(false);
    expect(takeLock(file)).toMatchObject({ taken: true });
  });

  it("is not believed when it was half written", async () => {
    const file = join(folder, "lock");
    await writeFile(file, '{"holder":{"pi');
    expect(takeLock(file)).toMatchObject({ taken: true });
  });
});

describe("the secret", () => {
  it("is made once, also by several at once, and readable by its owner only", async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => ensureSecret(folder)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(64);
    expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
    expect(await ensureSecret(folder)).toBe(secrets[0]);
    expect(await readdir(folder)).toEqual(["secret"]);
  });

  it("is never replaced when it is damaged", async () => {
    await writeFile(join(folder, "secret"), "cut");
    await expect(ensureSecret(folder)).rejects.toThrow(/damaged/);
    expect(await readFile(join(folder, "secret"), "utf8")).toBe("cut");
  });
});

describe("work on the sources", () => {
  it("is done again when a file changes, appears or is renamed, and not otherwise", async () => {
    const mark = join(folder, "out", "mark");
    await mkdir(join(folder, "src"));
    await writeFile(join(folder, "src", "a"), "1");
    let times = 0;
    const work = async (): Promise<boolean> =>
      doUnlessDone(mark, await computeFingerprint(folder, ["src", "missing"]), () => {
        times += 1;
        return Promise.resolve();
      });
    expect([await work(), await work()]).toEqual([true, false]);
    await writeFile(join(folder, "src", "a"), "2");
    expect([await work(), await work()]).toEqual([true, false]);
    await writeFile(join(folder, "src", "b"), "");
    expect(await work()).toBe(true);
    await writeFile(join(folder, "missing"), "");
    expect(await work()).toBe(true);
    expect(times).toBe(4);
  });

  it("counts as not done when it was interrupted", async () => {
    const mark = join(folder, "mark");
    await doUnlessDone(mark, "one", () => Promise.resolve());
    await expect(doUnlessDone(mark, "two", () => Promise.reject(new Error("killed")))).rejects.toThrow(
      "killed",
    );
    // Not even for the fingerprint of the earlier, completed work: the interrupted work may have overwritten its result.
    expect(await doUnlessDone(mark, "one", () => Promise.resolve())).toBe(true);
  });
});

describe("a tool that is run for a start", () => {
  it("ends when the start is stopped, and so does the wait for another starter's", async () => {
    const tool = join(folder, "node_modules", "prisma", "build", "index.js");
    await mkdir(dirname(tool), { recursive: true });
    const meeting = createServer().listen(join(folder, "meeting"));
    await writeFile(tool, 'require("node:net").connect("meeting").resume();');
    const begin = (stop: AbortController, tell: () => void): Promise<void> =>
      ensurePrismaClient(folder, tell, stop.signal);
    const working = new AbortController();
    const work = begin(working, () => undefined);
    const [connection] = (await once(meeting, "connection")) as [Socket];
    const waiting = new AbortController();
    const waits = Promise.withResolvers<undefined>();
    const wait = begin(waiting, () => {
      waits.resolve(undefined);
    });
    await waits.promise;
    waiting.abort();
    await expect(wait).rejects.toBe(waiting.signal.reason);
    const ended = once(connection.resume(), "close");
    working.abort();
    await expect(work).rejects.toBe(working.signal.reason);
    await ended;
    meeting.close();
  });

  it("ends with its starter", async () => {
    const tool = join(folder, "node_modules", "prisma", "build", "index.js");
    await mkdir(dirname(tool), { recursive: true });
    const meeting = createServer().listen(join(folder, "meeting"));
    await writeFile(tool, 'require("node:net").connect("meeting").resume();');
    const prepare = JSON.stringify(join(process.cwd(), "lib", "boot", "launch", "prepare.ts"));
    const starter = spawn(process.execPath, [
      "--input-type=module",
      "--eval",
      `import { ensurePrismaClient } from ${prepare};
       process.stdin.resume().once("end", () => process.exit(1));
       await ensurePrismaClient(${JSON.stringify(folder)}, () => {});`,
    ]);
    const [connection] = (await once(meeting, "connection")) as [Socket];
    const ended = once(connection.resume(), "close");
    starter.stdin.end();
    await ended;
    meeting.close();
  });
});

describe("checks before the start", () => {
  it("find too little room on the disk", () => {
    expect(() => {
      assertDiskSpace(folder, 2 ** 60);
    }).toThrow(/MB free/);
  });

  it.runIf(process.platform === "linux")("find who listens on a port", async () => {
    const server = createServer();
    const port = await listen(server);
    expect(await findListener(port)).toMatchObject({ pid: process.pid });
    await new Promise((resolve) => server.close(resolve));
    expect(await findListener(port)).toBeNull();
  });
});

describe("draining", () => {
  it("ends every part once, and tells which could not", async () => {
    const ended: string[] = [];
    const end = (name: string) => () => {
      ended.push(name);
      return Promise.resolve();
    };
    onDrain("jobs", end("jobs, replaced"));
    onDrain("jobs", end("jobs"));
    onDrain("broken", () => Promise.reject(new Error("no")));
    expect((await drain()).map(({ name }) => name)).toEqual(["broken"]);
    expect(ended).toEqual(["jobs"]);
    expect(await drain()).toEqual([]);
  });
});
