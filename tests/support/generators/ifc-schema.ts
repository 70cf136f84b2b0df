// Writes lib/ifc/schema/generated/*.json from the type declarations of the npm package web-ifc (MPL-2.0), whose ifc-schema.d.ts states
// buildingSMART's EXPRESS schemas IFC2X3 TC1, IFC4 ADD2 TC1 and IFC4X3 ADD2: every entity class with its supertype and its attributes in
// order. Only facts; no code of that package is copied. Run by hand when the package changes: `node
// tests/support/generators/ifc-schema.ts`.
import { readFileSync, writeFileSync } from "node:fs";

/** The schemas this reader knows, by the name that their tables carry. */
const SCHEMA_IDS = ["IFC2X3", "IFC4", "IFC4X3"] as const;

interface DeclaredClass {
  parent: string | null;
  parameters: { name: string; type: string }[];
}

function listNamespaceLines(declarations: string, schemaId: string): string[] {
  const lines = declarations.split("\n");
  const start = lines.indexOf(`export declare namespace ${schemaId} {`);
  if (start < 0) throw new Error(`The declarations have no namespace ${schemaId}.`);
  return lines.slice(start + 1, lines.indexOf("}", start));
}

function splitParameters(list: string): { name: string; type: string }[] {
  if (list === "") return [];
  return list.split(/, (?=[A-Za-z]+: )/).map((part) => {
    const colon = part.indexOf(": ");
    return { name: part.slice(0, colon), type: part.slice(colon + 2) };
  });
}

function readClasses(lines: string[]): Map<string, DeclaredClass> {
  const classes = new Map<string, DeclaredClass>();
  let current: DeclaredClass | null = null;
  for (const line of lines) {
    const opening = /^ {4}class (\w+)(?: extends (\w+))? \{$/.exec(line);
    if (opening?.[1] !== undefined) {
      current = { parent: opening[2] ?? null, parameters: [] };
      classes.set(opening[1], current);
      continue;
    }
    const constructing = /^ {8}constructor\((.*)\);$/.exec(line);
    if (constructing?.[1] !== undefined && current) current.parameters = splitParameters(constructing[1]);
  }
  return classes;
}

/** A select type counts as a reference when every member of it, through nested selects, is an entity. */
function buildReferenceTest(lines: string[]): (type: string) => boolean {
  const aliases = new Map<string, string>();
  for (const line of lines) {
    const alias = /^ {4}type (\w+) = (.*);$/.exec(line);
    if (alias?.[1] !== undefined && alias[2] !== undefined) aliases.set(alias[1], alias[2]);
  }
  const isReference = (type: string, seen: readonly string[]): boolean => {
    const withoutHandles = type.replaceAll(/\(Handle<Ifc\w+> \| Ifc\w+\)/g, "@");
    const members = withoutHandles.replaceAll(/[()[\]]/g, "").split(" | ");
    return members
      .filter((member) => member !== "null")
      .every((member) => {
        if (member === "@") return true;
        const alias = aliases.get(member);
        return alias !== undefined && !seen.includes(member) && isReference(alias, [...seen, member]);
      });
  };
  return (type) => isReference(type, []);
}

function nameType(type: string): string {
  const bare = type.replaceAll(/Handle<\w+> \| |NumberHandle \| |[()]|\[\]| \| null/g, "");
  return /^\w+$/.test(bare) ? bare : "IfcValue";
}

function writeEntity(
  name: string,
  declared: DeclaredClass,
  inherited: string[],
  isReference: (type: string) => boolean,
): string {
  // Attributes that a subclass redeclares as derived (IfcSIUnit.Dimensions) are left out of its constructor but
  // keep their place in the file as `*`: what a class inherits is therefore always the supertype's whole list.
  const own = declared.parameters.filter((parameter) => !inherited.includes(parameter.name));
  const attributes = own.map(({ name: attribute, type }) =>
    isReference(type) ? `${attribute}>` : `${attribute}:${nameType(type)}`,
  );
  return [name, declared.parent === "IfcLineObject" ? "" : (declared.parent ?? ""), ...attributes].join(" ");
}

/** One line per entity class, supertypes first: `IfcDoor IfcBuildingElement OverallHeight:IfcPositiveLengthMeasure`. */
function writeEntities(lines: string[]): string[] {
  const classes = readClasses(lines);
  const isReference = buildReferenceTest(lines);
  const written = new Map<string, string[]>([["IfcLineObject", []]]);
  const output: string[] = [];
  const pending = [...classes].filter(
    ([, declared]) => declared.parent !== null && declared.parent !== "NumberHandle",
  );
  while (pending.length > 0) {
    const ready = pending.findIndex(([, declared]) => written.has(declared.parent ?? ""));
    const [entry] = pending.splice(ready, 1);
    if (ready < 0 || !entry) throw new Error("A class names a supertype that the declarations do not have.");
    const inherited = written.get(entry[1].parent ?? "") ?? [];
    output.push(writeEntity(entry[0], entry[1], inherited, isReference));
    const names = entry[1].parameters.map((parameter) => parameter.name);
    written.set(entry[0], [...inherited, ...names.filter((name) => !inherited.includes(name))]);
  }
  return output;
}

/** Names of the defined types (IfcLabel, IfcLengthMeasure): needed to spell the value types of properties. */
function listValueTypes(lines: string[]): string[] {
  return [...readClasses(lines)]
    .filter(([, declared]) => declared.parent === null || declared.parent === "NumberHandle")
    .map(([name]) => name)
    .filter((name) => !name.endsWith("Enum"))
    .sort();
}

/**
 * Makes the text of the three generated files.
 * @param declarations content of web-ifc's ifc-schema.d.ts
 * @returns JSON by file name, with a line for each class
 */
export function generateSchemaFiles(declarations: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const schemaId of SCHEMA_IDS) {
    const lines = listNamespaceLines(declarations, schemaId);
    const tables = {
      source: `web-ifc 0.0.78, ifc-schema.d.ts (MPL-2.0, from buildingSMART's EXPRESS schema ${schemaId}), by tests/support/generators/ifc-schema.ts`,
      entityFormat: "class, supertype, own attributes (name:type, name> = reference)",
      entities: writeEntities(lines),
      valueTypes: listValueTypes(lines),
    };
    files[`${schemaId.toLowerCase()}.json`] = `${JSON.stringify(tables, null, 1)}\n`;
  }
  return files;
}

if (import.meta.main) {
  const source = new URL("../../../node_modules/web-ifc/ifc-schema.d.ts", import.meta.url);
  for (const [name, text] of Object.entries(generateSchemaFiles(readFileSync(source, "utf8")))) {
    writeFileSync(new URL(`../../../lib/ifc/schema/generated/${name}`, import.meta.url), text);
  }
}
