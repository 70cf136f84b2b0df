/** The classes of the picker: first those of the model, with subtypes beneath their supertype, then those of the schema. */
import { expect, test } from "vitest";
import { supertypesAmong } from "#lib/ifc/schema/catalogue.ts";
import { listClasses } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/class-list.ts";

test("subtypes with elements stand beneath their supertype, whatever their counts", () => {
  const counted = [
    { ifcClass: "IfcWallStandardCase", count: 388 },
    { ifcClass: "IfcDoor", count: 231 },
    { ifcClass: "IfcWall", count: 12 },
  ];
  const names = new Set([...counted.map(({ ifcClass }) => ifcClass), "IfcSlab"]);
  const supertypes = supertypesAmong(names, "IFC4");
  expect(supertypes).toEqual({ IfcWallStandardCase: "IfcWall" });
  const listed = listClasses({ counted, catalogue: ["IfcDoor", "IfcSlab", "IfcWall"], supertypes });
  expect(listed.map(({ ifcClass, count, isBelow }) => [ifcClass, count, isBelow])).toEqual([
    ["IfcDoor", 231, false],
    ["IfcWall", 12, false],
    ["IfcWallStandardCase", 388, true],
    ["IfcSlab", 0, false],
  ]);
});

test("where the service does not count, every class of the schema stands by name without a count", () => {
  const listed = listClasses({ counted: null, catalogue: ["IfcDoor", "IfcWall"], supertypes: {} });
  expect(listed.map(({ count }) => count)).toEqual([null, null]);
});
