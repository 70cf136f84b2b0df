// The three published IFC schemas as look-up tables: every entity class with its supertype and attributes in file order. Parsed from the
// generated lines once for each schema. Knows nothing about files, bytes or property values.
import ifc2x3 from "./generated/ifc2x3.json" with { type: "json" };
import ifc4 from "./generated/ifc4.json" with { type: "json" };
import ifc4x3 from "./generated/ifc4x3.json" with { type: "json" };

/** A schema that the reader knows. Editions (IFC4_ADD2, IFC4X3_TC1 …) use the tables of their schema line. */
export type SchemaId = "IFC2X3" | "IFC4" | "IFC4X3";

export const SCHEMA_IDS: readonly SchemaId[] = ["IFC2X3", "IFC4", "IFC4X3"];

export interface SchemaAttribute {
  /** Name as written in the schema, for instance `OverallHeight`. */
  name: string;
  /** Declared type (`IfcPositiveLengthMeasure`); empty for references to entities. */
  type: string;
  /** True when the attribute can only hold references to entities, so it never carries a simple value. */
  isReference: boolean;
}

export interface SchemaEntity {
  /** Class name as written in the schema, for instance `IfcDoorStandardCase`. */
  readonly name: string;
  /** Supertype, or null for a root class. */
  readonly parent: string | null;
  /** All attributes, inherited ones first, in the order in which a record states them. */
  readonly attributes: readonly SchemaAttribute[];
}

export interface Schema {
  id: SchemaId;
  /** Entity classes by their name as written in the schema; supertypes come before their subtypes. */
  entities: ReadonlyMap<string, SchemaEntity>;
  /** Defined types (IfcLabel, IfcLengthMeasure …), as written in the schema. */
  valueTypes: readonly string[];
}

const SOURCES = { IFC2X3: ifc2x3, IFC4: ifc4, IFC4X3: ifc4x3 };

const loaded = new Map<SchemaId, Schema>();

function parseAttribute(field: string): SchemaAttribute {
  if (field.endsWith(">")) return { name: field.slice(0, -1), type: "", isReference: true };
  const colon = field.indexOf(":");
  return { name: field.slice(0, colon), type: field.slice(colon + 1), isReference: false };
}

/** A generated line; its attributes are parsed on demand, which only few classes need. */
class LazyEntity implements SchemaEntity {
  readonly name: string;
  readonly parent: string | null;
  private readonly fields: string;
  private readonly supertype: SchemaEntity | undefined;
  private known: readonly SchemaAttribute[] | null = null;

  constructor(line: string, entities: ReadonlyMap<string, SchemaEntity>) {
    const nameEnd = line.indexOf(" ");
    const parentEnd = line.indexOf(" ", nameEnd + 1);
    const parent = line.slice(nameEnd + 1, parentEnd < 0 ? undefined : parentEnd);
    this.name = line.slice(0, nameEnd);
    this.parent = parent === "" ? null : parent;
    this.fields = parentEnd < 0 ? "" : line.slice(parentEnd + 1);
    this.supertype = entities.get(parent);
  }

  get attributes(): readonly SchemaAttribute[] {
    if (!this.known) {
      const own = this.fields === "" ? [] : this.fields.split(" ").map(parseAttribute);
      this.known = [...(this.supertype?.attributes ?? []), ...own];
    }
    return this.known;
  }
}

/** The tables of one schema (source: the generated files beside this one). */
export function getSchema(id: SchemaId): Schema {
  const known = loaded.get(id);
  if (known) return known;
  const entities = new Map<string, SchemaEntity>();
  for (const line of SOURCES[id].entities) {
    const entity = new LazyEntity(line, entities);
    entities.set(entity.name, entity);
  }
  const schema = { id, entities, valueTypes: SOURCES[id].valueTypes };
  loaded.set(id, schema);
  return schema;
}

/** Whether `name` is `ancestor` or one of its subtypes. Names as written in the schema. */
export function isSubtype(schema: Schema, name: string, ancestor: string): boolean {
  let current: string | null | undefined = name;
  while (current) {
    if (current === ancestor) return true;
    current = schema.entities.get(current)?.parent;
  }
  return false;
}

/**
 * The schema that a FILE_SCHEMA name stands for (ISO 10303-21 clause 8.2.3), or null for a schema that this reader does not know. Editions
 * such as IFC2X3_TC1, IFC4_ADD2_TC1 and IFC4X3_RC4 belong to their line; the withdrawn drafts IFC4X1 and IFC4X2 do not, because their
 * classes differ.
 */
export function findSchemaId(stated: string): SchemaId | null {
  const name = stated.trim().toUpperCase();
  return SCHEMA_IDS.find((id) => name === id || name.startsWith(`${id}_`)) ?? null;
}
