/** GET …/element/{uuid}/simple, under /ifc and /model (docs/service "Simple elements"). */
import { beforeAll, expect, test } from "vitest";
import { EXACT_DOOR, DOORS_IFC, STANDARD_DOOR, WALL_OF_DOORS } from "#tests/support/doors-ifc.ts";
import { NOT_FOUND, ok, testSpellings } from "#tests/support/operations/call.ts";
import { testNotCompleted } from "#tests/support/operations/not-completed.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel, type Ids } from "#tests/support/operations/stage.ts";

testOperation("getSimpleElement", (operation) => {
  let ids: Ids;
  beforeAll(async () => {
    ids = await makeModel(operation.stage(), operation.stage().ids, DOORS_IFC);
  });
  testNotCompleted(operation);

  testSpellings("200 with a map with its one key, whatever its values look like", async (spelling) => {
    const all = Object.entries({ ...EXACT_DOOR, ...STANDARD_DOOR, ...WALL_OF_DOORS });
    for (const [uuid, element] of all) {
      expect(await operation.call({ ids: { ...ids, uuid }, spelling })).toEqual(ok({ [uuid]: element }));
    }
  });

  test("404 for one that is not there, and for what is no element", async () => {
    for (const uuid of ["0000000000000000000DO9", "attributes", "0000000000000000000PS1", "../../index"]) {
      expect(await operation.call({ ids: { ...ids, uuid } }), uuid).toEqual(NOT_FOUND);
    }
  });
});
