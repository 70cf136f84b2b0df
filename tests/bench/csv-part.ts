/** The CSV bench as a part of the whole benchmark: runs the bench in a separate process and reads its figures from the printed lines. */
import { execFileSync } from "node:child_process";
import type { PartResult } from "./goals.ts";

const SCRIPT = `await (await import(${JSON.stringify(new URL("./csv.ts", import.meta.url).href)})).runCsvBench();`;

export function measureCsv(): PartResult {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = output.trim().split("\n");
  const figures: Record<string, number | string> = {};
  for (const line of lines) {
    const match = /^RATIO (\S+) ([\d.]+) /.exec(line);
    if (match?.[1] !== undefined) figures[match[1]] = Number(match[2]);
  }
  const told = lines.map((line) => line.replace(/^RATIO (\S+) (\S+) goal \S+ /, "$1 $2 "));
  return {
    figures,
    report: ["## Service answer to CSV", "", ...told.map((line) => `- ${line}`)].join("\n"),
  };
}
