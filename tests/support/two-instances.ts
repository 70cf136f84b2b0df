/**
 * The ground for two Porticos on one PostgreSQL and one S3 store behind a plain reverse proxy. Starts only what they share; the caller
 * decides which of them run, and where the proxy leads.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readLock } from "#lib/boot/lock.mjs";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { startBreakablePostgres } from "./breakable-postgres.ts";
import { startProduct, type Product, type ProductAccess } from "./product.ts";
import { startRoundRobin, type RoundRobin } from "./round-robin.ts";
import { startS3Store, type S3Store } from "./s3-store.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch.ts";

export type InstanceName = "one" | "two";

export type TwoInstances = {
  /** A folder of this ground, removed with it. */
  folder: string;
  databaseUrl: string;
  store: S3Store;
  proxy: RoundRobin;
  /** For checks behind the answers. Connects with the first query, so not before something was migrated. */
  db: PrismaClient;
  /** `root`: another version's sources. */
  start: (name: InstanceName, root?: string) => Promise<Product>;
  /** Requests go to these products from now on. */
  lead: (...products: readonly Product[]) => void;
  /** Through the proxy; `product` is any of them. */
  everywhere: (product: Product) => ProductAccess;
  /** Removes everything except the products, which their starter stops first. */
  close: () => Promise<void>;
};

const ACCOUNT = {
  adminEmail: "ada.admin@portico.example",
  adminPassword: "password of the instances test",
  serviceClientSecret: "the secret of the instances test",
};

export async function openTwoInstances(): Promise<TwoInstances> {
  const folder = await makeScratchFolder("instances");
  for (const name of ["store", "one", "two"]) await mkdir(join(folder, name));
  const store = await startS3Store(join(folder, "store"));
  const proxy = await startRoundRobin();
  const database = await startBreakablePostgres(folder);
  const db = createClient(database.url);
  return {
    folder,
    store,
    proxy,
    db,
    databaseUrl: database.url,
    start: (name, root) =>
      startProduct({
        dataDir: join(folder, name),
        ...(root === undefined ? {} : { root }),
        environment: {
          ...store.variables,
          DATABASE_URL: database.url,
          PORTICO_ORIGIN: proxy.origin,
          PORTICO_SECRET: "one secret for all of them, 32 characters",
          PORTICO_ADMIN_EMAIL: ACCOUNT.adminEmail,
          PORTICO_ADMIN_PASSWORD: ACCOUNT.adminPassword,
          PORTICO_SERVICE_CLIENT_SECRET: ACCOUNT.serviceClientSecret,
          LOG_LEVEL: "silent",
        },
      }),
    lead: (...products) => {
      proxy.setTargets(products.map(({ access }) => Number(new URL(access.origin).port)));
    },
    everywhere: ({ access }) => ({ ...access, ...ACCOUNT, origin: proxy.origin }),
    close: async () => {
      await db.$disconnect();
      await proxy.stop();
      await store.stop();
      await removeScratchFolder(folder);
    },
  };
}

/** The process that answers and works, not its starter. */
export function serverPid({ access }: Product): number {
  const lock = readLock(join(access.dataDir, "portico.lock")) as unknown as { server: { pid: number } };
  return lock.server.pid;
}
