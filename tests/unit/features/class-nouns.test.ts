import { expect, test } from "vitest";
import germanNouns from "#lib/features/elements/class-nouns.de.json" with { type: "json" };
import { classNoun } from "#lib/features/elements/class-words.ts";
import { listProductClasses } from "#lib/ifc/schema/catalogue.ts";
import { SCHEMA_IDS } from "#lib/ifc/schema/tables.ts";
import { useGerman } from "#tests/support/in-german.ts";

const CASE = /(StandardCase|ElementedCase)$/;

useGerman();

test("a class is called by its German noun, in the number it stands in", () => {
  expect([classNoun("IfcDoor", 1), classNoun("IfcDoor", 214)]).toEqual(["Tür", "Türen"]);
  expect(classNoun("IfcWallStandardCase", 3)).toBe("Wände (Standardfall)");
  expect([classNoun("", 1), classNoun("", 0)]).toEqual(["Element", "Elemente"]);
  expect([classNoun("IfcWindow", 1), classNoun("IfcWindow", 2)]).toEqual(["Fenster", "Fenster"]);
});

test("a class without a German noun is called by its IFC name", () => {
  expect(classNoun("IfcAlignmentCant", 2)).toBe("IfcAlignmentCant");
});

test("every German noun is of a class that a schema has", () => {
  const known = new Set(
    SCHEMA_IDS.flatMap((id) => listProductClasses(id).map(({ name }) => name.replace(CASE, ""))),
  );
  expect(Object.keys(germanNouns).filter((name) => name !== "" && !known.has(`Ifc${name}`))).toEqual([]);
});
