/** A passport as a CSV file. It has one line per column, so it is made in memory. */
import { msg, sayIn, t } from "#lib/core/texts.ts";
import { csvLines, languageOfFile, type CsvField } from "#lib/elements/files/csv/small-table.ts";
import type { CsvProfile } from "#lib/elements/files/options.ts";
import { fillDelta, fillShare } from "./compare.ts";
import { SAMPLES_MAX } from "./samples.ts";
import type { Aspect, Change, ColumnFacts, PassportEntry, Samples } from "./schema.ts";

const FACTS = [
  ...[msg("Kind"), msg("Unit"), msg("Value type"), msg("Elements"), msg("With a value"), msg("Empty text")],
  ...[msg("No value"), msg("Missing"), msg("Share filled"), msg("Distinct values"), msg("Minimum")],
  msg("Maximum"),
];

const KINDS: Record<ColumnFacts["kind"], string> = {
  text: msg("text"),
  number: msg("number"),
  boolean: msg("boolean"),
  list: msg("list"),
  object: msg("object"),
  mixed: msg("mixed"),
  none: msg("none"),
};
const CHANGES: Record<Change, string> = {
  appeared: msg("appeared"),
  vanished: msg("vanished"),
  changed: msg("changed"),
  none: msg("none"),
};
const ASPECTS: Record<Aspect, string> = { unit: msg("unit"), kind: msg("kind"), fill: msg("fill") };

/**
 * The file for some entries.
 * @param samples of this model's columns by column id
 * @param comparedWith name of the other model: adds the changes in the property schema, and the other model's facts; null: no comparison
 */
export function passportCsv(
  entries: readonly PassportEntry[],
  samples: ReadonlyMap<string, Samples>,
  comparedWith: string | null,
  profile: CsvProfile,
): string {
  return sayIn(languageOfFile(profile), () =>
    [headings(comparedWith), ...entries.map((entry) => fieldsOf(entry, samples, comparedWith))]
      .map(csvLines(profile))
      .join(""),
  );
}

function headings(comparedWith: string | null): CsvField[] {
  const facts = FACTS.map((heading) => t(heading));
  const heads = [t("Set"), t("Property"), ...facts];
  for (let number = 1; number <= SAMPLES_MAX; number += 1) heads.push(t("Sample {number}", { number }));
  if (comparedWith === null) return heads;
  const before = facts.map((heading) => t("Before: {heading}", { heading }));
  // The heading says in the file itself, even when it has no lines, what was compared and what was not.
  const change = t("Schema change (elements and values are not compared)");
  return [...heads, t("Compared with"), change, t("Changed in schema"), t("Share filled, change"), ...before];
}

function fieldsOf(
  entry: PassportEntry,
  samples: ReadonlyMap<string, Samples>,
  comparedWith: string | null,
): CsvField[] {
  const found = entry.here === null ? [] : (samples.get(entry.here.columnId) ?? []);
  const fields: CsvField[] = [entry.set, entry.property, ...factFields(entry.here)];
  for (let i = 0; i < SAMPLES_MAX; i += 1) fields.push(sampleField(found[i]));
  if (comparedWith === null) return fields;
  const aspects = entry.aspects.map((aspect) => t(ASPECTS[aspect])).join(" ");
  return [
    ...fields,
    ...[comparedWith, t(CHANGES[entry.change]), aspects, share(fillDelta(entry))],
    ...factFields(entry.before),
  ];
}

function factFields(facts: ColumnFacts | null): CsvField[] {
  if (facts === null) return FACTS.map(() => null);
  const { kind, unit, unitConflict, valueType, elements, present, emptyText, none, missing } = facts;
  return [
    ...[t(KINDS[kind]), unitConflict ? t("several") : unit, valueType],
    ...[elements, present, emptyText, none, missing, share(fillShare(facts))],
    ...[facts.distinct, facts.min, facts.max],
  ];
}

/** Lists and objects are written as text; numbers and truth values keep their type. */
function sampleField(sample: Samples[number] | undefined): CsvField {
  if (sample === undefined) return null;
  if (typeof sample !== "object") return sample;
  return sample.kind === "number" ? { kind: "number", text: sample.text } : sample.text;
}

/** Four decimals are a hundredth of a per cent. */
function share(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
