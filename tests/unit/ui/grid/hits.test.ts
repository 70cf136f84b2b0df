/** Marks in cells: where a value contains the search text, by the rules of the search itself. */
import { expect, test } from "vitest";
import { holds, splitHits } from "#app/_ui/data-table/grid/hits.ts";

test.each([
  ["Buitendeur 830", "DEUR", false, ["Buiten", "deur", " 830"]],
  ["aXbxc", "x", false, ["a", "X", "b", "x", "c"]],
  ["aaaa", "aa", false, ["", "aa", "", "aa", ""]],
  ["Straße İ door", "DOOR", false, ["Straße İ ", "door", ""]],
  ["817,49", "817.4", true, ["", "817,4", "9"]],
  ["817.49", "7,4", true, ["81", "7.4", "9"]],
  ["1,5 m", "1.5", false, ["1,5 m"]],
  ["W-1", "", false, ["W-1"]],
  ["W-1", "W-12", false, ["W-1"]],
])("%j with %j looked for (number: %s) comes apart into %j", (text, find, isNumber, parts) => {
  expect(splitHits(text, find, isNumber)).toEqual(parts);
});

test("a value that is not shown whole still says that it holds what is looked for", () => {
  const rounded = { kind: "number", text: "7.22506320305114E-05" } as const;
  expect(holds(rounded, "0305114e")).toBe(true);
  expect(holds("Door", "doors")).toBe(false);
  expect(holds(true, "TRU")).toBe(true);
  expect(holds(null, "null")).toBe(false);
  expect(holds(undefined, "x")).toBe(false);
});
