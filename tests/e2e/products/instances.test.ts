/**
 * Two Porticos on one PostgreSQL and one S3 store behind a plain reverse proxy: started at once on an empty database, sharing sessions and
 * tokens and work; one killed with kill -9 while it reads models, both started again one after the other while people go on working.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLock } from "#lib/boot/lock.mjs";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { startBreakablePostgres, type BreakablePostgres } from "#tests/support/breakable-postgres.ts";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import { killEverything } from "#tests/support/kill-all.ts";
import { startProduct, type Product, type ProductAccess } from "#tests/support/product.ts";
import { startRoundRobin, type RoundRobin } from "#tests/support/round-robin.ts";
import { startS3Store, type S3Store } from "#tests/support/s3-store.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { openService } from "#tests/support/service-caller.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 300_000;
const MODEL = new URL("../../fixtures/ifc/schependomlaan-houten-kozijnen.ifc", import.meta.url).pathname;
const MODELS = 8;

let scratch: string;
let database: BreakablePostgres;
let store: S3Store;
let proxy: RoundRobin;
let db: PrismaClient;
/** By way of the proxy. */
let everywhere: ProductAccess;
let one: Product;
let two: Product;

const start = (name: string): Promise<Product> =>
  startProduct({
    dataDir: join(scratch, name),
    environment: {
      ...store.variables,
      DATABASE_URL: database.url,
      PORTICO_ORIGIN: proxy.origin,
      PORTICO_SECRET: "one secret for all of them, 32 characters",
      PORTICO_ADMIN_EMAIL: "ada.admin@portico.example",
      PORTICO_ADMIN_PASSWORD: "password of the instances test",
      PORTICO_SERVICE_CLIENT_SECRET: "the secret of the instances test",
      LOG_LEVEL: "silent",
    },
  });

const lead = (...products: readonly Product[]): void => {
  proxy.setTargets(products.map(({ access }) => Number(new URL(access.origin).port)));
};

/** The process that answers and works, apart from its starter. */
function serverPid({ access }: Product): number {
  const lock = readLock(join(access.dataDir, "portico.lock")) as unknown as { server: { pid: number } };
  return lock.server.pid;
}

beforeAll(async () => {
  scratch = await makeScratchFolder("instances");
  for (const name of ["store", "one", "two"]) await mkdir(join(scratch, name));
  store = await startS3Store(join(scratch, "store"));
  proxy = await startRoundRobin();
  database = await startBreakablePostgres(scratch);
}, LIMIT_MS);

afterAll(async () => {
  await Promise.all([one, two].map((product) => product.stop()));
  await db.$disconnect();
  await proxy.stop();
  await store.stop();
  await removeScratchFolder(scratch);
}, LIMIT_MS);

test(
  "both begin at once on an empty database, which has everything once after it",
  async () => {
    [one, two] = await Promise.all([start("one"), start("two")]);
    lead(one, two);
    everywhere = {
      ...one.access,
      origin: proxy.origin,
      adminEmail: "ada.admin@portico.example",
      adminPassword: "password of the instances test",
      serviceClientSecret: "the secret of the instances test",
    };
    db = createClient(database.url);
    const twice =
      await db.$queryRaw`select migration_name from _prisma_migrations group by 1 having count(*) > 1`;
    expect(twice).toEqual([]);
    expect(await db.staff.count()).toBe(1);
    expect(await db.connection.count({ where: { kind: "BUILTIN" } })).toBe(1);
    expect(await db.serviceApplication.count({ where: { clientId: everywhere.serviceClientId } })).toBe(1);
  },
  LIMIT_MS,
);

test("who signed in at one works at the other until the session ends, and a token of one is good at the other", async () => {
  const cookie = await signInOverHttp(one.access.origin, everywhere);
  const pageOf = async ({ access }: Product): Promise<number> =>
    (await fetch(`${access.origin}/operations`, { headers: { cookie }, redirect: "manual" })).status;
  expect([await pageOf(one), await pageOf(two)]).toEqual([200, 200]);
  await db.staffSession.updateMany({ data: { endedAt: new Date() } });
  expect([await pageOf(one), await pageOf(two)]).toEqual([307, 307]);
  const [here, there] = await Promise.all(
    [one, two].map(({ access }) => openService({ ...everywhere, origin: access.origin })),
  );
  // Made at the first token, wherever that is asked for.
  expect(await db.serviceSigningKey.count({ where: { retiredAt: null } })).toBe(1);
  const made = await here?.post("/cloud", { name: "Of both" });
  expect(await there?.get(`/cloud/${String(made?.id)}`)).toMatchObject({ name: "Of both" });
});

test(
  "one is killed while it reads models: the other reads them all, each once, and nothing of what was broken off stays",
  { timeout: 2 * LIMIT_MS },
  async () => {
    const service = await openService(everywhere);
    const cloud = await service.post("/cloud", { name: "Shared" });
    const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok A" });
    const path = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
    await Promise.all(Array.from({ length: MODELS }, () => service.upload(path, MODEL)));
    await until("the one reads a model", () => readsAModel(one), LIMIT_MS);
    await killEverything(one.pid, one.access.dataDir);
    expect(await service.get(`${path}/ifc`)).toHaveLength(MODELS);
    await until(
      "all models are read",
      async () => (await db.serviceModel.count({ where: { status: "C" } })) === MODELS,
      LIMIT_MS,
    );
    expect([await db.serviceModel.count(), await db.serviceDocument.count()]).toEqual([MODELS, MODELS]);
    const kept = await until(
      "nothing is left of what was broken off",
      async () => {
        const names = await store.names();
        const runs = new Set(names.flatMap((name) => /\/models\/\d+\/[^/]+/.exec(name)?.[0] ?? []));
        return runs.size === MODELS && [...runs];
      },
      LIMIT_MS,
    );
    const models = await db.serviceModel.findMany({ select: { answersKey: true } });
    expect(models.filter(({ answersKey }) => !kept.some((run) => answersKey?.endsWith(run)))).toEqual([]);
  },
);

/** True while a worker of this very product holds a model. */
async function readsAModel(product: Product): Promise<boolean> {
  const rows = await db.$queryRaw<{ pid: number }[]>`
    select instance.pid from graphile_worker.jobs job join instance on job.locked_by = any(instance.worker_ids)
    where job.task_identifier = 'service.ingest-model'`;
  return rows.some(({ pid }) => pid === serverPid(product));
}

test(
  "each is started again while the other serves: nobody who works meanwhile notices",
  { timeout: 2 * LIMIT_MS },
  async () => {
    const cookie = await signInOverHttp(proxy.origin, everywhere);
    const seen: number[] = [];
    const work = new AbortController();
    const working = (async () => {
      while (!work.signal.aborted) {
        for (const path of ["/clouds", "/exports", "/api/health"])
          seen.push(
            (await fetch(`${proxy.origin}${path}`, { headers: { cookie } }).catch(() => ({ status: 0 })))
              .status,
          );
      }
    })();
    one = await start("one");
    lead(one, two);
    await two.stop();
    two = await start("two");
    lead(one, two);
    const before = seen.length;
    await until("both have served", () => seen.length > before + 12, LIMIT_MS);
    work.abort();
    await working;
    expect(seen.filter((status) => status !== 200)).toEqual([]);
    expect(await db.instance.count({ where: { pid: { in: [serverPid(one), serverPid(two)] } } })).toBe(2);
  },
);
