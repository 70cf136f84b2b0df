/**
 * The product survives what happens to processes: after a kill of any of them at any moment there is a working portal again, automatically
 * or at the next start, on the same data.
 */
import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMarkAlive, readLock } from "#lib/boot/lock.mjs";
import type { ProcessMark } from "#lib/boot/lock.mjs";
import { findPostmaster } from "#lib/db/embedded/postmaster.ts";
import { startProduct } from "#tests/support/product.ts";
import type { Product } from "#tests/support/product.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 60_000;
const dataDir = await makeScratchFolder("lifecycle");
const lockFile = join(dataDir, "portico.lock");
const products: Product[] = [];

async function start(): Promise<Product> {
  const product = await startProduct({ dataDir });
  products.push(product);
  return product;
}

/** The product's running processes: starter, supervisor, server. */
function readProcesses(): Record<"holder" | "main" | "server", ProcessMark> {
  const lock = readLock(lockFile) as Record<"holder" | "main" | "server", ProcessMark> | null;
  if (lock === null) throw new Error("The product has no lock.");
  return lock;
}

async function getHealth(product: Product): Promise<number> {
  const response = await fetch(`${product.access.origin}/api/health`).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? 0;
}

/** Proves that the portal answers and works on the data folder's own database. */
async function expectHealthy(product: Product): Promise<void> {
  await until("health", async () => (await getHealth(product)) === 200, LIMIT_MS);
}

async function getDatabasePid(): Promise<number> {
  const server = await findPostmaster(join(dataDir, "postgres"));
  if (server === null) throw new Error("There is no database server.");
  return server.pid;
}

test.afterAll(async () => {
  for (const product of products) await product.stop();
  await removeScratchFolder(dataDir);
});

test.describe("the running product", () => {
  test("starts its server again when that is killed", async () => {
    const product = await start();
    const { server } = readProcesses();
    process.kill(server.pid, "SIGKILL");
    await until("another server", () => readProcesses().server.pid !== server.pid, LIMIT_MS);
    await expectHealthy(product);
  });

  test("replaces its server when that hangs", async () => {
    const product = products.at(-1) ?? (await start());
    const { server } = readProcesses();
    process.kill(server.pid, "SIGSTOP");
    await until("another server", () => readProcesses().server.pid !== server.pid, 2 * LIMIT_MS);
    expect(isMarkAlive(server)).toBe(false);
    await expectHealthy(product);
  });

  test("starts its database again when that is killed", async () => {
    const product = products.at(-1) ?? (await start());
    const pid = await getDatabasePid();
    process.kill(pid, "SIGKILL");
    await until(
      "another database server",
      async () => (await getDatabasePid().catch(() => pid)) !== pid,
      LIMIT_MS,
    );
    await expectHealthy(product);
  });

  test("says where it runs when it is started a second time", async () => {
    await expect(startProduct({ dataDir })).rejects.toThrow(
      /Portico is already running with the data folder/,
    );
  });

  test("ends in order when its starter is killed, and the next start works", async () => {
    const { holder, main, server } = readProcesses();
    process.kill(holder.pid, "SIGKILL");
    const product = await start();
    expect(isMarkAlive(main) || isMarkAlive(server)).toBe(false);
    await expectHealthy(product);
  });

  test("joins the database that is left when everything else was killed", async () => {
    const { holder, main, server } = readProcesses();
    const pid = await getDatabasePid();
    for (const mark of [holder, main, server]) process.kill(mark.pid, "SIGKILL");
    const product = await start();
    expect(await getDatabasePid()).toBe(pid);
    expect(product.output()).toContain("was still running and is used again");
    await expectHealthy(product);
  });

  test("starts when everything was killed, the database too", async () => {
    const { holder, main, server } = readProcesses();
    for (const killed of [holder.pid, main.pid, server.pid, await getDatabasePid()])
      process.kill(killed, "SIGKILL");
    await expectHealthy(await start());
  });

  test("ends in order when it is asked to, and leaves nothing running", async () => {
    const product = products.at(-1) ?? (await start());
    const marks = Object.values(readProcesses()).filter((value) => typeof value === "object");
    expect(await product.stop()).toBe(0);
    expect(marks.filter((mark) => isMarkAlive(mark))).toEqual([]);
    expect(await findPostmaster(join(dataDir, "postgres"))).toBeNull();
    expect(readLock(lockFile)).toBeNull();
  });

  test("keeps the secret over all of it", () => {
    expect(readFileSync(join(dataDir, "secret"), "utf8").trim().length).toBeGreaterThan(32);
  });
});
