/**
 * `npm run bench`: measures Portico against its peers in one run, prints one line per goal, and stores the results in docs/benchmarks.md.
 * Names of parts as arguments (`npm run bench -- ifc`) run only those parts and keep the last results of the others.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { GOALS, type Goal, type PartResult } from "./goals.ts";
import { measureCsv } from "./csv-part.ts";
import { measureIfc } from "./ifc.ts";
import { measurePages } from "./pages.ts";
import { measureService } from "./service.ts";
import { measureTable } from "./table.ts";

const REPORT = new URL("../../docs/benchmarks.md", import.meta.url);

interface Part {
  measure: () => PartResult | Promise<PartResult>;
  /** Title of its section in the report. */
  title: string;
}

const PARTS: Record<string, Part> = {
  ifc: { measure: measureIfc, title: "## Reading IFC" },
  csv: { measure: measureCsv, title: "## Service answer to CSV" },
  service: { measure: measureService, title: "## The service" },
  table: { measure: measureTable, title: "## Element table" },
  pages: { measure: measurePages, title: "## Pages" },
};

function isReached({ better, goal }: Goal, figure: number): boolean {
  return better === "more" ? figure >= goal : figure <= goal;
}

function describeFigure(figure: number | string | undefined): string {
  if (typeof figure === "number") return figure.toFixed(2);
  return `not measured: ${figure ?? "this part of the benchmark does not exist yet"}`;
}

/** The last results of each part: figures by goal, and the sections of the report. */
function readLast(): { figures: Map<string, number>; sections: string[] } {
  const text = readFileSync(REPORT, "utf8");
  const rows = text.matchAll(/^\| (\S+) +\| (\d+(?:\.\d+)?) +\|/gm);
  const figures = new Map([...rows].map(([, name = "", figure]) => [name, Number(figure)] as const));
  const sections = text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => section.trimEnd());
  return { figures, sections };
}

async function run(names: string[]): Promise<void> {
  const last = readLast();
  const figures: Record<string, number | string> = Object.fromEntries(
    GOALS.flatMap(({ name }) => (last.figures.has(name) ? [[name, last.figures.get(name) ?? 0]] : [])),
  );
  const reports: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) {
      reports.push(...last.sections.filter((section) => section.startsWith(`${part.title}\n`)));
      continue;
    }
    const result = await part.measure();
    Object.assign(figures, result.figures);
    reports.push(`${result.report.trimEnd()}\n\n${circumstances()}`);
  }
  for (const { name, goal } of GOALS) {
    console.log(`RATIO ${name} ${describeFigure(figures[name])} goal ${String(goal)}`);
  }
  const rows = GOALS.map((goal) => {
    const figure = figures[goal.name];
    const verdict = typeof figure === "number" ? (isReached(goal, figure) ? "yes" : "no") : "–";
    const bound = `${goal.better === "more" ? "≥" : "≤"} ${String(goal.goal)}`;
    return `| ${goal.name} | ${describeFigure(figure)} | ${bound} | ${verdict} | ${goal.unit} |`;
  });
  const text = [
    "# Benchmarks",
    "",
    "`npm run bench` writes this page. A run may skip parts; these keep their last figures. Ratios count, not the absolute numbers.",
    "",
    "| Goal | Figure | Bound | Reached | What it is |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    reports.join("\n\n"),
    "",
  ].join("\n");
  writeFileSync(REPORT, text);
}

function circumstances(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ` +
    `${String(availableParallelism())} cores, load ${load.join(", ")} (1, 5, 15 min).`
  );
}

await run(process.argv.slice(2));
