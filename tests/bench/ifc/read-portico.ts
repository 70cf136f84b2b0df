/** One reading with Portico, answers written to disk included. Prints seconds, peak memory and what was found. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestFile } from "#lib/ifc/ingest.ts";

const [inputPath = ""] = process.argv.slice(2);
const outputDir = mkdtempSync(join(tmpdir(), "portico-bench-"));
try {
  const startCpu = process.cpuUsage();
  const start = performance.now();
  const { status, errors, index } = await ingestFile({ inputPath, outputDir });
  const seconds = (performance.now() - start) / 1000;
  if (status !== "ok" || !index) throw new Error(errors.join("\n"));
  const { elements, sets, properties } = index.counts;
  const cpu = process.cpuUsage(startCpu);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  console.log(JSON.stringify({ seconds, cpuSeconds, peakMb, elements, sets, properties }));
} finally {
  rmSync(outputDir, { recursive: true });
}
