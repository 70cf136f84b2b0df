/*
 * Merges the columns of several snapshots into one table: columns match by set and property, each with its instance, and are in the order
 * of the first snapshot that has them. Only descriptions are read here; rows are read elsewhere.
 */
import type { Column } from "../columns.ts";
import type { SnapshotMeta } from "../snapshot/meta.ts";
import type { NamedColumn } from "./address/named-column.ts";
import type { ColumnKind, QueryColumn } from "./types.ts";

/** A column of the table before its values are examined. */
export type UnionColumn = Omit<QueryColumn, "distinct" | "min" | "max">;

/** What kind of values a column of one snapshot has; null: no values, which matches any nature. */
export type Nature = { kind: ColumnKind; unit: string | null; unitConflict: boolean } | null;

export type Draft = { -readonly [K in keyof UnionColumn]: UnionColumn[K] };

/** The key of a column: columns with equal keys are one column of the table. */
export const keyOf = (column: Omit<NamedColumn, "id">): string =>
  JSON.stringify([column.origin, column.set, column.setInstance, column.property, column.propertyInstance]);

/** Tells of each column of a snapshot whether the snapshot warns of its units. */
export function unitConflictsOf({ warnings }: SnapshotMeta): (column: Column) => boolean {
  const labels = new Set(warnings.find(({ code }) => code === "UNIT_CONFLICT")?.samples);
  return (column) => labels.size > 0 && labels.has(labelOf(column));
}

/** A column's name as warnings give it (warnings.ts). */
const labelOf = (column: Column): string =>
  (column.origin === "attribute" ? column.property : `${column.set}.${column.property}`).slice(0, 200);

/** Merges the columns of snapshots; a column that a snapshot lacks is missing in all its rows. */
export function uniteColumns(metas: readonly SnapshotMeta[]) {
  const order: string[] = [];
  const known = new Set<string>();
  for (const meta of metas) insertInOrder(order, known, meta.columns.map(keyOf));
  const places = new Map(order.map((key, place) => [key, place]));
  const drafts = new Array<Draft | undefined>(order.length);
  const total = metas.reduce((sum, meta) => sum + meta.rows, 0);
  for (const meta of metas) {
    const hasConflict = unitConflictsOf(meta);
    for (const column of meta.columns) {
      const place = places.get(keyOf(column)) ?? 0;
      const draft = drafts[place];
      if (draft === undefined) drafts[place] = draftOf(column, hasConflict(column));
      else join(draft, column, hasConflict(column));
    }
  }
  const ids = new Set<string>();
  const columns = drafts.flatMap((draft) => (draft === undefined ? [] : [finish(draft, ids, total)]));
  /** For each snapshot: place in its own columns → place in `columns`. */
  const placeOfColumn = metas.map((meta) => meta.columns.map((column) => places.get(keyOf(column)) ?? 0));
  /** For each snapshot: place in `columns` → place in its own columns. */
  const ownPlaceOf = placeOfColumn.map((places) => new Map(places.map((place, own) => [place, own])));
  return { columns, placeOfColumn, ownPlaceOf };
}

export type ColumnUnion = ReturnType<typeof uniteColumns>;

/** Where a row of a table over several snapshots is: its snapshot, and its number there; null when there is no such row. */
export function locateRow<Source extends { readonly snapshot: { readonly meta: SnapshotMeta } }>(
  sources: readonly Source[],
  number: number,
): { source: Source; index: number; row: number } | null {
  if (!Number.isSafeInteger(number) || number < 0) return null;
  let row = number;
  for (const [index, source] of sources.entries()) {
    const { rows } = source.snapshot.meta;
    if (row < rows) return { source, index, row };
    row -= rows;
  }
  return null;
}

/** Inserts new keys after the key they follow. */
export function insertInOrder(order: string[], known: Set<string>, keys: readonly string[]): void {
  if (keys.every((key) => known.has(key))) return;
  const followers = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const key of keys) {
    if (known.has(key)) {
      before = key;
      continue;
    }
    const list = followers.get(before) ?? [];
    list.push(key);
    followers.set(before, list);
    known.add(key);
  }
  const merged = [...(followers.get(null) ?? [])];
  for (const key of order) merged.push(key, ...(followers.get(key) ?? []));
  order.splice(0, order.length);
  for (const key of merged) order.push(key);
}

/** A column of one snapshot, before other snapshots are joined; how often it is missing is not known yet. */
export function draftOf(column: Column, unitConflict: boolean): Draft {
  const { id, origin, set, setInstance, property, propertyInstance, unit, valueType, kinds, fill } = column;
  return {
    id,
    origin,
    set,
    setInstance,
    property,
    propertyInstance,
    unit,
    valueType,
    kinds,
    kind: "none",
    unitConflict,
    fill: { present: fill.present, emptyText: fill.emptyText, none: fill.null, missing: 0 },
    textLength: column.textLengthMax,
  };
}

/** Adds what another snapshot says about the same column. */
export function join(draft: Draft, column: Column, hasConflict: boolean): void {
  const { kinds, fill } = column;
  const isFirstWithValues = draft.fill.present === 0;
  draft.kinds = {
    string: draft.kinds.string + kinds.string,
    number: draft.kinds.number + kinds.number,
    boolean: draft.kinds.boolean + kinds.boolean,
    list: draft.kinds.list + kinds.list,
    object: draft.kinds.object + kinds.object,
    null: draft.kinds.null + kinds.null,
  };
  const present = draft.fill.present + fill.present;
  const emptyText = draft.fill.emptyText + fill.emptyText;
  const none = draft.fill.none + fill.null;
  draft.fill = { present, emptyText, none, missing: 0 };
  draft.textLength = Math.max(draft.textLength, column.textLengthMax);
  if (fill.present === 0) return;
  if (isFirstWithValues) {
    draft.unit = column.unit;
    draft.valueType = column.valueType;
    draft.unitConflict = hasConflict;
    return;
  }
  if (draft.valueType !== column.valueType) draft.valueType = null;
  if (!draft.unitConflict && !hasConflict && draft.unit === column.unit) return;
  draft.unit = null;
  draft.unitConflict = true;
}

/** @param rows of all snapshots together */
export function finish(draft: Draft, ids: Set<string>, rows: number): UnionColumn {
  const { present, emptyText, none } = draft.fill;
  let { id } = draft;
  for (let n = 2; ids.has(id); n++) id = `${draft.id}_${String(n)}`;
  ids.add(id);
  const fill = { present, emptyText, none, missing: rows - present - emptyText - none };
  return { ...draft, id, kind: kindOf(draft), fill };
}

/** @param unitConflict whether the snapshot warns of the column's units */
export function natureOf(column: Column, unitConflict: boolean): Nature {
  const { fill, unit } = column;
  if (fill.present === 0) return null;
  const kind = kindOf({ kinds: column.kinds, fill: { ...fill, none: fill.null } });
  return { kind, unit, unitConflict };
}

/**
 * The variant that values of this nature belong to. A column without values goes to the first variant, and a variant without values accepts
 * any nature.
 */
export function findByNature<V extends { nature: Nature }>(
  variants: readonly V[],
  nature: Nature,
): V | undefined {
  if (nature === null) return variants[0];
  return variants.find(
    ({ nature: other }) =>
      other === null ||
      (other.kind === nature.kind &&
        other.unit === nature.unit &&
        other.unitConflict === nature.unitConflict),
  );
}

/** The kind of a column's values. */
function kindOf({ kinds, fill }: Pick<Draft, "kinds" | "fill">): ColumnKind {
  const text = kinds.string - fill.emptyText;
  const found = (
    [
      ["text", text],
      ["number", kinds.number],
      ["boolean", kinds.boolean],
      ["list", kinds.list],
      ["object", kinds.object],
    ] as const
  ).filter(([, count]) => count > 0);
  if (found.length > 1) return "mixed";
  return found[0]?.[0] ?? "none";
}
