/**
 * POST …/ifc/{m}/cancel, also as …/model/{m}/cancel: an addition of this service. Cancelling in the middle of a reading:
 * integration/ingest/cancel.
 */
import { expect, test } from "vitest";
import { untilRead } from "#tests/support/model-service.ts";
import { NO_CONTENT, ok, testSpellings } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeModel } from "#tests/support/operations/records.ts";
import { makeModel } from "#tests/support/operations/stage.ts";

const CANCELLED =
  "Reading this model was cancelled, so it cannot be queried. To read the model, process it again.";

testOperation("cancelModel", (operation) => {
  testSpellings(
    "204 without a body for one that waits: it ends with status E, and can be read after all",
    async (spelling) => {
      const { first, baseUrl, project, service } = operation.stage();
      const ids = await makeModel(operation.stage());
      const path = operation.addressOf(ids).replace(/\/cancel$/, "");
      // Waits for its turn, which never comes.
      await service.db.serviceModel.update({ where: { id: Number(ids.modelId) }, data: { status: "P" } });
      expect(await operation.call({ ids, spelling })).toEqual(NO_CONTENT);
      const { status, body } = await first("GET", path);
      const cancelled = { status: "E", version: "IFC4", errors: [CANCELLED] };
      expect({ status, body }).toEqual(ok(wholeModel(baseUrl, ids, cancelled)));
      expect((await first("GET", `${path}/element/simple`)).status).toBe(400);
      expect((await first("POST", `${path}/reprocess`)).status).toBe(204);
      expect(await untilRead(first, project, Number(ids.modelId))).toEqual(
        wholeModel(baseUrl, ids, { version: "IFC4" }),
      );
    },
  );

  test("204 for one that has ended, which stays as it is", async () => {
    const { first } = operation.stage();
    const ids = await makeModel(operation.stage());
    const path = operation.addressOf(ids).replace(/\/cancel$/, "");
    const { body } = await first("GET", path);
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect((await first("GET", path)).body).toEqual(body);
  });
});
