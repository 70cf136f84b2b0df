/** A column of a table's description, for tests of what is made from it. */
import type { QueryColumn } from "#lib/elements/query/types.ts";

/** A text of a property set, named by the property unless told otherwise, with a value in each of four rows. */
export function queryColumn(id: string, part: Partial<QueryColumn> = {}): QueryColumn {
  return {
    id,
    origin: "set",
    set: "Pset_DoorCommon",
    setInstance: 1,
    property: id,
    propertyInstance: 1,
    kind: "text",
    kinds: { string: 4, number: 0, boolean: 0, list: 0, object: 0, null: 0 },
    unit: null,
    valueType: null,
    unitConflict: false,
    fill: { present: 4, emptyText: 0, none: 0, missing: 0 },
    distinct: 4,
    min: null,
    max: null,
    textLength: 8,
    ...part,
  };
}
