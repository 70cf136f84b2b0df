/**
 * Attacks from outside on a portal in use, a few seconds each: no signed-in person and no application with a token gets an error, the
 * attackers are refused as intended, and neither memory nor log grows without limit. How fast the portal responds meanwhile: `npm run proof
 * -- attack`.
 */
import { expect, test } from "@playwright/test";
import { findAnonymous, type Anonymous } from "#tests/support/attack/anonymous.ts";
import { ATTACKS, type Force } from "#tests/support/attack/attacks.ts";
import { addressesOf, attackInUse, countErrors, type Seen } from "#tests/support/attack/under-attack.ts";
import { prepareLoad, type LoadGround } from "#tests/support/load-ground.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { runSteadyLoad } from "#tests/support/steady-load.ts";

/** Few at once: a slow machine answers late, but it answers. */
const USE = { pagesPerSecond: 5, callsPerSecond: 10, atOnceMax: 6 };
/** More sockets than one address may have. */
const FORCE = {
  seconds: 2,
  sockets: 300,
  socketsPerSecond: 300,
  bodiesPerSecond: 20,
  textsPerSecond: 60,
  floodPerSecond: 80,
};
const LOG_BYTES_MAX = 1_000_000;
const GROWTH_MIB_MAX = 300;

let product: Product;
let ground: LoadGround;
let anonymous: Anonymous;
const seen = new Map<string, Seen>();

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({ environment: { LOG_LEVEL: "info" } });
  ground = await prepareLoad(product.access, {
    registry: { clouds: 20, projectsPerCloud: 5, invitationsPerCloud: 20 },
    auditRows: 1_000,
    staff: 5,
    applications: 0,
    models: 20,
  });
  anonymous = await findAnonymous(`http://127.0.0.1:${String(ground.port)}`);
  // What a process loads for its first pages does not count as growth.
  const { port, cookies, pages } = ground;
  await runSteadyLoad({ port, cookies, kinds: pages, perSecond: 20, seconds: 2, atOnceMax: USE.atOnceMax });
});

test.afterAll(async () => {
  await ground[Symbol.asyncDispose]();
  await product.remove();
});

for (const attack of ATTACKS)
  test(`${attack.name}, from one address and from twenty: everybody else is answered`, async () => {
    const refused: string[] = [];
    for (const from of [1, 20]) {
      const force: Force = { ...FORCE, addresses: addressesOf(from) };
      const result = await attackInUse({ product, ground, anonymous }, attack, force, USE);
      const { attack: got, pages, calls, logBytes, beforeMib, growthMib } = result;
      console.log(
        JSON.stringify({
          from,
          ...got,
          pages: pages.p95Ms,
          calls: calls.p95Ms,
          logBytes,
          beforeMib,
          growthMib,
        }),
      );
      seen.set(`${attack.name} from ${String(from)}`, result);
      expect(countErrors(result.pages)).toBe(0);
      expect(countErrors(result.calls)).toBe(0);
      expect(result.attack.wrong).toEqual([]);
      expect(result.attack.sent).toBeGreaterThan(0);
      refused.push(...Object.keys(result.attack.statuses).filter((status) => attack.refusal.test(status)));
    }
    expect(refused).not.toEqual([]);
  });

test("all of them together leave a short log, and a process that has not grown", () => {
  const all = [...seen.values()];
  expect(all).toHaveLength(2 * ATTACKS.length);
  const growth =
    Math.max(...all.map(({ beforeMib, growthMib }) => beforeMib + growthMib)) - (all[0]?.beforeMib ?? 0);
  expect(growth).toBeLessThanOrEqual(GROWTH_MIB_MAX);
  expect(all.reduce((sum, { logBytes }) => sum + logBytes, 0)).toBeLessThan(LOG_BYTES_MAX);
});
