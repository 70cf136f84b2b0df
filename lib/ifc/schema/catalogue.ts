// The list of element classes that a person can choose from: every class below IfcProduct, by schema. For pickers and validation; the
// reader itself uses the tables directly. And the spelling of class names: the wire compares them without regard to case (docs/service
// "Elements"), files and answers use the spelling of the schema.
import { findSchemaId, getSchema, isSubtype, SCHEMA_IDS, type SchemaId } from "./tables.ts";

export interface ProductClass {
  /** Class name as written in the schema, for instance `IfcWallStandardCase`. */
  name: string;
  /** Supertype, for instance `IfcWall`; null only for IfcProduct itself. */
  parent: string | null;
}

/** All classes of a schema that are IfcProduct or below it, supertypes before their subtypes. */
export function listProductClasses(schemaId: SchemaId): ProductClass[] {
  const schema = getSchema(schemaId);
  return [...schema.entities.values()]
    .filter((entity) => isSubtype(schema, entity.name, "IfcProduct"))
    .map((entity) => ({ name: entity.name, parent: entity.name === "IfcProduct" ? null : entity.parent }));
}

/**
 * The classes that a model can have by its schema as FILE_SCHEMA states it, or by all schemas if that is null or unknown. In alphabetical
 * order.
 */
export function listProductNames(stated: string | null): string[] {
  const names = schemasOf(stated).flatMap((id) => listProductClasses(id).map(({ name }) => name));
  return [...new Set(names)].sort();
}

/** For each name, its nearest superclass among the names, in the first of the schemas that has the class. */
export function supertypesAmong(names: ReadonlySet<string>, stated: string | null): Record<string, string> {
  const found: Record<string, string> = {};
  for (const id of schemasOf(stated)) {
    const { entities } = getSchema(id);
    for (const name of names) {
      let parent = entities.get(name)?.parent ?? null;
      while (parent !== null && !names.has(parent)) parent = entities.get(parent)?.parent ?? null;
      if (parent !== null) found[name] ??= parent;
    }
  }
  return found;
}

/** The schema of a model; all schemas if it is unknown. */
function schemasOf(stated: string | null): readonly SchemaId[] {
  const schema = stated === null ? null : findSchemaId(stated);
  return schema === null ? SCHEMA_IDS : [schema];
}

let byUpperCase: Map<string, string> | null = null;

/**
 * The spelling of a class name in the published schemas: `ifcdoor` → `IfcDoor`, or null when no schema has it.
 * @param name class name in any case, surrounding blanks ignored
 */
export function findClassName(name: string): string | null {
  if (!byUpperCase) {
    byUpperCase = new Map();
    for (const id of SCHEMA_IDS) {
      for (const entity of getSchema(id).entities.keys()) byUpperCase.set(entity.toUpperCase(), entity);
    }
  }
  return byUpperCase.get(name.trim().toUpperCase()) ?? null;
}
