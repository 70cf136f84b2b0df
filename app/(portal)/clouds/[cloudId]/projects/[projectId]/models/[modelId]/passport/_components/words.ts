import { formatCount } from "#app/_ui/format/count.ts";
import { msg, t } from "#lib/core/texts.ts";
import { KIND_WORDS, tellNumber } from "#lib/elements/told-values.ts";
import { fillDelta, fillShare } from "#lib/features/passport/compare.ts";
import type { ColumnFacts, PassportEntry, Shown } from "#lib/features/passport/schema.ts";

/** Translated with `t`, like the table below. */
export const SHOWN_WORDS: Record<Shown, string> = {
  all: msg("All"),
  differing: msg("Schema changes"),
  appeared: msg("New"),
  vanished: msg("Gone"),
  unit: msg("Unit changed"),
  kind: msg("Kind changed"),
  fill: msg("Fill changed"),
  unfilled: msg("Never filled"),
};

/** The sort orders, as written in an address; those of differences only where there is a comparison. */
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

/** "42.3 %"; 0 and 100 only when exact. */
export function percent(share: number): string {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  return `${withOneDecimal(Math.min(99.9, Math.max(0.1, share * 100)))} %`;
}

/** "214 of 231" */
export function fillWords(facts: ColumnFacts): string {
  return t("{present} of {rows}", {
    present: formatCount(facts.present),
    rows: formatCount(facts.elements),
  });
}

/** What the elements without a value have instead: "3 empty text, 2 without a value, 12 without the property". */
export function restWords({ emptyText, none, missing }: ColumnFacts): string {
  return [
    emptyText > 0 ? t("{count, plural, one {# empty text} other {# empty texts}}", { count: emptyText }) : "",
    none > 0 ? t("{count} without a value", { count: formatCount(none) }) : "",
    missing > 0 ? t("{count} without the property", { count: formatCount(missing) }) : "",
  ]
    .filter((words) => words !== "")
    .join(", ");
}

/** The unit in words; null where the column has neither numbers nor a stated unit. */
export function unitWords({ unit, unitConflict, kind }: ColumnFacts): string | null {
  if (unitConflict) return t("several");
  return unit ?? (kind === "number" || kind === "mixed" ? t("not stated") : null);
}

/** "0.6 to 2.1"; null without numbers. */
export function rangeWords({ min, max }: ColumnFacts): string | null {
  if (min === null || max === null) return null;
  return min === max ? tellNumber(min) : t("{min} to {max}", { min: tellNumber(min), max: tellNumber(max) });
}

/** The changes, one per line: "unit: mm, now m". */
export function changeLines(entry: PassportEntry): string[] {
  const { here, before, aspects } = entry;
  if (here === null || before === null) {
    const facts = here ?? before;
    return facts === null
      ? []
      : [t("{count, plural, one {# element} other {# elements}} with a value", { count: facts.present })];
  }
  return aspects.map((aspect) => {
    switch (aspect) {
      case "unit":
        return t("unit: {before}, now {now}", {
          before: unitWords(before) ?? t("not stated"),
          now: unitWords(here) ?? t("not stated"),
        });
      case "kind":
        return t("kind: {before}, now {now}", { before: kindWords(before), now: kindWords(here) });
      case "fill":
        return t("filled: {before}, now {now} ({difference})", {
          before: percent(fillShare(before)),
          now: percent(fillShare(here)),
          difference: signed(entry),
        });
    }
  });
}

function kindWords({ kind, valueType }: ColumnFacts): string {
  return valueType === null ? t(KIND_WORDS[kind]) : `${t(KIND_WORDS[kind])} (${valueType})`;
}

/** "+3 elements, +12.5 points" */
function signed(entry: PassportEntry): string {
  const elements = (entry.here?.present ?? 0) - (entry.before?.present ?? 0);
  const points = Math.round(fillDelta(entry) * 1000) / 10;
  const sign = (value: number): string => (value > 0 ? "+" : value < 0 ? "−" : "±");
  const facts = {
    elements: Math.abs(elements),
    sign: sign(elements),
    pointsSign: sign(fillDelta(entry)),
    points: withOneDecimal(Math.max(0.1, Math.abs(points))),
  };
  return Math.abs(points) < 0.1
    ? t(
        "{sign}{elements, plural, one {# element} other {# elements}}, {pointsSign}less than {points} points",
        facts,
      )
    : t("{sign}{elements, plural, one {# element} other {# elements}}, {pointsSign}{points} points", facts);
}

/** 12.0, in German 12,0 */
function withOneDecimal(value: number): string {
  return tellNumber(value.toFixed(1));
}
