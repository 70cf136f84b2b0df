/** The switch that shows a class together with its subtypes. */
import { expect, test } from "vitest";
import { supertypesAmong } from "#lib/ifc/schema/catalogue.ts";
import { subtypesSwitch } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/subtypes.ts";

const counted = ["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase", "IfcDoor"].map((ifcClass) => ({
  ifcClass,
  count: 1,
}));
const supertypes = supertypesAmong(new Set(counted.map(({ ifcClass }) => ifcClass)), "IFC4");
const choices = { counted, catalogue: [], supertypes };
const subtypes = ["IfcWallStandardCase", "IfcWallElementedCase"];

test("a class with subtypes that have elements can be shown with all of them, and alone again", () => {
  expect(subtypesSwitch(choices, ["IfcWall"])).toEqual({ root: "IfcWall", subtypes, isOn: false });
  expect(subtypesSwitch(choices, [...subtypes, "IfcWall"])).toEqual({
    root: "IfcWall",
    subtypes,
    isOn: true,
  });
});

test("there is no switch without subtypes, for a choice of other classes, and where nobody counts", () => {
  expect(subtypesSwitch(choices, ["IfcDoor"])).toBeNull();
  expect(subtypesSwitch(choices, ["IfcWall", "IfcDoor"])).toBeNull();
  expect(subtypesSwitch({ ...choices, counted: null }, ["IfcWall"])).toBeNull();
});

test("more subtypes than a table can show together give no switch", () => {
  const many = Array.from({ length: 20 }, (_, place) => `IfcWall${String(place)}`);
  const wide = {
    counted: ["IfcWall", ...many].map((ifcClass) => ({ ifcClass, count: 1 })),
    catalogue: [],
    supertypes: Object.fromEntries(many.map((one) => [one, "IfcWall"])),
  };
  expect(subtypesSwitch(wide, ["IfcWall"])).toBeNull();
});
