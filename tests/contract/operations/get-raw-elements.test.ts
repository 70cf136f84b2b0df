/** GET …/element/raw, under /ifc and /model (docs/service "Raw elements"): whole bodies of a small model that has everything. */
import { expect, test } from "vitest";
import { WALL } from "#tests/support/detailed-ifc.ts";
import { ok, testSpellings } from "#tests/support/operations/call.ts";
import { testNotCompleted } from "#tests/support/operations/not-completed.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import expected from "../../fixtures/elements/detailed-raw.json" with { type: "json" };

testOperation("getRawElements", (operation) => {
  testNotCompleted(operation, ["?type=IfcDoor", "?classification=a"]);

  testSpellings("200 with tables that refer to each other by position", async (spelling) => {
    const { status, body, headers } = await operation.send({ spelling });
    expect({ status, body }).toEqual(ok(expected));
    expect(headers.get("content-type")).toBe("application/json");
  });

  test("200 with the sets of the elements asked for, whole small tables, and ids that do not change", async () => {
    const [door, wall] = expected.elements;
    const setOf = (id: number) => expected.property_sets.find((set) => set.id === id);
    expect(await operation.call({ query: "?type=IfcDoor" })).toEqual(
      ok({ ...expected, elements: [door], property_sets: expected.property_sets.slice(0, 2) }),
    );
    expect(wall?.uuid).toBe(WALL);
    expect(await operation.call({ query: "?classification=Uniclass+2015" })).toEqual(
      ok({
        ...expected,
        elements: [{ ...wall, attributes: 0, psets: [1, 2, 3, 4] }],
        property_sets: [5, 1, 2, 4, 3].map(setOf),
      }),
    );
  });

  test("200 with every table kept where nothing is found", async () => {
    for (const query of ["?type=IfcSlab", "?classification__notation=none"]) {
      expect(await operation.call({ query }), query).toEqual(
        ok({ ...expected, elements: [], property_sets: [] }),
      );
    }
  });
});
