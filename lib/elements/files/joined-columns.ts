/*
 * The columns of one table over any number of models, found one description at a time. A property whose values have another kind or unit in
 * another model gets a separate column: merged, 900 (mm) and 0.9 (m) would be in one column. No snapshot is kept open.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { sayIn, t, type Language } from "#lib/core/texts.ts";
import { ElementsError } from "../errors.ts";
import {
  draftOf,
  findByNature,
  finish,
  insertInOrder,
  join,
  keyOf,
  natureOf,
  unitConflictsOf,
  type Draft,
  type Nature,
} from "../query/union.ts";
import type { SnapshotMeta } from "../snapshot/meta.ts";
import { KIND_WORDS } from "../told-values.ts";
import { instanceName } from "./column-heading.ts";
import type { ColumnVariant, ExportColumn } from "./table.ts";

/** The most columns of one table over several models. */
export const JOINED_COLUMNS_MAX = 50_000;

type Variant = { nature: Nature; draft: Draft; place: number };

/** Collects the columns: `add` each description, then call `columns`, and `placesIn` for each snapshot. */
export class JoinedColumns {
  rows = 0;
  readonly #order: string[] = [];
  readonly #known = new Set<string>();
  readonly #variants = new Map<string, Variant[]>();
  #count = 0;
  readonly #language: Language;

  /** @param language of the words that tell the columns of one property apart */
  constructor(language: Language) {
    this.#language = language;
  }

  /** @throws ElementsError BAD_OPTION for more columns than one table may have */
  add(meta: SnapshotMeta): void {
    insertInOrder(this.#order, this.#known, meta.columns.map(keyOf));
    this.rows += meta.rows;
    const isConflicting = unitConflictsOf(meta);
    for (const column of meta.columns) {
      const hasConflict = isConflicting(column);
      const key = keyOf(column);
      const variants = this.#variants.get(key) ?? [];
      this.#variants.set(key, variants);
      const nature = natureOf(column, hasConflict);
      const same = findByNature(variants, nature);
      if (same === undefined) {
        variants.push({ nature, draft: draftOf(column, hasConflict), place: 0 });
        this.#count++;
      } else {
        same.nature ??= nature;
        join(same.draft, column, hasConflict);
      }
    }
    if (this.#count <= JOINED_COLUMNS_MAX) return;
    throw new ElementsError(
      "BAD_OPTION",
      kept(
        "One table has up to {max} columns, and these models have more properties. Choose fewer models or classes, or one file for each model.",
        { max: String(JOINED_COLUMNS_MAX) },
      ),
    );
  }

  /** All columns in order, those of one property side by side. Call it once, after the last `add`. */
  columns(): ExportColumn[] {
    const ids = new Set<string>();
    const names = new Set<string>();
    const ordered = this.#order.map((key) => this.#variants.get(key) ?? []);
    for (const [first] of ordered) if (first !== undefined) names.add(memberOf(first.draft, ""));
    let place = 0;
    return ordered.flatMap((variants) =>
      variants.flatMap((variant): ExportColumn[] => {
        variant.place = place;
        const { origin, ...rest } = finish(variant.draft, ids, this.rows);
        if (origin === "pseudo") return [];
        place++;
        const told =
          variants.length === 1 ? undefined : sayIn(this.#language, () => tell(variant, variants, names));
        return [{ ...rest, origin, ...(told === undefined ? {} : { variant: told }) }];
      }),
    );
  }

  /** For each column of the table, its place in the snapshot's own columns; -1: the snapshot does not have the column. */
  placesIn(meta: SnapshotMeta): Int32Array {
    const places = new Int32Array(this.#count).fill(-1);
    const hasConflict = unitConflictsOf(meta);
    for (const [at, column] of meta.columns.entries()) {
      const nature = natureOf(column, hasConflict(column));
      const variant = findByNature(this.#variants.get(keyOf(column)) ?? [], nature);
      if (variant !== undefined) places[variant.place] = at;
    }
    return places;
  }
}

const memberOf = ({ origin, set, setInstance, property, propertyInstance }: Draft, suffix: string): string =>
  JSON.stringify([origin, set, setInstance, instanceName(property, propertyInstance) + suffix]);

/** The suffix that distinguishes a variant from its siblings without matching the name of another property of the set. */
function tell({ nature, draft }: Variant, siblings: readonly Variant[], names: Set<string>): ColumnVariant {
  const unitOf = ({ nature: of }: Variant): string => {
    if (of?.unitConflict === true) return t("several units");
    return of?.unit ?? t("no unit stated");
  };
  const hasKinds = new Set(siblings.map(({ nature: of }) => of?.kind)).size > 1;
  const saysUnit = new Set(siblings.map(unitOf)).size > 1;
  const words =
    (hasKinds ? ` (${t(KIND_WORDS[nature?.kind ?? "none"])})` : "") +
    (saysUnit ? ` [${unitOf({ nature, draft, place: 0 })}]` : "");
  let suffix = words;
  for (let n = 2; names.has(memberOf(draft, suffix)); n++) suffix = `${words} (${String(n)})`;
  names.add(memberOf(draft, suffix));
  return { suffix, saysUnit };
}
