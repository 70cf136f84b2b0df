/**
 * Runs the stages of npm test (stage-list.ts). Checks print only when they fail; tests print as their runner does.
 * The last line is the summary, and the exit code is 0 only when nothing failed.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureBuild, ensurePrismaClient } from "#lib/boot/launch/prepare.ts";
import { describeTrouble } from "#lib/boot/trouble.mjs";
import { ensureChromium } from "./chromium.ts";
import { PRODUCT_VARIABLE } from "./given-product.ts";
import { startProduct } from "./product.ts";
import type { Product } from "./product.ts";
import { readPlaywrightReport, readVitestReport, tailOf } from "./report.ts";
import type { Counts } from "./report.ts";
import { makeScratchFolder, removeAbandonedScratchFolders, removeScratchFolder } from "./scratch.ts";
import { keepTemporaryFilesInMemory } from "./temporary-files.ts";
import { runCommand } from "./stage-command.ts";
import type { CommandEnd } from "./stage-command.ts";
import { CHECKS, isBrowserStage, PHASES, needsBuild, PRODUCT_STAGES, STAGES } from "./stage-list.ts";
import { toTimeTable } from "./stage-times.ts";
import type { StageTime } from "./stage-times.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const VITEST_REPORTERS = [
  "--reporter=default",
  "--reporter=json",
  "--reporter=./tests/support/unfinished.ts",
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const aborted = new AbortController();
const times: StageTime[] = [];

/** Runs a command for a stage and adds to its time. */
type Run = (
  command: readonly string[],
  environment: Record<string, string>,
  show: boolean,
) => Promise<CommandEnd>;

async function runCheck(commands: readonly string[][], run: Run): Promise<Counts> {
  for (const command of commands) {
    const { code, output } = await run(command, {}, false);
    if (code === 0) continue;
    say(output.trimEnd());
    return { passed: 0, failed: 1, failures: [`${command.join(" ")}\n${tailOf(output.trimEnd(), 4_000)}`] };
  }
  return { passed: 1, failed: 0, failures: [] };
}

async function runProject(
  project: string,
  scratch: string,
  product: Product | null,
  run: Run,
): Promise<Counts> {
  const report = join(scratch, `${project}.json`);
  const inBrowser = isBrowserStage(project);
  const environment: Record<string, string> = {
    // Many tests start processes, and half of such a start is compiling the same sources.
    NODE_COMPILE_CACHE: join(scratch, "compiled"),
    ...(inBrowser ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : {}),
    ...(product === null ? {} : { [PRODUCT_VARIABLE]: JSON.stringify(product.access) }),
  };
  const command = inBrowser
    ? ["playwright", "test", "--project", project, "--reporter=list,json", `--output=test-results/${project}`]
    : ["vitest", "run", "--project", project, ...VITEST_REPORTERS, `--outputFile.json=${report}`];
  const { code, output } = await run(command, environment, true);
  const read = inBrowser ? readPlaywrightReport : readVitestReport;
  return read(await readFile(report, "utf8").catch(() => null), code, output);
}

async function runStage(stage: string, scratch: string, product: Product | null): Promise<Counts> {
  const startMs = Date.now();
  const spent: (number | null)[] = [];
  say(`\n▸ ${stage}`);
  const run: Run = async (command, environment, show) => {
    const signal = aborted.signal;
    const end = await runCommand(command, { environment, show, scratch, signal, say });
    spent.push(end.cpuSeconds);
    return end;
  };
  const commands = CHECKS[stage];
  const counts = await (commands === undefined
    ? runProject(stage, scratch, product, run)
    : runCheck(commands, run));
  const seconds = (Date.now() - startMs) / 1000;
  const known = spent.flatMap((one) => (one === null ? [] : [one]));
  const cpuSeconds = known.length === spent.length ? known.reduce((sum, one) => sum + one, 0) : null;
  times.push({ stage, seconds, cpuSeconds });
  say(
    `${counts.failed === 0 ? "✓" : "✗"} ${stage}: ${counts.passed} passed, ${counts.failed} failed (${seconds.toFixed(1)} s)`,
  );
  return counts;
}

/** Runs stages one after another; those that call a product share one. */
async function runLane(stages: readonly string[], scratch: string): Promise<Counts[]> {
  const counts: Counts[] = [];
  let product: Product | null = null;
  const endProduct = async (): Promise<void> => {
    if (product !== null && counts.some(({ failed }) => failed > 0))
      say(`\nThe product's own words:\n${product.output().slice(-8_000)}`);
    await product?.remove();
    product = null;
  };
  try {
    for (const stage of stages) {
      if (aborted.signal.aborted) break;
      if (needsBuild(stage)) await ensureBuild(ROOT);
      if (PRODUCT_STAGES.includes(stage)) product ??= await startProduct();
      else await endProduct();
      counts.push(await runStage(stage, scratch, product));
    }
    return counts;
  } finally {
    await endProduct();
  }
}

async function main(stages: readonly string[]): Promise<Counts> {
  await removeAbandonedScratchFolders();
  const scratch = await makeScratchFolder("run");
  const sum = { passed: 0, failed: 0, failures: [] as string[] };
  const fail = (error: unknown): void => {
    say(describeTrouble(error));
    sum.failed += 1;
  };
  try {
    await ensurePrismaClient(ROOT);
    if (stages.some(isBrowserStage)) await ensureChromium(say);
    for (const phase of PHASES) {
      const lanes = phase.map((lane) => lane.filter((stage) => stages.includes(stage)));
      for (const lane of await Promise.allSettled(lanes.map((wanted) => runLane(wanted, scratch)))) {
        if (lane.status === "rejected") fail(lane.reason);
        for (const { passed, failed, failures } of lane.status === "fulfilled" ? lane.value : []) {
          sum.passed += passed;
          sum.failed += failed;
          sum.failures.push(...failures);
        }
      }
    }
  } catch (error) {
    fail(error);
  } finally {
    await removeScratchFolder(scratch);
    // Failed tests leave a trace: npx playwright show-trace test-results/…/trace.zip
    if (sum.failed === 0) await rm(join(ROOT, "test-results"), { recursive: true, force: true });
  }
  return sum;
}

keepTemporaryFilesInMemory();
const named = process.argv.slice(2);
const unknown = named.filter((name) => !STAGES.includes(name));
if (unknown.length > 0) {
  say(`Unknown stage ${unknown.join(", ")}. Stages: ${STAGES.join(", ")}.`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    aborted.abort();
  });
}
const { passed, failed, failures } = await main(
  named.length === 0 ? STAGES : STAGES.filter((stage) => named.includes(stage)),
);
say(`\n${toTimeTable(times)}`);
if (failures.length > 0) say(`\nWhat failed:\n\n${failures.join("\n\n")}`);
const cut = aborted.signal.aborted && failed === 0 ? 1 : 0;
say(`\n${passed} passed, ${failed + cut} failed`);
process.exitCode = failed + cut === 0 ? 0 : 1;
