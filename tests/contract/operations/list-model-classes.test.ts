/** GET …/ifc/{m}/classes, also under /model: an addition of this service. */
import { expect, test } from "vitest";
import { DOORS_IFC } from "#tests/support/doors-ifc.ts";
import { testNotCompleted } from "#tests/support/operations/not-completed.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel } from "#tests/support/operations/stage.ts";

testOperation("listModelClasses", (operation) => {
  testNotCompleted(operation);

  test.each(["ifc", "model"] as const)(
    "200 with the classes and their counts, under /%s",
    async (spelling) => {
      expect(await operation.call({ spelling })).toEqual({
        status: 200,
        body: [
          { type: "IfcDoor", count: 1 },
          { type: "IfcWall", count: 1 },
        ],
      });
      const ids = await makeModel(operation.stage(), operation.stage().ids, DOORS_IFC);
      expect(await operation.call({ ids, spelling })).toEqual({
        status: 200,
        body: [
          { type: "IfcDoor", count: 1 },
          { type: "IfcDoorStandardCase", count: 1 },
          { type: "IfcWall", count: 1 },
        ],
      });
    },
  );
});
