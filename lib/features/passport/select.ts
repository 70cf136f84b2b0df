/** Which entries of a passport a view shows, and in which order. Pure; used for page and CSV file alike. */
import { isRelationColumn, relationNames } from "#lib/elements/relations/relation-columns.ts";
import { fillDelta, fillShare, isShown } from "./compare.ts";
import type { PassportEntry, PassportSort, PassportView } from "./schema.ts";

/** The entries that match search and filter, in the view's order. */
export function selectEntries(
  entries: readonly PassportEntry[],
  view: Pick<PassportView, "search" | "shown" | "sort" | "isDescending">,
): PassportEntry[] {
  const wanted = view.search.toLowerCase();
  const relations = relationNames();
  const found = entries.filter((entry) => isShown(entry, view.shown) && isFound(entry, wanted, relations));
  if (view.sort === "model") return found;
  const direction = view.isDescending ? -1 : 1;
  const compare = COMPARE[view.sort];
  // Array.sort is stable: equal entries stay in the model's order.
  return found.sort((a, b) => direction * compare(a, b));
}

/** Searches set, property, unit and value type, in this model and in the other; relations also by the names that the page shows. */
function isFound(entry: PassportEntry, wanted: string, relations: ReadonlyMap<string, string>): boolean {
  if (wanted === "") return true;
  const { set, property, here, before } = entry;
  const told = isRelationColumn({ ...entry, setInstance: 1 }) ? relations.get(property) : undefined;
  const texts = [`${set}.${property}`, told, here?.unit, here?.valueType, before?.unit, before?.valueType];
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}

const NAMES = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const COMPARE: Record<Exclude<PassportSort, "model">, (a: PassportEntry, b: PassportEntry) => number> = {
  name: (a, b) => NAMES.compare(a.property, b.property) || NAMES.compare(a.set, b.set),
  fill: (a, b) => fillShare(a.here) - fillShare(b.here),
  distinct: (a, b) => (a.here?.distinct ?? 0) - (b.here?.distinct ?? 0),
  delta: (a, b) => fillDelta(a) - fillDelta(b),
};
