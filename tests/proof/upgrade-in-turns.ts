/**
 * Two instances of an earlier version: each is stopped and started as the present version while the other serves, and people and
 * applications continue to work.
 */
import assert from "node:assert/strict";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import type { OtherVersion } from "#tests/support/other-version.ts";
import type { Product } from "#tests/support/product.ts";
import { openService } from "#tests/support/service-caller.ts";
import { openTwoInstances, type InstanceName } from "#tests/support/two-instances.ts";
import { until } from "#tests/support/until.ts";
import type { Say } from "./proof.ts";

const LIMIT_MS = 300_000;
const PAGES = ["/", "/clouds", "/operations", "/exports", "/invitations"];
/** Rounds of people's work that both versions together, and the present one alone, must have answered. */
const ROUNDS = 3;

/** @returns a line of the report @throws AssertionError when somebody noticed the upgrade */
export async function upgradeInTurns(earlier: OtherVersion, say: Say): Promise<string> {
  const ground = await openTwoInstances();
  const running = new Map<InstanceName, Product>();
  const work = new AbortController();
  try {
    // One after the other: how an earlier version starts is not tested here.
    const one = await ground.start("one", earlier.root);
    running.set("one", one);
    const two = await ground.start("two", earlier.root);
    running.set("two", two);
    ground.lead(one, two);
    const access = ground.everywhere(one);
    const cookie = await signInOverHttp(ground.proxy.origin, access);
    const service = await openService(access);
    const refused: string[] = [];
    let rounds = 0;
    let made = 0;
    const working = (async () => {
      while (!work.signal.aborted) {
        for (const path of PAGES) {
          const status = await fetch(`${ground.proxy.origin}${path}`, { headers: { cookie } }).then(
            (answer) => answer.text().then(() => answer.status),
            (thrown: unknown) => String(thrown),
          );
          if (status !== 200) refused.push(`${path} ${String(status)}`);
        }
        await service.post("/cloud", { name: `Made in round ${String(rounds)}` });
        made += 1;
        rounds += 1;
      }
    })();
    const served = async (what: string): Promise<void> => {
      const from = rounds;
      await until(what, () => rounds >= from + ROUNDS, LIMIT_MS);
    };
    await served("the earlier ones serve");
    for (const name of ["one", "two"] as const) {
      const other = running.get(name === "one" ? "two" : "one");
      const old = running.get(name);
      if (other === undefined || old === undefined) throw new Error("one of them is not there");
      ground.lead(other);
      await old.stop();
      const upgraded = await ground.start(name);
      running.set(name, upgraded);
      ground.lead(upgraded, other);
      await served(`both serve, ${name} being upgraded`);
      say(`${name} is upgraded`);
    }
    work.abort();
    await working;
    assert.deepEqual(refused, []);
    const names = await ground.db.serviceCloud.findMany({ where: { name: { startsWith: "Made in round" } } });
    assert.equal(names.length, made);
    assert.equal(new Set(names.map(({ name }) => name)).size, made);
    return (
      `- Two instances behind a reverse proxy, each stopped and started as the present version while the other served: ${String(rounds * PAGES.length)} pages for somebody ` +
      `who stayed signed in and ${String(made)} Clouds made by an application with one token, before, between and after; all were answered, and each Cloud is there once.`
    );
  } finally {
    work.abort();
    await Promise.all([...running.values()].map((product) => product.stop()));
    await ground.close();
  }
}
