/** What the benchmark measures and what it must reach. Every goal is printed every time, measured or not. */

export interface Goal {
  name: string;
  goal: number;
  /** Whether a larger or a smaller figure is better. */
  better: "more" | "less";
  unit: string;
}

export const GOALS: readonly Goal[] = [
  {
    name: "read-vs-web-ifc-geometry",
    goal: 6,
    better: "more",
    unit: "× web-ifc 0.0.78, geometry-heavy model",
  },
  {
    name: "read-vs-web-ifc-properties",
    goal: 8,
    better: "more",
    unit: "× web-ifc 0.0.78, property-heavy model",
  },
  { name: "read-memory-vs-file", goal: 1, better: "less", unit: "× size of the file, peak of the process" },
  { name: "read-growth", goal: 1.25, better: "less", unit: "× time per byte, largest to middle size" },
  { name: "csv-vs-json-parse", goal: 1.5, better: "more", unit: "× JSON.parse of the same bytes" },
  { name: "csv-vs-best-library", goal: 3.5, better: "more", unit: "× the best library pipeline" },
  { name: "csv-memory-mb", goal: 128, better: "less", unit: "MB growth at 443 MB" },
  { name: "csv-growth", goal: 1.25, better: "less", unit: "× time per byte, largest to middle size" },
  {
    name: "csv-first-byte-ms",
    goal: 2_000,
    better: "less",
    unit: "ms to the first bytes of a direct CSV of 1,000,000 rows: slowest",
  },
  { name: "simple-vs-nginx", goal: 0.7, better: "more", unit: "× nginx serving the same file" },
  { name: "grants-per-s", goal: 240, better: "more", unit: "token grants per second" },
  {
    name: "table-ms-1m",
    goal: 300,
    better: "less",
    unit: "ms for page, sort, filter, facet, search on 1,000,000 rows: worst median",
  },
  { name: "pages-p95-ms", goal: 250, better: "less", unit: "ms p95 at 50 requests per second" },
];

/** What one part of the benchmark found. */
export interface PartResult {
  /** Figures by goal name; a sentence says why there is none. */
  figures: Record<string, number | string>;
  /** Markdown for docs/benchmarks.md: what was measured, and how. */
  report: string;
}
