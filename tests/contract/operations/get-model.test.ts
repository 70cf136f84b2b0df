/** GET …/ifc/{m}, also as …/model/{m} (docs/service "Model"). */
import { expect, test } from "vitest";
import { NOT_FOUND, ok, testSpellings } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeModel } from "#tests/support/operations/records.ts";
import { makeModel } from "#tests/support/operations/stage.ts";

testOperation("getModel", (operation) => {
  testSpellings("200 with the whole record", async (spelling) => {
    const { baseUrl, ids } = operation.stage();
    expect(await operation.call({ spelling })).toEqual(ok(wholeModel(baseUrl, ids, { version: "IFC4" })));
  });

  test("200 with how far its reading is, in bytes and then in elements, and only then", async () => {
    const { service, baseUrl } = operation.stage();
    const ids = await makeModel(operation.stage());
    const where = { id: Number(ids.modelId) };
    const whole = wholeModel(baseUrl, ids, { version: "IFC4" });
    for (const progress of [
      { phase: "reading", done: 1_048_576, total: 4_194_304 },
      { phase: "writing", done: 12, total: 30 },
    ]) {
      await service.db.serviceModel.update({ where, data: { status: "I", progress } });
      expect(await operation.call({ ids })).toEqual(ok({ ...whole, status: "I", progress }));
    }
    await service.db.serviceModel.update({ where, data: { status: "C" } });
    expect(await operation.call({ ids })).toEqual(ok(whole));
  });

  test("404 for an id that is no number", async () => {
    const stage = operation.stage();
    for (const modelId of ["abc", "0", "-1", "01", "1e3", "99999999999"]) {
      expect(await operation.call({ ids: { ...stage.ids, modelId } }), modelId).toEqual(NOT_FOUND);
    }
  });
});
