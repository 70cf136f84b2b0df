import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findClassName, listProductClasses } from "#lib/ifc/schema/catalogue.ts";
import { generateSchemaFiles } from "#tests/support/generators/ifc-schema.ts";
import { findSchemaId, getSchema, isSubtype, SCHEMA_IDS } from "#lib/ifc/schema/tables.ts";

describe("schema tables", () => {
  it("are what the generator makes of web-ifc's declarations", () => {
    const package_ = dirname(createRequire(import.meta.url).resolve("web-ifc"));
    const files = generateSchemaFiles(readFileSync(join(package_, "ifc-schema.d.ts"), "utf8"));
    expect(Object.keys(files)).toHaveLength(3);
    for (const [name, text] of Object.entries(files)) {
      const path = new URL(`../../../lib/ifc/schema/generated/${name}`, import.meta.url);
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  it("state attributes in file order, derived ones in their place", () => {
    const names = (schema: "IFC2X3" | "IFC4", entity: string): string[] =>
      (getSchema(schema).entities.get(entity)?.attributes ?? []).map((attribute) => attribute.name);
    expect(names("IFC4", "IfcDoor")).toEqual([
      "GlobalId", "OwnerHistory", "Name", "Description", "ObjectType", "ObjectPlacement", "Representation", "Tag",
      "OverallHeight", "OverallWidth", "PredefinedType", "OperationType", "UserDefinedOperationType",
    ]); // oxfmt-ignore
    expect(names("IFC2X3", "IfcSIUnit")).toEqual(["Dimensions", "UnitType", "Prefix", "Name"]);
  });

  it("tell references from values", () => {
    const attributes = getSchema("IFC2X3").entities.get("IfcSite")?.attributes ?? [];
    expect(attributes.filter(({ isReference }) => isReference).map(({ name }) => name)).toEqual([
      "OwnerHistory", "ObjectPlacement", "Representation", "SiteAddress",
    ]); // oxfmt-ignore
  });

  it("have a known supertype for every class, down to a root", () => {
    for (const id of SCHEMA_IDS) {
      const schema = getSchema(id);
      expect(schema.entities.size).toBeGreaterThan(600);
      for (const { parent } of schema.entities.values()) {
        if (parent !== null) expect(schema.entities.has(parent)).toBe(true);
      }
    }
    expect(isSubtype(getSchema("IFC4X3"), "IfcRailway", "IfcProduct")).toBe(true);
    expect(isSubtype(getSchema("IFC4"), "IfcProject", "IfcProduct")).toBe(false);
  });

  it("list every product class with its supertype", () => {
    for (const id of SCHEMA_IDS) {
      const classes = listProductClasses(id);
      expect(classes[0]).toEqual({ name: "IfcProduct", parent: null });
      const known = new Set(classes.map(({ name }) => name));
      for (const { parent } of classes.slice(1)) expect(known.has(parent ?? "")).toBe(true);
    }
    expect(listProductClasses("IFC4")).toContainEqual({ name: "IfcDoorStandardCase", parent: "IfcDoor" });
  });

  it("know editions of a schema, and not the withdrawn drafts", () => {
    expect(["ifc2x3", "IFC2X3_TC1", "IFC4_ADD2_TC1", "IFC4X3_ADD2", "IFC4X3_RC4"].map(findSchemaId)).toEqual([
      "IFC2X3", "IFC2X3", "IFC4", "IFC4X3", "IFC4X3",
    ]); // oxfmt-ignore
    for (const draft of ["IFC4X1", "IFC4X2", "IFC2X2_FINAL", "IFC5", ""])
      expect(findSchemaId(draft), draft).toBeNull();
  });
});

describe("findClassName", () => {
  it("gives the schema's spelling whatever the case", () => {
    expect(findClassName("ifcdoor")).toBe("IfcDoor");
    expect(findClassName(" IFCWALLSTANDARDCASE ")).toBe("IfcWallStandardCase");
    expect(findClassName("IfcDoors")).toBeNull();
    expect(findClassName("__proto__")).toBeNull();
  });
});
