/**
 * What appeared, vanished or changed between the columns of two models' tables, column by column. Pure; the reader defines what a column is
 * (origin, set, property, each with its instance), and names are compared letter by letter.
 */
import { withNumber } from "#lib/elements/files/column-heading.ts";
import type { QueryColumn, TableDescription } from "#lib/elements/query/types.ts";
import { keyOf } from "#lib/elements/query/union.ts";
import { SHOWN, type Aspect, type ColumnFacts, type PassportEntry, type Shown } from "./schema.ts";

type Described = Pick<TableDescription, "rows" | "columns">;

/** A column with its identity, before the comparison. */
type Entry = { key: string; column: QueryColumn; facts: ColumnFacts };

/**
 * The passport of a table, compared with another table if given: this table's columns in order; a column that only the other has follows
 * the column that it followed there.
 */
export function comparePassports(here: Described, before: Described | null): PassportEntry[] {
  const own = entriesOf(here);
  if (before === null) return own.map((entry) => toEntry(entry, entry.facts, null, false));
  const others = entriesOf(before);
  const otherByKey = new Map(others.map((entry) => [entry.key, entry.facts]));
  const ownKeys = new Set(own.map(({ key }) => key));
  const vanished = new Map<string | null, Entry[]>();
  let follows: string | null = null;
  for (const entry of others) {
    if (ownKeys.has(entry.key)) follows = entry.key;
    else vanished.set(follows, [...(vanished.get(follows) ?? []), entry]);
  }
  const gone = (after: string | null): PassportEntry[] =>
    (vanished.get(after) ?? []).map((entry) => toEntry(entry, null, entry.facts, true));
  return [
    ...gone(null),
    ...own.flatMap((entry) => [
      toEntry(entry, entry.facts, otherByKey.get(entry.key) ?? null, true),
      ...gone(entry.key),
    ]),
  ];
}

function entriesOf({ rows, columns }: Described): Entry[] {
  return columns
    .filter(({ origin }) => origin !== "pseudo")
    .map((column) => {
      const { id: columnId, kind, unit, unitConflict, valueType, fill, distinct, min, max } = column;
      const values = { kind, unit, unitConflict, valueType, distinct, min, max };
      return { key: keyOf(column), column, facts: { columnId, elements: rows, ...values, ...fill } };
    });
}

function toEntry(
  { key, column }: Entry,
  here: ColumnFacts | null,
  before: ColumnFacts | null,
  isCompared: boolean,
): PassportEntry {
  const aspects = here === null || before === null ? [] : aspectsOf(here, before);
  return {
    key,
    origin: column.origin,
    set: column.origin === "attribute" ? "" : withNumber(column.set, column.setInstance),
    property: withNumber(column.property, column.propertyInstance),
    change: !isCompared
      ? "none"
      : here === null
        ? "vanished"
        : before === null
          ? "appeared"
          : aspects.length > 0
            ? "changed"
            : "none",
    aspects,
    here,
    before,
  };
}

/**
 * Units and kinds are compared only where both columns have values. Fill is the share of elements with a value, compared as a fraction: 5
 * of 10 and 6 of 12 are equal.
 */
function aspectsOf(here: ColumnFacts, before: ColumnFacts): Aspect[] {
  const bothHaveValues = here.present > 0 && before.present > 0;
  const aspects: Aspect[] = [];
  if (bothHaveValues && (here.unit !== before.unit || here.unitConflict !== before.unitConflict))
    aspects.push("unit");
  if (bothHaveValues && (here.kind !== before.kind || here.valueType !== before.valueType))
    aspects.push("kind");
  if (here.present * before.elements !== before.present * here.elements) aspects.push("fill");
  return aspects;
}

/** The share of elements with a value, 0 to 1; 0 where there are no elements. */
export function fillShare(facts: ColumnFacts | null): number {
  return facts === null || facts.elements === 0 ? 0 : facts.present / facts.elements;
}

/** The difference between a column's shares in the two models; below 0: emptier than in the other. */
export function fillDelta({ here, before }: PassportEntry): number {
  return fillShare(here) - fillShare(before);
}

/** Whether a view with this filter shows the entry. */
export function isShown({ change, aspects, here }: PassportEntry, shown: Shown): boolean {
  if (shown === "all") return true;
  if (shown === "differing") return change !== "none";
  // This model has the property, but no element has a value for it.
  if (shown === "unfilled") return here !== null && here.present === 0;
  return shown === change || aspects.some((aspect) => aspect === shown);
}

/** How many entries each filter shows; an entry with several changes counts once for each. */
export function countChanges(entries: readonly PassportEntry[]): Record<Shown, number> {
  const counts = SHOWN.map((shown) => [shown, entries.filter((entry) => isShown(entry, shown)).length]);
  return Object.fromEntries(counts) as Record<Shown, number>;
}
