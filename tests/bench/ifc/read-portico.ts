/**
 * One reading with Portico, including writing the answers to disk. Prints seconds, peak memory and what was found. The model is first read
 * `warmUps` times; with `thread` as third argument in a kept thread, as the product does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestInWorker } from "#lib/ifc/in-worker.ts";
import { ingestFile } from "#lib/ifc/ingest.ts";

const [inputPath = "", warmUps = "0", where] = process.argv.slice(2);
const read = where === "thread" ? ingestInWorker : ingestFile;
const outputDir = mkdtempSync(join(tmpdir(), "portico-bench-"));
try {
  for (let n = 0; n < Number(warmUps); n++) await read({ inputPath, outputDir });
  const startCpu = process.cpuUsage();
  const start = performance.now();
  const { status, errors, index } = await read({ inputPath, outputDir });
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
