/**
 * One reading with Portico, answers written to disk included. Prints seconds, peak memory and what was found. With a
 * second path, that model is read `warmUps` times first, so that the process is warm as one that has run for a while is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestFile } from "#lib/ifc/ingest.ts";

const [inputPath = "", warmUpPath, warmUps = "1"] = process.argv.slice(2);
const outputDir = mkdtempSync(join(tmpdir(), "portico-bench-"));
try {
  for (let n = 0; warmUpPath !== undefined && n < Number(warmUps); n++) {
    await ingestFile({ inputPath: warmUpPath, outputDir });
  }
  const startCpu = process.cpuUsage();
  const start = performance.now();
  const { status, errors, index } = await ingestFile({ inputPath, outputDir });
  const seconds = (performance.now() - start) / 1000;
  if (status !== "ok" || !index) throw new Error(errors.join("\n"));
  const { elements, sets, properties } = index.counts;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const cpu = process.cpuUsage(startCpu);
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  process.stdout.write(JSON.stringify({ seconds, cpuSeconds, peakMb, elements, sets, properties }));
} finally {
  rmSync(outputDir, { recursive: true });
}
