// The list of element classes that a person can choose from: every class below IfcProduct, per schema.
// For pickers and validation; the reader itself uses the tables directly.
import { getSchema, isSubtype, type SchemaId } from "./tables.ts";

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
