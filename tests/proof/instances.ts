/**
 * The proof `instances`: two Porticos on one PostgreSQL and one S3 store behind a plain reverse proxy. One of them is killed with kill -9
 * while it uploads, reads models, sends a list and writes an export; this is repeated with the two alternating. `npm test` does it once,
 * with less work.
 */
import { killMidway, type MidwayResult } from "#tests/support/killed-midway.ts";
import type { Product } from "#tests/support/product.ts";
import { openTwoInstances, type InstanceName } from "#tests/support/two-instances.ts";
import { inChromium } from "./in-chromium.ts";
import { proofOf } from "./proof.ts";

const WORK = { doors: { count: 40_000, properties: 34 }, models: 3, addresses: 400, isHeld: false };
const ROUNDS = 4;

export const proveInstances = inChromium(async (browser, say) => {
  const ground = await openTwoInstances();
  const running = new Map<InstanceName, Product>();
  try {
    const begun = await Promise.all([ground.start("one"), ground.start("two")]);
    running.set("one", begun[0]).set("two", begun[1]);
    const results: MidwayResult[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = round % 2 === 0 ? "one" : "two";
      const victim = running.get(name);
      const survivor = running.get(name === "one" ? "two" : "one");
      if (victim === undefined || survivor === undefined) throw new Error("one of them is not there");
      ground.lead(victim, survivor);
      const result = await killMidway(ground, browser, [victim, survivor], WORK);
      results.push(result);
      say(`round ${String(round + 1)}: ${JSON.stringify(result)}`);
      running.set(name, await ground.start(name));
    }
    return proofOf(true, describe(results));
  } finally {
    await Promise.all([...running.values()].map((product) => product.stop()));
    await ground.close();
  }
});

function describe(results: readonly MidwayResult[]): string[] {
  const { doors, models, addresses } = WORK;
  const columns = String(doors.properties + 6);
  return [
    `${String(ROUNDS)} times one of the two was killed with kill -9, alternately, while it alone was working on all of this: a half-sent upload, ` +
      `${String(models)} models of ${doors.count.toLocaleString("en")} doors, a list of ${String(addresses)} addresses, an export of ${columns} columns. The other one, frozen until then, ` +
      "finished the work: every line of the file matches its door, each model was read once and nothing of interrupted readings was left, each address was tried once and " +
      "got one email at most, and the upload was reported as uncertain. The killed one was started again each time.",
    "",
    "| Export at the kill | Models being read | Addresses sent | Uncertain addresses at the end | Seconds from the kill until all was done |",
    "| --- | --- | --- | --- | --- |",
    ...results.map(
      ({ exportState, modelsReading, addressesSent, uncertain, secondsToEnd }) =>
        `| ${exportState} | ${String(modelsReading)} | ${String(addressesSent)} | ${String(uncertain)} | ${secondsToEnd.toFixed(0)} |`,
    ),
  ];
}
