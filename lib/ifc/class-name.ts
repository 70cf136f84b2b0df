// Spelling of IFC class names: the wire compares them without regard to case (docs/service "Elements"), files
// and answers use the spelling of the schema. Nothing here reads files.
import { getSchema, SCHEMA_IDS } from "./schema/tables.ts";

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
