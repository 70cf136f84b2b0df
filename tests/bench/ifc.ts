/**
 * Reading IFC: Portico against web-ifc 0.0.78 on the same files in one run, each reader in a separate process, in alternation, median of
 * five. The job is every IfcProduct with all property and quantity sets of occurrence and type, values included; Portico also writes its
 * answers to disk within the time.
 */
import type { PartResult } from "./goals.ts";
import { compare, measureIdleMb, readOnce, ROUNDS, summarise, type Comparison } from "./ifc/compare.ts";
import { median } from "./median.ts";
import { replicate, sizeOf } from "./ifc/replicate.ts";

const SMALLEST_FIXTURE = "air-terminal-propertykinds-ifc4.ifc";
const LARGEST_FIXTURE = "schependomlaan-houten-kozijnen.ifc";
/** One garbage collection more or less changes a peak by as much as this file needs. */
const GROWTH_ROUNDS = 9;
/** Readings after which the just-in-time compiler has settled; the same number for both readers. */
const WARM_UPS = 8;

/**
 * Seconds published in November 2026 for the same job on the same two kinds of model, both readers in one run on a machine with 2 cores
 * (IfcOpenShell 0.8.1 is not on npm, so it cannot run here).
 */
const PUBLISHED = {
  geometry: { ifcOpenShell: 12.7, webIfc: 4.25 },
  properties: { ifcOpenShell: 11.7, webIfc: 10.5 },
};

function ratioOf({ portico, webIfc }: Comparison): number {
  return webIfc.seconds / portico.seconds;
}

function row(comparison: Comparison): string {
  const { name, sizeMb, portico, webIfc } = comparison;
  const cells = [
    name,
    sizeMb.toFixed(0),
    portico.elements,
    portico.properties,
    `${portico.seconds.toFixed(2)} / ${portico.cpuSeconds.toFixed(2)}`,
    portico.peakMb.toFixed(0),
    `${webIfc.seconds.toFixed(2)} / ${webIfc.cpuSeconds.toFixed(2)}`,
    webIfc.peakMb.toFixed(0),
    `${ratioOf(comparison).toFixed(1)} / ${(webIfc.cpuSeconds / portico.cpuSeconds).toFixed(1)}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The total cost of a new process, which the table leaves out. */
function describeNewProcess({ portico, webIfc, sizeMb }: Comparison): string {
  const idleMb = measureIdleMb();
  const growthMb = portico.peakMb - idleMb;
  return [
    `New process, from its start to its end: Portico ${portico.processSeconds.toFixed(2)} s, web-ifc ${webIfc.processSeconds.toFixed(2)} s, ` +
      `ratio ${(webIfc.processSeconds / portico.processSeconds).toFixed(1)}.`,
    `A Node process that does nothing peaks at ${idleMb.toFixed(0)} MB; the reading adds ${growthMb.toFixed(0)} MB, ` +
      `${(growthMb / sizeMb).toFixed(1)} × the file (web-ifc ${(webIfc.peakMb - idleMb).toFixed(0)} MB).`,
  ].join("\n");
}

/** The cost of the file alone, in a process that is already running: the same reading compared with that of a nearly empty file. */
function describeGrowth(fixture: string): string {
  const peakOf = (path: string): number =>
    median(
      Array.from({ length: GROWTH_ROUNDS }, () => readOnce("portico", path, { isInThread: true }).peakMb),
    );
  const [smallest, largest] = [peakOf(replicate(SMALLEST_FIXTURE, 1)), peakOf(fixture)];
  const sizeMb = sizeOf(fixture) / 2 ** 20;
  return (
    `In the product's thread, a process that reads a model of ${(sizeOf(replicate(SMALLEST_FIXTURE, 1)) / 1024).toFixed(0)} KiB peaks at ` +
    `${smallest.toFixed(0)} MiB, one that reads the largest fixture at ${largest.toFixed(0)} MiB: ${(largest - smallest).toFixed(0)} MiB more, ` +
    `${((largest - smallest) / sizeMb).toFixed(1)} × the file (medians of ${String(GROWTH_ROUNDS)}).`
  );
}

/** IfcOpenShell's published speed, scaled by web-ifc, which ran both there and here. */
function describeIfcOpenShell(geometry: Comparison, properties: Comparison): string {
  const derive = (comparison: Comparison, { ifcOpenShell, webIfc }: (typeof PUBLISHED)["geometry"]): string =>
    `${(ratioOf(comparison) * (ifcOpenShell / webIfc)).toFixed(1)} × (${ratioOf(comparison).toFixed(1)} × ${String(ifcOpenShell)} s / ${String(webIfc)} s)`;
  return [
    "IfcOpenShell 0.8.1 was not run. Its ratio is its published seconds divided by web-ifc's in the same published run,",
    `times the ratio above. Geometry-heavy ${derive(geometry, PUBLISHED.geometry)}, property-heavy ${derive(properties, PUBLISHED.properties)}.`,
  ].join("\n");
}

interface Size {
  sizeMb: number;
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
}

function measureSizes(): Size[] {
  return [6, 24, 72].map((copies) => {
    const path = replicate(LARGEST_FIXTURE, copies);
    const readings = Array.from({ length: ROUNDS }, () => readOnce("portico", path));
    return { sizeMb: sizeOf(path) / 1e6, ...summarise(readings) };
  });
}

function sizeRow({ sizeMb, seconds, cpuSeconds, peakMb }: Size): string {
  const cells = [
    sizeMb.toFixed(0),
    seconds.toFixed(2),
    cpuSeconds.toFixed(2),
    ((seconds / sizeMb) * 1000).toFixed(2),
    peakMb.toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Runs the readers; takes some minutes. */
export function measureIfc(): PartResult {
  const fixture = replicate(LARGEST_FIXTURE, 1);
  const cold = compare("largest fixture (ArchiCAD 18), new process", fixture);
  const kept = compare("largest fixture, product: kept thread, ninth reading of both", fixture, {
    warmUps: WARM_UPS,
    isInThread: true,
  });
  const geometry = compare("geometry-heavy (Revit 2020 × 77)", replicate("revit2020-ifc4-rooms.ifc", 77));
  const properties = compare("property-heavy (ArchiCAD 18 × 24)", replicate(LARGEST_FIXTURE, 24));
  const sizes = measureSizes();
  const perByte = sizes.map(({ seconds, sizeMb }) => seconds / sizeMb);
  const memory = Math.max(
    geometry.portico.peakMb / geometry.sizeMb,
    properties.portico.peakMb / properties.sizeMb,
  );
  return {
    figures: {
      "read-vs-web-ifc-geometry": ratioOf(geometry),
      "read-vs-web-ifc-properties": ratioOf(properties),
      "read-memory-vs-file": memory,
      "read-growth": (perByte[2] ?? Number.NaN) / (perByte[1] ?? Number.NaN),
    },
    report: [
      "## Reading IFC",
      "",
      "Every IfcProduct with all property and quantity sets of occurrence and type, values included. Portico's time",
      "includes writing its answers to disk; web-ifc returns raw lines in bulk and writes nothing. Each reading has its own",
      "process, with modules loaded and compiled code kept from an earlier process. The readers take turns; figures are the",
      "median of five. Memory is the process's peak. Ratios are in elapsed and processor time.",
      "",
      "| Model | MB | Elements | Properties | Portico: s / CPU s | MB | web-ifc: s / CPU s | MB | Ratio |",
      "|---|---|---|---|---|---|---|---|---|",
      ...[cold, kept, geometry, properties].map(row),
      "",
      describeNewProcess(cold),
      describeGrowth(fixture),
      "",
      describeIfcOpenShell(geometry, properties),
      "",
      "How cost grows (property-heavy):",
      "",
      "| MB | s | CPU s | ms per MB | peak MB |",
      "|---|---|---|---|---|",
      ...sizes.map(sizeRow),
    ].join("\n"),
  };
}
