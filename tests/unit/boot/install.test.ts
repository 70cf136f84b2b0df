/** When npm start and npm test install packages: whenever node_modules differs from the lock file, and only then; and never two at once. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInstalled } from "#lib/boot/install.mjs";
import { isMarkAlive, markProcess } from "#lib/boot/lock.mjs";
import { until } from "#tests/support/until.ts";

const LOCK = {
  "": {},
  "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/for-tests": { version: "2.0.0", integrity: "sha512-t", dev: true },
  "node_modules/other-platform": { version: "3.0.0", integrity: "sha512-o", optional: true },
};
type Name = "a" | "for-tests" | "other-platform";
type Packages = Record<string, { version?: string; integrity?: string }>;

let root: string;

/** As the lock file has them. */
const locked = (...names: Name[]): Packages =>
  Object.fromEntries(
    Object.entries(LOCK).filter(([path]) => names.some((name) => path === `node_modules/${name}`)),
  );

async function install(packages: Packages): Promise<void> {
  await mkdir(join(root, "node_modules"), { recursive: true });
  await writeFile(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "portico-install-"));
  await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages: LOCK }));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const withOther = (other: Packages[string]): Packages => ({
  ...locked("for-tests"),
  "node_modules/a": other,
});
const a = LOCK["node_modules/a"];

describe("isInstalled", () => {
  it.each([
    ["nothing is there", null, false, false],
    ["everything is there", locked("a", "for-tests", "other-platform"), true, true],
    ["packages of other platforms are missing", locked("a", "for-tests"), true, true],
    ["packages for tests are missing", locked("a"), true, false],
    ["a needed package is missing", locked("for-tests"), false, false],
    ["a version differs", withOther({ ...a, version: "1.0.1" }), false, false],
    ["a checksum differs", withOther({ ...a, integrity: "sha512-b" }), false, false],
  ] satisfies [string, Packages | null, boolean, boolean][])(
    "when %s",
    async (_what, packages, toStart, toTest) => {
      if (packages !== null) await install(packages);
      expect(isInstalled(root, { withDev: false })).toBe(toStart);
      expect(isInstalled(root, { withDev: true })).toBe(toTest);
    },
  );

  it("does not trust an install that was interrupted", async () => {
    await install(locked("a", "for-tests"));
    await writeFile(join(root, "node_modules", ".portico-unfinished"), "");
    expect(isInstalled(root, { withDev: true })).toBe(false);
  });
});

/** The first time it goes on until it is killed, as npm does after a SIGTERM; the second time it installs. */
const NPM = `
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
if (existsSync("first")) copyFileSync("package-lock.json", "node_modules/.package-lock.json");
else {
  process.on("SIGTERM", () => undefined);
  writeFileSync("first", String(process.pid));
  setTimeout(() => undefined, 240_000);
}`;

function startInstalling(): ChildProcess {
  const script = `const { ensureInstalled } = await import(process.argv[1]);
    await ensureInstalled(process.argv[2], { withDev: true, say: () => undefined });`;
  const module = new URL("../../../lib/boot/install.mjs", import.meta.url).href;
  return spawn(process.execPath, ["--input-type=module", "-e", script, module, root], {
    env: { ...process.env, npm_execpath: join(root, "npm-cli.js") },
    stdio: "ignore",
  });
}

const readPid = async (): Promise<number> =>
  Number(await readFile(join(root, "first"), "utf8").catch(() => ""));

describe("an installation that is stopped", () => {
  it("by a signal ends its npm", async () => {
    await writeFile(join(root, "npm-cli.js"), NPM);
    const starter = startInstalling();
    const npm = markProcess(await until("npm has begun", readPid));
    starter.kill("SIGTERM");
    expect(await once(starter, "exit")).toEqual([1, null]);
    expect(isMarkAlive(npm)).toBe(false);
    expect(isInstalled(root, { withDev: true })).toBe(false);
  });

  it("by kill -9 leaves an npm that the next one ends before it installs", async () => {
    await writeFile(join(root, "npm-cli.js"), NPM);
    const starter = startInstalling();
    const npm = markProcess(await until("npm has begun", readPid));
    await until("its mark is written", () =>
      readFile(join(root, "node_modules", ".portico-unfinished"), "utf8").catch(() => ""),
    );
    starter.kill("SIGKILL");
    await once(starter, "exit");
    expect(isMarkAlive(npm)).toBe(true);
    expect(await once(startInstalling(), "exit")).toEqual([0, null]);
    expect(isMarkAlive(npm)).toBe(false);
    expect(isInstalled(root, { withDev: true })).toBe(true);
  });
});
