/**
 * The load of the promise (L1 to L4) on the built product, with its database and the load on the same machine: 50 people at 50 requests a
 * second, a burst, grants, and lists of models. Each answer's clock runs from the moment it was due.
 */
import { PROMISED } from "#tests/support/many-rows.ts";
import { prepareLoad, type LoadGround } from "#tests/support/load-ground.ts";
import { startProduct } from "#tests/support/product.ts";
import {
  runSteadyLoad,
  type KindResult,
  type LoadKind,
  type SteadyResult,
} from "#tests/support/steady-load.ts";
import type { Proof } from "./proof.ts";

/** The promise says half an hour; the variable makes it any time. Grants get a third of it, lists a sixth. */
const MINUTES = Number(process.env["PORTICO_LOAD_MINUTES"] ?? 30);
const EXTENT = { registry: PROMISED, auditRows: 5_000_000, staff: 50, applications: 20_000, models: 200 };
/** The promise is about a product that is in use; its first minute after a start is spent compiling. */
const WARM_PER_SECOND = 20;
const WARM_SECONDS = 60;
const PER_SECOND = 50;
const BURST_PER_SECOND = 120;
const BURST_SECONDS = 60;
const CALM_SECONDS = 30;
const BACK_SECONDS = 10;
const GRANTS_PER_SECOND = 240;
const LISTS_PER_SECOND = 300;

type Bound = { p95Ms: number; p99Ms?: number };
type Result = { lines: string[]; holds: boolean };

export async function proveLoad(say: (line: string) => void): Promise<Proof> {
  const product = await startProduct({ environment: { LOG_LEVEL: "silent" } });
  try {
    say("filling the database");
    const ground = await prepareLoad(product.access, EXTENT);
    try {
      say("warming up");
      const { port, cookies, pages } = ground;
      await runSteadyLoad({ port, cookies, kinds: pages, perSecond: WARM_PER_SECOND, seconds: WARM_SECONDS });
      const results: Result[] = [];
      for (const prove of [proveMixed, proveBurst, proveGrants, proveLists]) {
        const result = await prove(ground);
        for (const line of result.lines) say(line);
        results.push(result);
      }
      return {
        verdict: results.every(({ holds }) => holds) ? "holds" : "fails",
        lines: [
          "The built product with its own database and the load on the same machine; 10,000 clouds, 100,000 projects, 1,000,000 invitations,",
          "5,000,000 rows of audit, 50 people signed in, 20,000 applications. Each answer counts from the moment it was due. Before, the product had been",
          `asked for ${String(WARM_PER_SECOND)} pages a second for ${String(WARM_SECONDS)} s.`,
          "",
          ...results.flatMap(({ lines }) => lines.map((line) => `- ${line}`)),
        ],
      };
    } finally {
      await ground.close();
    }
  } finally {
    await product.remove();
  }
}

/** L1: 90 % pages, 10 % actions. */
async function proveMixed({ port, cookies, pages, actions, countMistold }: LoadGround): Promise<Result> {
  const seconds = Math.round(MINUTES * 60);
  const acting = await actions(Math.ceil(seconds * PER_SECOND * 0.12));
  const share = pages.reduce((sum, kind) => sum + kind.share, 0) / 9;
  const result = await runSteadyLoad({
    port,
    cookies,
    seconds,
    perSecond: PER_SECOND,
    kinds: [...pages, { ...acting, share }],
  });
  const { made, mistold } = await countMistold();
  const asked = result.kinds[acting.name]?.requests ?? 0;
  const first = describe(`L1, ${String(PER_SECOND)} a second for ${String(seconds)} s`, result, result.all, {
    p95Ms: 250,
    p99Ms: 600,
  });
  const each = Object.entries(result.kinds).map(([name, { p95Ms }]) => `${name} ${String(p95Ms)}`);
  return {
    holds: first.holds && made === asked && mistold === 0,
    lines: [
      ...first.lines,
      `${String(asked)} actions: ${String(made)} done, ${String(mistold)} of them not once at the service and in the audit.`,
      `p95 in ms: ${each.join(", ")}.`,
    ],
  };
}

/** L2: what is refused is refused in order, and soon everybody is answered as before. */
async function proveBurst({ port, cookies, pages }: LoadGround): Promise<Result> {
  const plan = { port, cookies, kinds: pages };
  const burst = await runSteadyLoad({ ...plan, perSecond: BURST_PER_SECOND, seconds: BURST_SECONDS });
  const after = await runSteadyLoad({ ...plan, perSecond: PER_SECOND, seconds: CALM_SECONDS });
  const { "200": answered = 0, "503": refused = 0 } = burst.statuses;
  const backAt = after.p95MsBySecond.findLastIndex((p95Ms) => p95Ms > 250) + 1;
  return {
    holds:
      answered + refused === burst.all.requests &&
      burst.bareRefusals === 0 &&
      burst.all.maxMs <= 5_000 &&
      backAt <= BACK_SECONDS,
    lines: [
      `L2, ${String(BURST_PER_SECOND)} a second for ${String(BURST_SECONDS)} s: ${String(answered)} answered, ${String(refused)} refused with 503 and Retry-After ` +
        `(${String(burst.bareRefusals)} without), ${String(burst.all.requests - answered - refused)} others; slowest ${String(burst.all.maxMs)} ms (bound 5000). ` +
        `Back at 50 a second, p95 stayed below 250 ms from second ${String(backAt)} on (bound ${String(BACK_SECONDS)}).`,
    ],
  };
}

const proveGrants = (ground: LoadGround): Promise<Result> =>
  proveCalls("L3, grants", ground, ground.grants, GRANTS_PER_SECOND, (MINUTES * 60) / 3, { p95Ms: 60 });

const proveLists = (ground: LoadGround): Promise<Result> =>
  proveCalls("L4, lists of 200 models", ground, ground.models, LISTS_PER_SECOND, (MINUTES * 60) / 6, {
    p95Ms: 80,
  });

async function proveCalls(
  name: string,
  { port, cookies }: LoadGround,
  kind: LoadKind,
  perSecond: number,
  wantedSeconds: number,
  bound: Bound,
): Promise<Result> {
  const seconds = Math.round(wantedSeconds);
  const result = await runSteadyLoad({ port, cookies, perSecond, seconds, kinds: [kind] });
  return describe(
    `${name}, ${String(perSecond)} a second for ${String(seconds)} s`,
    result,
    result.all,
    bound,
  );
}

function describe(name: string, result: SteadyResult, all: KindResult, bound: Bound): Result {
  const { "200": answered = 0 } = result.statuses;
  const errors = all.requests - answered;
  const last = bound.p99Ms === undefined ? "" : `, p99 ${String(all.p99Ms)} (bound ${String(bound.p99Ms)})`;
  return {
    holds:
      errors === 0 &&
      result.repeated === 0 &&
      all.p95Ms <= bound.p95Ms &&
      all.p99Ms <= (bound.p99Ms ?? Infinity),
    lines: [
      `${name}: ${String(all.requests)} answers, ${String(errors)} errors; ms p50 ${String(all.p50Ms)}, ` +
        `p95 ${String(all.p95Ms)} (bound ${String(bound.p95Ms)})${last}, slowest ${String(all.maxMs)}; ${String(result.repeated)} repeated that must differ.`,
    ],
  };
}
