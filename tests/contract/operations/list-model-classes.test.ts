/** GET …/ifc/{m}/classes, also under /model: an addition of this service. */
import { expect } from "vitest";
import { DOORS_IFC } from "#tests/support/doors-ifc.ts";
import { ok, testSpellings } from "#tests/support/operations/call.ts";
import { testNotCompleted } from "#tests/support/operations/not-completed.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel } from "#tests/support/operations/stage.ts";

testOperation("listModelClasses", (operation) => {
  testNotCompleted(operation);

  testSpellings("200 with the classes and their counts", async (spelling) => {
    const onceEach = (...types: string[]): object => ok(types.map((type) => ({ type, count: 1 })));
    expect(await operation.call({ spelling })).toEqual(onceEach("IfcDoor", "IfcWall"));
    const ids = await makeModel(operation.stage(), operation.stage().ids, DOORS_IFC);
    expect(await operation.call({ ids, spelling })).toEqual(
      onceEach("IfcDoor", "IfcDoorStandardCase", "IfcWall"),
    );
  });
});
