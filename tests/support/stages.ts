/**
 * The stages of npm test, in the order that finds a mistake soonest. Checks print only when they fail; test projects print as vitest does.
 * The last line is the summary, and the exit code is 0 only when nothing failed.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrismaClient } from "#lib/boot/launch/prepare.ts";
import { describeTrouble } from "#lib/boot/trouble.mjs";
import { ensureChromium } from "./chromium.ts";
import { PRODUCT_VARIABLE } from "./given-product.ts";
import { startProduct } from "./product.ts";
import type { Product } from "./product.ts";
import { readPlaywrightReport, readVitestReport, tailOf } from "./report.ts";
import type { Counts } from "./report.ts";
import { makeScratchFolder, removeAbandonedScratchFolders, removeScratchFolder } from "./scratch.ts";
import { runCommand } from "./stage-command.ts";
import type { CommandEnd } from "./stage-command.ts";
import { toTimeTable } from "./stage-times.ts";
import type { StageTime } from "./stage-times.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** Stage → commands of node_modules/.bin; all must end with 0. */
const CHECKS: Record<string, readonly string[][]> = {
  format: [["prettier", "--check", "--log-level=warn", "."]],
  lint: [["eslint", ".", "--max-warnings=0"]],
  // Route types and next-env.d.ts do not exist on a fresh clone.
  types: [
    ["next", "typegen"],
    ["tsc", "--noEmit"],
  ],
  unused: [["knip", "--no-progress"]],
  layers: [["depcruise", "app", "lib", "tests", "instrumentation.ts", "--config", ".dependency-cruiser.cjs"]],
};
const PROJECTS = [
  "architecture",
  "unit",
  "integration",
  "contract",
  "operations",
  "e2e",
  "products",
  "looks",
];
/** They use one product; read-only tests come before those that fill it. */
const OF_ONE_PRODUCT = ["contract", "operations", "e2e"];
/** Run beside them, with separate products: the first starts and kills some, which is mostly waiting. */
const BESIDE = ["products", "looks"];
const WITH_BROWSER = ["e2e", ...BESIDE];
const STAGES = [...Object.keys(CHECKS), ...PROJECTS];

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
  const inBrowser = WITH_BROWSER.includes(project);
  const environment: Record<string, string> = {
    // Many tests start processes, and half of such a start is compiling the same sources.
    NODE_COMPILE_CACHE: join(scratch, "compiled"),
    ...(inBrowser ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : {}),
  };
  if (product !== null) environment[PRODUCT_VARIABLE] = JSON.stringify(product.access);
  else if (project === "products") environment[PRODUCT_VARIABLE] = "null";
  const command = inBrowser
    ? ["playwright", "test", "--project", project, "--reporter=list,json", `--output=test-results/${project}`]
    : ["vitest", "run", "--project", project, ...VITEST_REPORTERS, `--outputFile.json=${report}`];
  const { code, output } = await run(command, environment, true);
  const read = inBrowser ? readPlaywrightReport : readVitestReport;
  return read(await readFile(report, "utf8").catch(() => null), code, output);
}

/** All at once: most use one core, and the slowest takes longer than the others together. */
function runChecks(checks: readonly string[], scratch: string): Promise<Counts[]> {
  return Promise.all(
    checks.map((check) => runStage(check, scratch, (run) => runCheck(CHECKS[check] ?? [], run))),
  );
}

async function runStage(
  stage: string,
  scratch: string,
  work: (run: Run) => Promise<Counts>,
): Promise<Counts> {
  const startMs = Date.now();
  const spent: (number | null)[] = [];
  say(`\n▸ ${stage}`);
  const counts = await work(async (command, environment, show) => {
    const end = await runCommand(command, { environment, show, scratch, signal: aborted.signal, say });
    spent.push(end.cpuSeconds);
    return end;
  });
  const seconds = (Date.now() - startMs) / 1000;
  const known = spent.flatMap((one) => (one === null ? [] : [one]));
  const cpuSeconds = known.length === spent.length ? known.reduce((sum, one) => sum + one, 0) : null;
  times.push({ stage, seconds, cpuSeconds });
  say(
    `${counts.failed === 0 ? "✓" : "✗"} ${stage}: ${counts.passed} passed, ${counts.failed} failed (${seconds.toFixed(1)} s)`,
  );
  return counts;
}

async function main(stages: readonly string[]): Promise<Counts> {
  await removeAbandonedScratchFolders();
  const scratch = await makeScratchFolder("run");
  let product: Product | null = null;
  const sum = { passed: 0, failed: 0, failures: [] as string[] };
  const add = ({ passed, failed, failures }: Counts): void => {
    sum.passed += passed;
    sum.failed += failed;
    sum.failures.push(...failures);
  };
  try {
    await ensurePrismaClient(ROOT);
    if (WITH_BROWSER.some((project) => stages.includes(project))) await ensureChromium(say);
    const checks = stages.filter((stage) => stage in CHECKS);
    for (const counts of await runChecks(checks, scratch)) add(counts);
    const inTurn = async (projects: readonly string[]): Promise<void> => {
      for (const project of projects) {
        if (aborted.signal.aborted || !stages.includes(project)) continue;
        const given = OF_ONE_PRODUCT.includes(project) ? product : null;
        add(await runStage(project, scratch, (run) => runProject(project, scratch, given, run)));
      }
    };
    await inTurn(
      PROJECTS.filter((project) => !OF_ONE_PRODUCT.includes(project) && !BESIDE.includes(project)),
    );
    if (OF_ONE_PRODUCT.some((project) => stages.includes(project))) {
      say("\nStarting the product for the contract and browser tests …");
      product = await startProduct();
    }
    await Promise.all([inTurn(OF_ONE_PRODUCT), inTurn(BESIDE)]);
    return sum;
  } catch (error) {
    say(describeTrouble(error));
    return { ...sum, failed: sum.failed + 1 };
  } finally {
    if (sum.failed > 0 && product !== null)
      say(`\nThe product's own words:\n${product.output().slice(-8_000)}`);
    await product?.remove();
    await removeScratchFolder(scratch);
    // Failed tests leave a trace: npx playwright show-trace test-results/…/trace.zip
    if (sum.failed === 0) await rm(join(ROOT, "test-results"), { recursive: true, force: true });
  }
}

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
