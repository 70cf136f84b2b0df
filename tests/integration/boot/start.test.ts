/** What npm start says when it cannot start: one clear sentence and an exit code, with nothing left behind. */
import { readdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { releaseLock, takeLock } from "#lib/boot/lock.mjs";
import { findPostmaster } from "#lib/db/embedded/postmaster.ts";
import { runBoot, type Ended } from "#tests/support/command.ts";
import { endedWith } from "#tests/support/ended-with.ts";
import { listen } from "#tests/support/listen.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";

let scratch: string;
let dataDir: string;
let holder: Server;
let takenPort: number;

/** Runs start.mjs to its end. The port is always in use, so that no start gets further than that. */
const start = (environment: Record<string, string> = {}): Promise<Ended> =>
  runBoot("start.mjs", [], { PORT: String(takenPort), PORTICO_DATA_DIR: dataDir, ...environment });

beforeEach(async () => {
  scratch = await makeScratchFolder("start");
  dataDir = join(scratch, "data");
  holder = createServer();
  takenPort = await listen(holder);
});

afterEach(async () => {
  await new Promise((resolve) => holder.close(resolve));
  await removeScratchFolder(scratch);
});

describe("npm start", () => {
  it("names the process that holds the port, and starts no database", async () => {
    const ended = await start();
    expect(ended).toMatchObject(endedWith(1, `Port ${String(takenPort)} is taken by `));
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
    if (process.platform === "linux") expect(ended.stderr).toContain(`process ${String(process.pid)} (`);
    expect(await findPostmaster(join(dataDir, "postgres"))).toBeNull();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("says that the data folder cannot be written", async () => {
    await writeFile(dataDir, "a file in the way");
    const ended = await start();
    expect(ended).toMatchObject(endedWith(1, `The data folder ${dataDir} cannot be written`));
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("says where Portico runs already on the same data folder", async () => {
    await start();
    const lock = join(dataDir, "portico.lock");
    expect(takeLock(lock).taken).toBe(true);
    const told = `Portico is already running with the data folder ${dataDir}: process ${String(process.pid)}`;
    expect(await start()).toMatchObject(endedWith(1, told));
    releaseLock(lock);
  });

  it("names a wrong setting and never its value", async () => {
    const ended = await start({ PORTICO_SECRET: "too-short-a-value" });
    expect(ended).toMatchObject(endedWith(1, "PORTICO_SECRET"));
    expect(ended.stderr).not.toContain("too-short-a-value");
  });

  it("refuses to run with certificate checks switched off", async () => {
    const ended = await start({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(ended).toMatchObject(endedWith(1, "NODE_TLS_REJECT_UNAUTHORIZED"));
  });
});
