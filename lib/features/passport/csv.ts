/** A passport as a CSV file. It has one line a column, so it is made in memory. */
import { csvLines, type CsvField, type CsvProfile } from "#lib/elements/plain-csv.ts";
import { fillDelta, fillShare } from "./compare.ts";
import { SAMPLES_MAX } from "./samples.ts";
import type { ColumnFacts, PassportEntry, Samples } from "./schema.ts";

const FACTS = [
  "Kind",
  "Unit",
  "Value type",
  "Elements",
  "With a value",
  "Empty text",
  "No value",
  "Missing",
  "Share filled",
  "Distinct values",
  "Minimum",
  "Maximum",
] as const;

/**
 * The file of some entries.
 * @param samples of this model's columns by column id
 * @param isCompared adds what changed, and the other model's facts
 */
export function passportCsv(
  entries: readonly PassportEntry[],
  samples: ReadonlyMap<string, Samples>,
  isCompared: boolean,
  profile: CsvProfile,
): string {
  const heads: CsvField[] = ["Set", "Property", ...FACTS];
  for (let i = 1; i <= SAMPLES_MAX; i += 1) heads.push(`Sample ${String(i)}`);
  if (isCompared)
    heads.push("Change", "Changed", "Share filled, change", ...FACTS.map((head) => `Before: ${head}`));
  const lines = entries.map((entry) => {
    const found = entry.here === null ? [] : (samples.get(entry.here.columnId) ?? []);
    const line: CsvField[] = [entry.set, entry.property, ...factFields(entry.here)];
    for (let i = 0; i < SAMPLES_MAX; i += 1) line.push(found[i] ?? null);
    if (isCompared)
      line.push(entry.change, entry.aspects.join(" "), share(fillDelta(entry)), ...factFields(entry.before));
    return line;
  });
  return [heads, ...lines].map(csvLines(profile)).join("");
}

function factFields(facts: ColumnFacts | null): CsvField[] {
  if (facts === null) return FACTS.map(() => null);
  const { kind, unit, unitConflict, valueType, elements, present, emptyText, none, missing } = facts;
  return [
    ...[kind, unitConflict ? "several" : unit, valueType],
    ...[elements, present, emptyText, none, missing, share(fillShare(facts))],
    ...[facts.distinct, facts.min, facts.max],
  ];
}

/** Four places are a hundredth of a per cent. */
function share(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
