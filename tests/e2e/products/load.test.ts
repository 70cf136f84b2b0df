/**
 * The mixed load of the promise (L1, L3 and L4), smaller and for ten seconds: no error, every action once at the service and in the
 * audit, no token twice. Then a burst (L2): some requests are properly refused, and everything is as before. How fast the portal is: `npm
 * run proof -- load`.
 */
import { expect, test } from "@playwright/test";
import { prepareLoad, type LoadGround } from "#tests/support/load-ground.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { runSteadyLoad, type KindResult, type LoadKind } from "#tests/support/steady-load.ts";
import { until } from "#tests/support/until.ts";

const SECONDS = 10;
/** Per second. */
const PAGES = 9;
const ACTIONS = 1;
const CALLS = 20;
const BURST = { perSecond: 150, seconds: 2 };

let product: Product;
let ground: LoadGround;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({ environment: { LOG_LEVEL: "silent" } });
  ground = await prepareLoad(product.access, {
    registry: { clouds: 300, projectsPerCloud: 10, invitationsPerCloud: 50 },
    auditRows: 20_000,
    staff: 8,
    applications: 2_000,
    models: 200,
  });
});

test.afterAll(async () => {
  await ground[Symbol.asyncDispose]();
  await product.remove();
});

/** The same kinds, scaled so that together they make up another share of the whole. */
function sharing(kinds: readonly LoadKind[], share: number): LoadKind[] {
  const sum = kinds.reduce((total, kind) => total + kind.share, 0);
  return kinds.map((kind) => ({ ...kind, share: (kind.share * share) / sum }));
}

const say = (what: string, { requests, p50Ms, p95Ms, p99Ms }: KindResult): void => {
  console.log(
    `${what}: ${String(requests)} answers, ms p50 ${String(p50Ms)}, p95 ${String(p95Ms)}, p99 ${String(p99Ms)}`,
  );
};

test("pages, actions, tokens and lists at once: no error, every action once, no token twice", async () => {
  test.setTimeout(300_000);
  const actions = await ground.actions(2 * SECONDS * ACTIONS);
  const result = await runSteadyLoad({
    port: ground.port,
    cookies: ground.cookies,
    perSecond: PAGES + ACTIONS + 2 * CALLS,
    seconds: SECONDS,
    atOnceMax: 8,
    kinds: [
      ...sharing(ground.pages, PAGES),
      { ...actions, share: ACTIONS },
      { ...ground.grants, share: CALLS },
      { ...ground.models, share: CALLS },
    ],
  });
  for (const [kind, figures] of Object.entries(result.kinds)) say(kind, figures);
  expect(result.all.statuses).toEqual({ "200": SECONDS * (PAGES + ACTIONS + 2 * CALLS) });
  expect(result.repeated).toBe(0);
  const made = result.kinds[actions.name]?.requests ?? 0;
  expect(made).toBeGreaterThan(SECONDS * ACTIONS * 0.5);
  expect(await ground.countMistold()).toEqual({ made, mistold: 0 });
});

test("a burst: who is refused is told when to come back, and soon nobody is", async () => {
  test.setTimeout(300_000);
  const { port, cookies, pages } = ground;
  const burst = await runSteadyLoad({ port, cookies, kinds: pages, ...BURST });
  say("burst", burst.all);
  expect(Object.keys(burst.all.statuses).filter((status) => status !== "200" && status !== "503")).toEqual(
    [],
  );
  expect(burst.bareRefusals).toBe(0);
  expect(burst.all.statuses["200"]).toBeGreaterThan(0);
  await until(
    "everybody is answered again",
    async () => {
      const calm = await runSteadyLoad({ port, cookies, kinds: pages, perSecond: 5, seconds: 1 });
      return calm.all.statuses["200"] === calm.all.requests;
    },
    120_000,
  );
});
