/**
 * The portal's pages under a steady load: 50 requests per second of one signed-in person's session, on 10,000 clouds, 100,000 projects
 * and 1,000,000 invitations; 70 % lists, 20 % details, 10 % the overview.
 */
import { connect } from "#tests/support/connected.ts";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import { PROMISED, fillRegistry } from "#tests/support/many-rows.ts";
import { startProduct } from "#tests/support/product.ts";
import { runSteadyLoad, type KindResult, type SteadyResult } from "#tests/support/steady-load.ts";
import { findPages } from "#tests/support/pages-under-load.ts";
import type { PartResult } from "./goals.ts";

const PER_SECOND = 50;
const WARM_UP_SECONDS = 10;
const SECONDS = 40;

/** Builds and starts the product; takes some minutes. */
export async function measurePages(): Promise<PartResult> {
  await using product = await startProduct();
  const { access } = product;
  await using client = await connect(access.databaseUrl);
  await fillRegistry(client, PROMISED);
  const plan = {
    port: Number(new URL(access.origin).port),
    cookies: [await signInOverHttp(access.origin, access)],
    perSecond: PER_SECOND,
    kinds: await findPages(client, access.origin),
  };
  await runSteadyLoad({ ...plan, perSecond: 10, seconds: WARM_UP_SECONDS });
  const result = await runSteadyLoad({ ...plan, seconds: SECONDS });
  const { "200": answered = 0, ...others } = result.all.statuses;
  const refused = Object.keys(others).length > 0 ? `answers other than 200: ${JSON.stringify(others)}` : null;
  return { figures: { "pages-p95-ms": refused ?? result.all.p95Ms }, report: describe(result, answered) };
}

function describe(result: SteadyResult, answered: number): string {
  const row = (name: string, { requests, p50Ms, p95Ms, p99Ms, maxMs }: KindResult): string =>
    `| ${[name, requests, p50Ms, p95Ms, p99Ms, maxMs].join(" | ")} |`;
  return [
    "## Pages",
    "",
    `The built product, run by \`npm start\`; database and load are on the same machine: ${String(PER_SECOND)} requests per second for`,
    `${String(SECONDS)} s, each measured from its planned start, on ${String(PROMISED.clouds)} Clouds, ${String(PROMISED.clouds * PROMISED.projectsPerCloud)} projects and`,
    `${String(PROMISED.clouds * PROMISED.invitationsPerCloud)} invitations. The built-in service has the same data. ${String(answered)} of ${String(result.all.requests)} answers were 200.`,
    "",
    "| Page | Requests | p50 ms | p95 ms | p99 ms | Slowest ms |",
    "|---|---|---|---|---|---|",
    ...Object.entries(result.kinds).map(([name, kind]) => row(name, kind)),
    row("all", result.all),
  ].join("\n");
}
