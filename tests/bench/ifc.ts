/**
 * Reading IFC: Portico against web-ifc 0.0.78 on the same files in one run, each reader in a process of its own, in
 * turn, median of three. The job is every IfcProduct with all property and quantity sets of occurrence and type,
 * values included; Portico also writes its answers to disk within the time.
 */
import { execFileSync } from "node:child_process";
import type { PartResult } from "./goals.ts";
import { replicate, sizeOf } from "./ifc/replicate.ts";

const ROUNDS = 3;

interface Reading {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  elements: number;
  sets: number;
  properties: number;
}

interface Comparison {
  name: string;
  sizeMb: number;
  portico: Reading;
  webIfc: Reading;
}

/** Readings after which the just-in-time compiler has settled; both readers get the same. */
const WARM_UPS = 8;

function readOnce(reader: "portico" | "web-ifc", path: string, warmUpPath?: string): Reading {
  const script = new URL(`./ifc/read-${reader}.ts`, import.meta.url).pathname;
  const output = execFileSync(
    process.execPath,
    [
      "--max-old-space-size=8192",
      script,
      path,
      ...(warmUpPath === undefined ? [] : [warmUpPath, String(WARM_UPS)]),
    ],
    {
      encoding: "utf8",
    },
  );
  return JSON.parse(output) as Reading;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function summarise(readings: Reading[]): Reading {
  const [first] = readings;
  if (!first) throw new Error("There is no reading.");
  return {
    ...first,
    seconds: median(readings.map(({ seconds }) => seconds)),
    cpuSeconds: median(readings.map(({ cpuSeconds }) => cpuSeconds)),
    peakMb: Math.max(...readings.map(({ peakMb }) => peakMb)),
  };
}

function compare(name: string, path: string, warmUpPath?: string): Comparison {
  const portico: Reading[] = [];
  const webIfc: Reading[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    portico.push(readOnce("portico", path, warmUpPath));
    webIfc.push(readOnce("web-ifc", path, warmUpPath));
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

function row({ name, sizeMb, portico, webIfc }: Comparison): string {
  const cells = [
    name,
    sizeMb.toFixed(0),
    portico.elements,
    portico.properties,
    `${portico.seconds.toFixed(2)} / ${portico.cpuSeconds.toFixed(2)}`,
    portico.peakMb.toFixed(0),
    `${webIfc.seconds.toFixed(2)} / ${webIfc.cpuSeconds.toFixed(2)}`,
    webIfc.peakMb.toFixed(0),
    `${(webIfc.seconds / portico.seconds).toFixed(1)} / ${(webIfc.cpuSeconds / portico.cpuSeconds).toFixed(1)}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Runs the readers; takes some minutes. */
export function measureIfc(): PartResult {
  const fixture = replicate("schependomlaan-houten-kozijnen.ifc", 1);
  const cold = compare("largest fixture (ArchiCAD 18), new process", fixture);
  const warm = compare(
    `largest fixture, steady (after ${String(WARM_UPS)} readings in the process)`,
    fixture,
    fixture,
  );
  const geometry = compare("geometry-heavy (Revit 2020 × 77)", replicate("revit2020-ifc4-rooms.ifc", 77));
  const properties = compare(
    "property-heavy (ArchiCAD 18 × 24)",
    replicate("schependomlaan-houten-kozijnen.ifc", 24),
  );
  const sizes = [6, 24, 72].map((copies) => {
    const path = replicate("schependomlaan-houten-kozijnen.ifc", copies);
    const readings = Array.from({ length: ROUNDS }, () => readOnce("portico", path));
    return { sizeMb: sizeOf(path) / 1e6, ...summarise(readings) };
  });
  const perByte = sizes.map(({ seconds, sizeMb }) => seconds / sizeMb);
  const memory = Math.max(
    geometry.portico.peakMb / geometry.sizeMb,
    properties.portico.peakMb / properties.sizeMb,
  );
  return {
    figures: {
      "read-vs-web-ifc-geometry": geometry.webIfc.seconds / geometry.portico.seconds,
      "read-vs-web-ifc-properties": properties.webIfc.seconds / properties.portico.seconds,
      "read-memory-vs-file": memory,
      "read-growth": (perByte[2] ?? Number.NaN) / (perByte[1] ?? Number.NaN),
    },
    report: [
      "## Reading IFC",
      "",
      "Every IfcProduct with all property and quantity sets of occurrence and type, values included. Portico writes its",
      "answers to disk within the time; web-ifc hands out raw lines in bulk and writes nothing. Each reading is a process",
      "of its own, readers in turn, median of three; memory is the process's peak. Ratios in elapsed and processor time.",
      "",
      "| Model | MB | Elements | Properties | Portico: s / CPU s | MB | web-ifc: s / CPU s | MB | Ratio |",
      "|---|---|---|---|---|---|---|---|---|",
      ...[cold, warm, geometry, properties].map(row),
      "",
      "How cost grows (property-heavy):",
      "",
      "| MB | s | CPU s | ms per MB | peak MB |",
      "|---|---|---|---|---|",
      ...sizes.map(
        ({ sizeMb, seconds, cpuSeconds, peakMb }) =>
          `| ${sizeMb.toFixed(0)} | ${seconds.toFixed(2)} | ${cpuSeconds.toFixed(2)} | ${((seconds / sizeMb) * 1000).toFixed(2)} | ${peakMb.toFixed(0)} |`,
      ),
    ].join("\n"),
  };
}
