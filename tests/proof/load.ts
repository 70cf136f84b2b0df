/**
 * The load of the promise (L1 to L4) on the built product, with its database and the load on the same machine: 50 people at 50 requests a
 * second, a burst, grants, and lists of models. Each answer's time counts from the moment it was due.
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
import { proofOf, type Proof, type Prove, type Say } from "./proof.ts";

const EXTENT = { registry: PROMISED, auditRows: 5_000_000, staff: 50, applications: 20_000, models: 200 };
/** The promise is about a product in use; the first minute after a start is spent compiling. */
const WARM_PER_SECOND = 20;
const WARM_SECONDS = 60;
const PER_SECOND = 50;
const BURST_PER_SECOND = 120;
const BURST_SECONDS = 60;
/** By then everything is as before. */
const BACK_SECONDS = 10;
const CALM_SECONDS = 30;
const GRANTS_PER_SECOND = 240;
const LISTS_PER_SECOND = 300;

type Bound = { p95Ms: number; p99Ms?: number };
type Result = { lines: string[]; holds: boolean };
type Part = (ground: LoadGround) => Promise<Result>;

/** L1. */
export const proveLoadPages: Prove = (say) => proveOnGround(say, [(ground) => proveMixed(ground, 30 * 60)]);
/** L2. */
export const proveLoadBurst: Prove = (say) => proveOnGround(say, [proveBurst]);
/** L3 and L4. */
export const proveLoadService: Prove = (say) =>
  proveOnGround(say, [(ground) => proveGrants(ground, 10 * 60), (ground) => proveLists(ground, 5 * 60)]);
/** All four, within a few minutes. */
export const proveLoadMinute: Prove = (say) =>
  proveOnGround(say, [
    (ground) => proveMixed(ground, 60),
    proveBurst,
    (ground) => proveGrants(ground, 20),
    (ground) => proveLists(ground, 20),
  ]);

async function proveOnGround(say: Say, parts: readonly Part[]): Promise<Proof> {
  await using product = await startProduct({ environment: { LOG_LEVEL: "silent" } });
  say("filling the database");
  await using ground = await prepareLoad(product.access, EXTENT);
  say("warming up");
  const { port, cookies, pages } = ground;
  await runSteadyLoad({ port, cookies, kinds: pages, perSecond: WARM_PER_SECOND, seconds: WARM_SECONDS });
  const results: Result[] = [];
  for (const prove of parts) {
    const result = await prove(ground);
    for (const line of result.lines) say(line);
    results.push(result);
  }
  return proofOf(
    results.every(({ holds }) => holds),
    [
      "The built product with its own database and the load on the same machine; 10,000 clouds, 100,000 projects, 1,000,000 invitations,",
      "5,000,000 rows of audit, 50 people signed in, 20,000 applications. Each answer counts from the moment it was due. Before, the product had been",
      `asked for ${String(WARM_PER_SECOND)} pages a second for ${String(WARM_SECONDS)} s.`,
      "",
      ...results.flatMap(({ lines }) => lines.map((line) => `- ${line}`)),
    ],
  );
}

/** L1: 90 % pages, 10 % actions. */
async function proveMixed(
  { port, cookies, pages, actions, countMistold }: LoadGround,
  seconds: number,
): Promise<Result> {
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

/** L2: excess requests are refused properly, and soon everybody is answered as before. */
async function proveBurst({ port, cookies, pages }: LoadGround): Promise<Result> {
  const plan = { port, cookies, kinds: pages };
  const burst = await runSteadyLoad({ ...plan, perSecond: BURST_PER_SECOND, seconds: BURST_SECONDS });
  const first = await runSteadyLoad({ ...plan, perSecond: PER_SECOND, seconds: BACK_SECONDS });
  const calm = await runSteadyLoad({ ...plan, perSecond: PER_SECOND, seconds: CALM_SECONDS });
  const { "200": answered = 0, "503": refused = 0 } = burst.all.statuses;
  const others = burst.all.requests - answered - refused;
  return {
    holds:
      others === 0 &&
      burst.bareRefusals === 0 &&
      burst.all.maxMs <= 5_000 &&
      calm.all.statuses["200"] === calm.all.requests &&
      calm.all.p95Ms <= 250,
    lines: [
      `L2, ${String(BURST_PER_SECOND)} a second for ${String(BURST_SECONDS)} s: ${String(answered)} answered, ${String(refused)} refused with 503 and Retry-After ` +
        `(${String(burst.bareRefusals)} without), ${String(others)} others; slowest ${String(burst.all.maxMs)} ms (bound 5000).`,
      `Back at 50 a second: p95 ${String(first.all.p95Ms)} ms in the first ${String(BACK_SECONDS)} s (each second: ${first.p95MsBySecond.join(", ")}); ` +
        `p95 ${String(calm.all.p95Ms)} ms in the ${String(CALM_SECONDS)} s after them (bound 250), ${String(calm.all.requests - (calm.all.statuses["200"] ?? 0))} errors.`,
    ],
  };
}

const proveGrants = (ground: LoadGround, seconds: number): Promise<Result> =>
  proveCalls("L3, grants", ground, ground.grants, GRANTS_PER_SECOND, seconds, { p95Ms: 60 });

const proveLists = (ground: LoadGround, seconds: number): Promise<Result> =>
  proveCalls("L4, lists of 200 models", ground, ground.models, LISTS_PER_SECOND, seconds, { p95Ms: 80 });

async function proveCalls(
  name: string,
  { port, cookies }: LoadGround,
  kind: LoadKind,
  perSecond: number,
  seconds: number,
  bound: Bound,
): Promise<Result> {
  const result = await runSteadyLoad({ port, cookies, perSecond, seconds, kinds: [kind] });
  return describe(
    `${name}, ${String(perSecond)} a second for ${String(seconds)} s`,
    result,
    result.all,
    bound,
  );
}

function describe(name: string, result: SteadyResult, all: KindResult, bound: Bound): Result {
  const { "200": answered = 0 } = all.statuses;
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
