/**
 * `npm run bench`: measures Portico against its peers in one run, prints one line per goal, and keeps the results in
 * docs/benchmarks.md. Names of parts as arguments (`npm run bench -- ifc`) run only those.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { GOALS, type Goal, type PartResult } from "./goals.ts";
import { measureCsv } from "./csv-part.ts";
import { measureIfc } from "./ifc.ts";

const REPORT = new URL("../../docs/benchmarks.md", import.meta.url);

/** The parts there are, by name, with the goals that each measures. */
const PARTS: Record<string, { measure: () => PartResult | Promise<PartResult>; prefix: string }> = {
  ifc: { measure: measureIfc, prefix: "read-" },
  csv: { measure: measureCsv, prefix: "csv-" },
};

function isReached({ better, goal }: Goal, figure: number): boolean {
  return better === "more" ? figure >= goal : figure <= goal;
}

function describeFigure(goal: Goal, figure: number | string | undefined): string {
  if (typeof figure === "number") return figure.toFixed(2);
  return `not measured: ${figure ?? "this part of the benchmark does not exist yet"}`;
}

async function run(names: string[]): Promise<void> {
  const figures: Record<string, number | string> = {};
  const reports: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) {
      for (const goal of GOALS)
        if (goal.name.startsWith(part.prefix)) figures[goal.name] = "left out of this run";
      continue;
    }
    const result = await part.measure();
    Object.assign(figures, result.figures);
    reports.push(result.report);
  }
  for (const goal of GOALS) {
    console.log(`RATIO ${goal.name} ${describeFigure(goal, figures[goal.name])} goal ${String(goal.goal)}`);
  }
  const rows = GOALS.map((goal) => {
    const figure = figures[goal.name];
    const verdict = typeof figure === "number" ? (isReached(goal, figure) ? "yes" : "no") : "–";
    const bound = `${goal.better === "more" ? "≥" : "≤"} ${String(goal.goal)}`;
    return `| ${goal.name} | ${describeFigure(goal, figure)} | ${bound} | ${verdict} | ${goal.unit} |`;
  });
  const load = loadavg().map((value) => value.toFixed(1));
  const text = [
    "# Benchmarks",
    "",
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ` +
      `${String(availableParallelism())} cores, load ${load.join(", ")} (1, 5, 15 min). Ratios count, not the absolute numbers.`,
    "",
    "| Goal | Figure | Bound | Reached | What it is |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    ...reports,
    "",
  ].join("\n");
  writeFileSync(REPORT, text);
}

await run(process.argv.slice(2));
