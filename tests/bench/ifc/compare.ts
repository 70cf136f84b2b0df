/**
 * Portico and web-ifc on the same file: each reading in a separate process, readers in alternation, median of five. Both processes keep
 * their compiled code between runs (NODE_COMPILE_CACHE), because the built product needs no compiling either.
 */
import { execFileSync } from "node:child_process";
import { median } from "../median.ts";
import { sizeOf } from "./replicate.ts";

export const ROUNDS = 5;

const COMPILED = new URL("../../../.cache/bench/compiled/", import.meta.url).pathname;

/** What a reader's script prints, and the totals of its process. */
interface Reading {
  /** From the end of module loading to the last value. */
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  elements: number;
  sets: number;
  properties: number;
  /** From the start of the process to its end. */
  processSeconds: number;
}

export interface Comparison {
  name: string;
  sizeMb: number;
  portico: Reading;
  webIfc: Reading;
}

/** How a script is run: the number of readings before the one that counts, and where the reader runs. */
interface Mode {
  warmUps?: number;
  /** True to read with Portico in a thread, as the product does. */
  isInThread?: boolean;
}

/** One reading by the script of a reader. */
export function readOnce(reader: "portico" | "web-ifc", path: string, mode: Mode = {}): Reading {
  const script = new URL(`./read-${reader}.ts`, import.meta.url).pathname;
  const start = performance.now();
  const output = execFileSync(
    process.execPath,
    [
      ...["--max-old-space-size=8192", script, path, String(mode.warmUps ?? 0)],
      ...(mode.isInThread && reader === "portico" ? ["thread"] : []),
    ],
    { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: COMPILED } },
  );
  const processSeconds = (performance.now() - start) / 1000;
  return { ...(JSON.parse(output) as Omit<Reading, "processSeconds">), processSeconds };
}

/** Peak memory of a Node process that does nothing, in MB. */
export function measureIdleMb(): number {
  const script = "process.stdout.write(String(process.resourceUsage().maxRSS / 1024))";
  return Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
}

/** Medians of the times, the largest of the peaks. */
export function summarise(readings: readonly Reading[]): Reading {
  const [first] = readings;
  if (!first) throw new Error("There is no reading.");
  return {
    ...first,
    seconds: median(readings.map(({ seconds }) => seconds)),
    cpuSeconds: median(readings.map(({ cpuSeconds }) => cpuSeconds)),
    processSeconds: median(readings.map(({ processSeconds }) => processSeconds)),
    peakMb: Math.max(...readings.map(({ peakMb }) => peakMb)),
  };
}

/** @throws when the readers' findings differ */
export function compare(name: string, path: string, mode: Mode = {}): Comparison {
  const portico: Reading[] = [];
  const webIfc: Reading[] = [];
  // Fills the caches of compiled code; not counted.
  readOnce("portico", path, { ...mode, warmUps: 0 });
  readOnce("web-ifc", path, { ...mode, warmUps: 0 });
  for (let round = 0; round < ROUNDS; round++) {
    portico.push(readOnce("portico", path, mode));
    webIfc.push(readOnce("web-ifc", path, mode));
  }
  const comparison = {
    name,
    sizeMb: sizeOf(path) / 1e6,
    portico: summarise(portico),
    webIfc: summarise(webIfc),
  };
  if (
    comparison.portico.elements !== comparison.webIfc.elements ||
    comparison.portico.sets !== comparison.webIfc.sets
  ) {
    throw new Error(`The readers do not agree on ${name}: ${JSON.stringify(comparison)}`);
  }
  return comparison;
}
