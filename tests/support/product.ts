/**
 * The whole product as people run it (npm start's own file), on a free port with a separate data folder. Contract and browser tests talk to
 * it only over HTTP.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SECRET_NAMES, envSchema } from "#lib/core/env.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** A first start installs, builds and creates a database. */
const START_LIMIT_MS = 10 * 60_000;

/** What a test needs to use a running product. Plain data, which is passed between processes. */
export type ProductAccess = {
  /** http://localhost:<port>, without a trailing slash. */
  readonly origin: string;
  readonly dataDir: string;
  /** The administrator's account. */
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** Credentials of the embedded service's first application. */
  readonly serviceClientId: string;
  readonly serviceClientSecret: string;
  /** Its database, for checks behind the answers and for rows that no page makes. */
  readonly databaseUrl: string;
};

/** A product that this process started; `await using` removes it. */
export type Product = AsyncDisposable & {
  readonly access: ProductAccess;
  /** Process of start.mjs; the others are its descendants. */
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Stops it in order, waits for its end and returns its exit code. Keeps the data folder. */
  stop(): Promise<number | null>;
  /** Stops it and removes its data folder. */
  remove(): Promise<void>;
};

/** `environment`: further settings. `dataDir`: of an earlier product, to restart it. `root`: another version's sources. */
export type ProductOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  readonly root?: string;
};

/** Starts the product and waits until it is healthy. @throws Error with everything it printed */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = await findFreePort();
  const dataDir = options.dataDir ?? (await makeScratchFolder("product"));
  const account = {
    origin: `http://localhost:${String(port)}`,
    dataDir,
    adminEmail: "ada.admin@portico.example",
    adminPassword: `test-${randomBytes(12).toString("hex")}`,
    serviceClientId: "portico-test",
    serviceClientSecret: randomBytes(24).toString("base64url"),
  };
  const root = options.root ?? ROOT;
  const child = spawn(process.execPath, [join(root, "lib", "boot", "start.mjs")], {
    cwd: root,
    env: { ...cleanEnvironment(), ...toEnvironment(account, port), ...options.environment },
    // The channel carries nothing: it closes when this process dies, and the product then shuts down in order.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const seen = { output: "", ended: false };
  const keep = (chunk: Buffer): void => {
    seen.output += chunk.toString("utf8");
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      seen.ended = true;
      resolve(code);
    });
  });
  const stop = async (): Promise<number | null> => {
    if (!seen.ended) child.kill("SIGTERM");
    return exit;
  };
  const deadline = Date.now() + START_LIMIT_MS;
  const announced = options.environment?.["PORTICO_ORIGIN"] ?? account.origin;
  while (!seen.output.includes(`Portico is ready at ${announced}`)) {
    if (seen.ended || Date.now() > deadline) {
      await stop();
      throw new Error(`The product did not start. It printed:\n${seen.output}`);
    }
    await sleep(50);
  }
  // Uses the product's own server: a data folder has at most one.
  const databaseUrl = options.environment?.["DATABASE_URL"] ?? (await startEmbeddedPostgres({ dataDir })).url;
  const remove = async (): Promise<void> => {
    await stop();
    await removeScratchFolder(dataDir);
  };
  return {
    access: { ...account, databaseUrl },
    pid: child.pid ?? 0,
    output: () => seen.output,
    stop,
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

function toEnvironment(access: Omit<ProductAccess, "databaseUrl">, port: number): Record<string, string> {
  return {
    PORT: String(port),
    PORTICO_DATA_DIR: access.dataDir,
    PORTICO_ADMIN_EMAIL: access.adminEmail,
    PORTICO_ADMIN_PASSWORD: access.adminPassword,
    PORTICO_SERVICE_CLIENT_ID: access.serviceClientId,
    PORTICO_SERVICE_CLIENT_SECRET: access.serviceClientSecret,
    LOG_LEVEL: "warn",
  };
}

/** This environment without the product's own settings: empty ones also override a developer's .env file. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const names = [...Object.keys(envSchema.shape), ...SECRET_NAMES.map((name) => `${name}_FILE`)];
  const emptied = Object.fromEntries(names.map((name) => [name, ""]));
  // Under npm test these variables say that npm runs this process; the product must not apply that to itself.
  const rest = Object.entries(process.env).filter(([name]) => name !== "npm_lifecycle_event");
  return { ...Object.fromEntries(rest), ...emptied, TZ: "UTC", NODE_ENV: "production" };
}
