/**
 * What must be generated from the sources before they can run: Prisma's client, and the production build. Each is made again only when its
 * sources changed: a fingerprint of them is stored beside the result once the work is complete, so that interrupted work counts as not
 * done. Neither needs a database, and neither may download anything.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join, dirname } from "node:path";
import { releaseLock, waitForLock } from "#lib/boot/lock.mjs";
import { formatDuration, say } from "./say.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";

const CLIENT_SOURCES = ["prisma/schema", "node_modules/prisma/package.json"];
const BUILD_SOURCES = [
  ...[
    "app",
    "lib",
    "prisma/schema",
    "public",
    "instrumentation-client.ts",
    "instrumentation.ts",
    "next.config.js",
    "postcss.config.mjs",
  ],
  ...["tsconfig.json", "package.json", "package-lock.json"],
];
const LAST_LINES = 40;

/**
 * Generates Prisma's client in lib/db/generated when the schema changed; `tell` gets a line about it.
 * @throws {StartTrouble} with the last lines of Prisma's output; `stop.reason` if `stop` aborts
 */
export async function ensurePrismaClient(root: string, tell = say, stop?: AbortSignal): Promise<void> {
  const fingerprint = await computeFingerprint(root, CLIENT_SOURCES);
  const mark = join(root, "lib", "db", "generated", ".fingerprint");
  await exclusively(root, { tell, stop }, () =>
    doUnlessDone(mark, fingerprint, async () => {
      tell("Writing the database client (prisma generate) …");
      await runTool(
        { root, stop },
        "prisma generate",
        ["node_modules/prisma/build/index.js", "generate", "--schema", "prisma/schema"],
        {
          // Generating needs no schema engine, but Prisma would download one; naming any existing program prevents that.
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          PRISMA_HIDE_UPDATE_MESSAGE: "1",
          CHECKPOINT_DISABLE: "1",
        },
      );
    }),
  );
}

/**
 * Makes the production build (.next) when a source changed.
 * @throws {StartTrouble} with the last lines of Next's output; `stop.reason` if `stop` aborts
 */
export async function ensureBuild(root: string, stop?: AbortSignal): Promise<void> {
  await exclusively(root, { tell: say, stop }, async () => {
    const fingerprint = await computeFingerprint(root, BUILD_SOURCES, [process.version, "production"]);
    const startMs = Date.now();
    const built = await doUnlessDone(join(root, ".next", "portico-build"), fingerprint, async () => {
      say("Building (next build) …");
      await runTool({ root, stop }, "next build", ["node_modules/next/dist/bin/next", "build"], {
        NODE_ENV: "production",
        ...nameBuild(fingerprint),
      });
    });
    if (built) say(`Built in ${formatDuration(Date.now() - startMs)}.`);
  });
}

/**
 * Builds of the same sources on several machines must look the same to a browser that reaches another machine: the build's name, and its
 * actions' names, which Next derives from this key. The key protects nothing: actions are functions of modules, so none closes over a
 * value.
 */
function nameBuild(fingerprint: string): Record<string, string> {
  const actions = createHash("sha256").update(`actions ${fingerprint}`).digest("base64");
  return { PORTICO_BUILD_ID: fingerprint.slice(0, 20), NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actions };
}

/** Two starters with different data folders share one checkout: only one may write to it at a time. */
async function exclusively<T>(
  root: string,
  { tell, stop }: { tell: typeof say; stop: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  // Not in .next, which a build empties first.
  const lock = join(root, "node_modules", ".portico-build.lock");
  await waitForLock(
    lock,
    ({ holder }) => tell(`Process ${holder.pid} is already building here; waiting until it finishes.`),
    stop,
  );
  try {
    return await work();
  } finally {
    releaseLock(lock);
  }
}

/** Runs a tool with this Node until it ends or `stop` aborts; its output is shown only when it fails. */
function runTool(
  { root, stop }: { root: string; stop: AbortSignal | undefined },
  name: string,
  args: readonly string[],
  extra: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    stop?.throwIfAborted();
    // The tools get no secrets: neither the database's address nor the installation's secret belongs in a build.
    const env = { ...withoutSecrets(process.env), NEXT_TELEMETRY_DISABLED: "1", ...extra };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let lines: string[] = [];
    const keep = (chunk: Buffer): void => {
      lines = [...lines, ...chunk.toString("utf8").split("\n")]
        .filter((line) => line.trim() !== "")
        .slice(-LAST_LINES);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    // A tool that outlived its starter would keep the next one from building.
    const end = (): boolean => child.kill("SIGKILL");
    process.once("exit", end);
    stop?.addEventListener("abort", end);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.removeListener("exit", end);
      stop?.removeEventListener("abort", end);
      if (code === 0) resolve();
      else if (stop?.aborted === true) reject(stop.reason as Error);
      else {
        const end = signal === null ? `code ${String(code)}` : `signal ${signal}`;
        reject(new StartTrouble(`"${name}" failed with ${end}. Its last words:\n${lines.join("\n")}`));
      }
    });
  });
}

const SECRET_LIKE = /SECRET|PASSWORD|DATABASE_URL|SMTP_URL|TOKEN/;

function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !SECRET_LIKE.test(name));
  return { ...Object.fromEntries(kept), NODE_ENV: environment.NODE_ENV };
}

/**
 * SHA-256 over paths and contents of `paths` (files or whole folders, relative to `root`; missing ones are included as such) and over
 * `also`.
 */
export async function computeFingerprint(
  root: string,
  paths: readonly string[],
  also: readonly string[] = [],
): Promise<string> {
  const files = (await Promise.all(paths.map((path) => listFiles(root, path)))).flat().toSorted();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash("sha256");
  for (const text of also) hash.update(`${text}\0`);
  files.forEach((file, index) => {
    const content = contents[index] ?? Buffer.alloc(0);
    hash.update(`${file}\0${content.length}\0`).update(content);
  });
  return hash.digest("hex");
}

/** Does `work` unless `file` says that it was done for this fingerprint. Returns whether it was done now. */
export async function doUnlessDone(
  file: string,
  fingerprint: string,
  work: () => Promise<void>,
): Promise<boolean> {
  if ((await readFile(file, "utf8").catch(() => "")) === fingerprint) return false;
  await rm(file, { force: true });
  await work();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, fingerprint);
  return true;
}

async function listFiles(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => null);
  if (found === null) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
