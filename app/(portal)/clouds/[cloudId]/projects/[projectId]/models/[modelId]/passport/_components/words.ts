import { formatCount, formatCounted } from "#app/_ui/format/count.ts";
import { msg } from "#lib/core/texts.ts";
import type { ColumnKind } from "#lib/elements/query/types.ts";
import { fillDelta, fillShare } from "#lib/features/passport/compare.ts";
import type { ColumnFacts, PassportEntry, Shown } from "#lib/features/passport/schema.ts";

export const KIND_WORDS: Record<ColumnKind, string> = {
  text: "text",
  number: "number",
  boolean: "true or false",
  list: "list",
  object: "object",
  mixed: "several kinds",
  none: "no values",
};

export const SHOWN_WORDS: Record<Shown, string> = {
  all: "All",
  differing: "Differing",
  appeared: "New",
  vanished: "Gone",
  unit: "Unit changed",
  kind: "Kind changed",
  fill: "Fill changed",
  unfilled: "Never filled",
};

/** Choices of order, as they stand in an address; those of differences only where there is a comparison. */
export const SORT_CHOICES: readonly { value: string; words: string; needsComparison?: true }[] = [
  { value: "model", words: msg("As in the model") },
  { value: "name", words: msg("Name, A to Z") },
  { value: "-name", words: msg("Name, Z to A") },
  { value: "-fill", words: msg("Fullest first") },
  { value: "fill", words: msg("Emptiest first") },
  { value: "-distinct", words: msg("Most different values first") },
  { value: "distinct", words: msg("Fewest different values first") },
  { value: "-delta", words: msg("Most filled since first"), needsComparison: true },
  { value: "delta", words: msg("Most emptied since first"), needsComparison: true },
];

/** "42.3 %"; 0 and 100 only when it is none or all. */
export function percent(share: number): string {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  return `${Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1)} %`;
}

/** "214 of 231" */
export function fillWords(facts: ColumnFacts): string {
  return `${formatCount(facts.present)} of ${formatCount(facts.elements)}`;
}

/** What the elements without a value have instead: "3 empty text, 2 without a value, 12 without the property". */
export function restWords({ emptyText, none, missing }: ColumnFacts): string {
  return [
    emptyText > 0 ? `${formatCount(emptyText)} empty text` : "",
    none > 0 ? `${formatCount(none)} without a value` : "",
    missing > 0 ? `${formatCount(missing)} without the property` : "",
  ]
    .filter((words) => words !== "")
    .join(", ");
}

/** The unit in words; null where the column has no numbers and none is stated. */
export function unitWords({ unit, unitConflict, kind }: ColumnFacts): string | null {
  if (unitConflict) return "several";
  return unit ?? (kind === "number" || kind === "mixed" ? "not stated" : null);
}

/** "0.6 to 2.1"; null without numbers. */
export function rangeWords({ min, max }: ColumnFacts): string | null {
  if (min === null || max === null) return null;
  return min === max ? String(min) : `${String(min)} to ${String(max)}`;
}

/** What changed, a line each: "unit: mm, now m". */
export function changeLines(entry: PassportEntry): string[] {
  const { here, before, aspects } = entry;
  if (here === null || before === null) {
    const facts = here ?? before;
    return facts === null ? [] : [`${formatCounted(facts.present, "element")} with a value`];
  }
  return aspects.map((aspect) => {
    switch (aspect) {
      case "unit":
        return `unit: ${unitWords(before) ?? "not stated"}, now ${unitWords(here) ?? "not stated"}`;
      case "kind":
        return `kind: ${kindWords(before)}, now ${kindWords(here)}`;
      case "fill":
        return `filled: ${percent(fillShare(before))}, now ${percent(fillShare(here))} (${signed(entry)})`;
    }
  });
}

function kindWords({ kind, valueType }: ColumnFacts): string {
  return valueType === null ? KIND_WORDS[kind] : `${KIND_WORDS[kind]} (${valueType})`;
}

/** "+3 elements, +12.5 points" */
function signed(entry: PassportEntry): string {
  const elements = (entry.here?.present ?? 0) - (entry.before?.present ?? 0);
  const points = Math.round(fillDelta(entry) * 1000) / 10;
  const sign = (value: number): string => (value > 0 ? "+" : value < 0 ? "−" : "±");
  const few = Math.abs(points) < 0.1 ? "less than 0.1" : Math.abs(points).toFixed(1);
  return `${sign(elements)}${formatCounted(Math.abs(elements), "element")}, ${sign(fillDelta(entry))}${few} points`;
}
