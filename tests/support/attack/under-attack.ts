/** The portal in use during an attack: people who view pages, an application that calls the service, and the cost of the attack. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LoadGround } from "#tests/support/load-ground.ts";
import { withGrowth } from "#tests/support/memory-growth.ts";
import type { Product } from "#tests/support/product.ts";
import { runSteadyLoad, type KindResult } from "#tests/support/steady-load.ts";
import type { Anonymous } from "./anonymous.ts";
import type { Attack, AttackResult, Force } from "./attacks.ts";

export type Use = { pagesPerSecond: number; callsPerSecond: number; atOnceMax?: number };

export type Seen = {
  attack: AttackResult;
  pages: KindResult;
  calls: KindResult;
  /** How much the product printed and its database logged meanwhile. */
  logBytes: number;
  /** Memory of the product's processes at the beginning, and the maximum increase. */
  beforeMib: number;
  growthMib: number;
};

const LOOK_MS = 500;

/** The client's own addresses; the portal's people come from 127.0.0.1. */
export const addressesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `127.0.0.${String(n + 2)}`);

export const countErrors = ({ requests, statuses }: KindResult): number => requests - (statuses["200"] ?? 0);

/** Runs one attack while the portal is in use. */
export async function attackInUse(
  { product, ground, anonymous }: { product: Product; ground: LoadGround; anonymous: Anonymous },
  attack: Attack,
  force: Force,
  use: Use,
): Promise<Seen> {
  const { port, cookies } = ground;
  const plan = {
    port,
    cookies,
    seconds: force.seconds,
    ...(use.atOnceMax === undefined ? {} : { atOnceMax: use.atOnceMax }),
  };
  const before = await logBytes(product);
  const { result, beforeMib, growthMib } = await withGrowth(
    product.pid,
    () =>
      Promise.all([
        attack.run(anonymous, port, force),
        runSteadyLoad({ ...plan, kinds: ground.pages, perSecond: use.pagesPerSecond }),
        runSteadyLoad({ ...plan, kinds: [ground.models], perSecond: use.callsPerSecond }),
      ]),
    LOOK_MS,
  );
  const [attacked, pages, calls] = result;
  const logged = (await logBytes(product)) - before;
  return { attack: attacked, pages: pages.all, calls: calls.all, logBytes: logged, beforeMib, growthMib };
}

async function logBytes(product: Product): Promise<number> {
  const folder = join(product.access.dataDir, "postgres", "log");
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  const ofDatabase = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return Buffer.byteLength(product.output()) + ofDatabase;
}
