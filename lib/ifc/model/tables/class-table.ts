// Which classes the reader needs, and the category of each, by schema: elements, types, sets, properties, quantities, the two relations
// that join them, and the few records that units and references to them need. Everything else in a file is geometry or organisation and is
// skipped unread.
import { getSchema, SCHEMA_IDS, type SchemaEntity, type SchemaId } from "../../schema/tables.ts";
import { KeywordTable } from "../../step/keyword-table.ts";

export const CATEGORY = {
  product: 1,
  type: 2,
  propertySet: 3,
  quantitySet: 4,
  predefinedSet: 5,
  single: 6,
  enumerated: 7,
  list: 8,
  bounded: 9,
  table: 10,
  reference: 11,
  complexProperty: 12,
  quantity: 13,
  complexQuantity: 14,
  relatesProperties: 15,
  relatesType: 16,
  support: 17,
  /** Only needed by readings of details (lib/ifc/details). */
  detail: 18,
} as const;

/** The category of a class and its subtypes; an entry of a subtype overrides it for that subtype and those below. */
const CATEGORY_BY_CLASS: ReadonlyMap<string, number> = new Map<string, number>([
  ["IfcProduct", CATEGORY.product],
  ["IfcTypeObject", CATEGORY.type],
  ["IfcPropertySet", CATEGORY.propertySet],
  ["IfcElementQuantity", CATEGORY.quantitySet],
  ["IfcPropertySetDefinition", CATEGORY.predefinedSet],
  ["IfcPropertySingleValue", CATEGORY.single],
  ["IfcPropertyEnumeratedValue", CATEGORY.enumerated],
  ["IfcPropertyListValue", CATEGORY.list],
  ["IfcPropertyBoundedValue", CATEGORY.bounded],
  ["IfcPropertyTableValue", CATEGORY.table],
  ["IfcPropertyReferenceValue", CATEGORY.reference],
  ["IfcComplexProperty", CATEGORY.complexProperty],
  ["IfcPhysicalSimpleQuantity", CATEGORY.quantity],
  ["IfcPhysicalComplexQuantity", CATEGORY.complexQuantity],
  ["IfcRelDefinesByProperties", CATEGORY.relatesProperties],
  ["IfcRelDefinesByType", CATEGORY.relatesType],
  ...[
    "IfcProject",
    "IfcApplication",
    "IfcUnitAssignment",
    "IfcNamedUnit",
    "IfcDerivedUnit",
    "IfcDerivedUnitElement",
    "IfcMonetaryUnit",
    "IfcMeasureWithUnit",
    "IfcPropertyEnumeration",
    "IfcPerson",
    "IfcOrganization",
    "IfcPersonAndOrganization",
    "IfcAddress",
    "IfcAppliedValue",
    "IfcCalendarDate",
    "IfcDateAndTime",
    "IfcLocalTime",
    "IfcExternalReference",
    "IfcMaterial",
    "IfcMaterialDefinition",
    "IfcMaterialLayer",
    "IfcMaterialList",
    "IfcTable",
    "IfcTimeSeries",
  ].map((name): [string, number] => [name, CATEGORY.support]),
]);

const NOTHING_MORE: ReadonlyMap<string, number> = new Map();

export interface ClassTable {
  readonly keywords: KeywordTable;
  /** Category by class code; code 0 (not wanted) has category 0. */
  readonly categories: Uint8Array;
  /** Entity by class code. */
  readonly entities: readonly (SchemaEntity | undefined)[];
  /** True for classes taken from another schema because the file's own does not have them. */
  readonly isForeign: readonly boolean[];
  /** Spelling of defined types by their name in upper case: IFCLABEL → IfcLabel. */
  readonly valueTypes: ReadonlyMap<string, string>;
}

/** The tables built so far: a thread that reads many files builds each table once. */
const built = new WeakMap<ReadonlyMap<string, number>, Map<SchemaId, ClassTable>>();

/**
 * The table for files of one schema. `more` gives further classes and their categories. Classes that only another schema has follow at the
 * end: exporters do write them, and an element must not be lost because its file states the wrong edition.
 */
export function getClassTable(
  schemaId: SchemaId,
  more: ReadonlyMap<string, number> = NOTHING_MORE,
): ClassTable {
  const tables = built.get(more) ?? new Map<SchemaId, ClassTable>();
  built.set(more, tables);
  const table = tables.get(schemaId) ?? buildClassTable(schemaId, more);
  tables.set(schemaId, table);
  return table;
}

function buildClassTable(schemaId: SchemaId, more: ReadonlyMap<string, number>): ClassTable {
  const entities: (SchemaEntity | undefined)[] = [undefined];
  const categories = [0];
  const isForeign = [false];
  const valueTypes = new Map<string, string>();
  const known = new Set<string>();
  for (const id of [schemaId, ...SCHEMA_IDS.filter((other) => other !== schemaId)]) {
    const schema = getSchema(id);
    for (const name of schema.valueTypes) {
      if (!valueTypes.has(name.toUpperCase())) valueTypes.set(name.toUpperCase(), name);
    }
    const categoryOf = new Map<string, number>();
    for (const entity of schema.entities.values()) {
      // Supertypes come before their subtypes, so the inherited category is known here.
      const stated = CATEGORY_BY_CLASS.get(entity.name) ?? more.get(entity.name);
      const category = stated ?? categoryOf.get(entity.parent ?? "") ?? 0;
      categoryOf.set(entity.name, category);
      if (known.has(entity.name)) continue;
      known.add(entity.name);
      if (category === 0) continue;
      entities.push(entity);
      categories.push(category);
      isForeign.push(id !== schemaId);
    }
  }
  const names = entities.slice(1).map((entity) => entity?.name ?? "");
  return {
    keywords: new KeywordTable(names),
    categories: Uint8Array.from(categories),
    entities,
    isForeign,
    valueTypes,
  };
}

export class NumberList {
  values = new Uint32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const values = new Uint32Array(this.length * 2);
      values.set(this.values);
      this.values = values;
    }
    this.values[this.length++] = value;
  }

  at(position: number): number {
    return this.values[position] ?? 0;
  }

  /** Empties the list and frees its memory. */
  release(): void {
    this.values = new Uint32Array(256);
    this.length = 0;
  }
}
