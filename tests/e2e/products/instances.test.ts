/**
 * Two Porticos on one PostgreSQL and one S3 store behind a plain reverse proxy: started at once on an empty database, sharing sessions and
 * tokens. One is killed with kill -9 in the middle of an upload, of models, of a list of invitations and of an export, all of which the
 * other one finishes. Both are restarted one after the other while people continue to work. `npm run proof -- instances` does this with
 * more work, several times.
 */
import { expect, test } from "@playwright/test";
import { closePages } from "#tests/support/browser.ts";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import { killMidway } from "#tests/support/killed-midway.ts";
import type { Product, ProductAccess } from "#tests/support/product.ts";
import { openService } from "#tests/support/service-caller.ts";
import { openTwoInstances, serverPid, type TwoInstances } from "#tests/support/two-instances.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 300_000;

let ground: TwoInstances;
/** Through the proxy. */
let everywhere: ProductAccess;
let one: Product;
let two: Product;

test.beforeAll(async () => {
  test.setTimeout(LIMIT_MS);
  ground = await openTwoInstances();
});

test.afterAll(async ({ browser }) => {
  test.setTimeout(LIMIT_MS);
  await closePages(browser);
  await Promise.all([one, two].map((product) => product.stop()));
  await ground.close();
});

test("both begin at once on an empty database, which has everything once after it", async () => {
  test.setTimeout(LIMIT_MS);
  [one, two] = await Promise.all([ground.start("one"), ground.start("two")]);
  ground.lead(one, two);
  everywhere = ground.everywhere(one);
  const { db } = ground;
  const twice =
    await db.$queryRaw`select migration_name from _prisma_migrations group by 1 having count(*) > 1`;
  expect(twice).toEqual([]);
  expect(await db.staff.count()).toBe(1);
  expect(await db.connection.count({ where: { kind: "BUILTIN" } })).toBe(1);
  expect(await db.serviceApplication.count({ where: { clientId: everywhere.serviceClientId } })).toBe(1);
});

test("who signed in at one works at the other until the session ends, and a token of one is good at the other", async () => {
  const cookie = await signInOverHttp(one.access.origin, everywhere);
  const pageOf = async ({ access }: Product): Promise<number> =>
    (await fetch(`${access.origin}/operations`, { headers: { cookie }, redirect: "manual" })).status;
  expect([await pageOf(one), await pageOf(two)]).toEqual([200, 200]);
  await ground.db.staffSession.updateMany({ data: { endedAt: new Date() } });
  expect([await pageOf(one), await pageOf(two)]).toEqual([307, 307]);
  const [here, there] = await Promise.all(
    [one, two].map(({ access }) => openService({ ...everywhere, origin: access.origin })),
  );
  // Created with the first token, wherever that is requested.
  expect(await ground.db.serviceSigningKey.count({ where: { retiredAt: null } })).toBe(1);
  const made = await here?.post("/cloud", { name: "Of both" });
  expect(await there?.get(`/cloud/${String(made?.id)}`)).toMatchObject({ name: "Of both" });
});

test("one is killed in the middle of everything: the other finishes it, nothing is done twice, and nothing of what was broken off stays", async ({
  browser,
}) => {
  test.setTimeout(2 * LIMIT_MS);
  const work = { doors: { count: 5_000, properties: 10 }, models: 3, addresses: 150, isHeld: true };
  const { modelsReading, addressesSent } = await killMidway(ground, browser, [one, two], work);
  expect(modelsReading).toBeGreaterThan(0);
  expect(addressesSent).toBeLessThan(work.addresses);
});

test("each is started again while the other serves: nobody who works meanwhile notices", async () => {
  test.setTimeout(2 * LIMIT_MS);
  const cookie = await signInOverHttp(ground.proxy.origin, everywhere);
  const seen: string[] = [];
  const work = new AbortController();
  /** "200", or everything that a refusal says. */
  const look = async (path: string): Promise<string> => {
    const answer = await fetch(`${ground.proxy.origin}${path}`, { headers: { cookie } });
    const text = await answer.text();
    return answer.status === 200 ? "200" : `${path} ${String(answer.status)}: ${text}`;
  };
  const working = (async () => {
    while (!work.signal.aborted)
      for (const path of ["/clouds", "/exports", "/api/health"]) seen.push(await look(path).catch(String));
  })();
  one = await ground.start("one");
  ground.lead(one, two);
  await two.stop();
  two = await ground.start("two");
  ground.lead(one, two);
  const before = seen.length;
  await until("both have served", () => seen.length > before + 12, LIMIT_MS);
  work.abort();
  await working;
  expect(seen.filter((said) => said !== "200")).toEqual([]);
  const pids = [serverPid(one), serverPid(two)];
  expect(await ground.db.instance.count({ where: { pid: { in: pids } } })).toBe(2);
});
