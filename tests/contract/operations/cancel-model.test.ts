/** POST …/ifc/{m}/cancel, also as …/model/{m}/cancel: an addition of this service. */
import { expect, test } from "vitest";
import { untilRead, upload } from "#tests/support/model-service.ts";
import { NO_CONTENT } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel } from "#tests/support/operations/stage.ts";

testOperation("cancelModel", (operation) => {
  test.each(["ifc", "model"] as const)(
    "204 without a body while it waits or is read; it can be read after all; under /%s",
    async (spelling) => {
      const { first, ids: shared, project } = operation.stage();
      const file = new TextEncoder().encode("x".repeat(2000));
      const uploads = [];
      for (let count = 0; count < 2; count += 1) {
        uploads.push(await upload(first, project, "a.ifc", file));
      }
      const modelId = uploads.at(-1)?.model_id ?? 0;
      const ids = { ...shared, modelId: String(modelId) };
      const path = operation.addressOf(ids).replace(/\/cancel$/, "");
      expect(await operation.call({ ids, spelling })).toEqual(NO_CONTENT);
      const stopped = await untilRead(first, project, modelId);
      expect(stopped).toMatchObject({ status: "E", errors: [expect.stringContaining("cancelled")] });
      expect((await first("POST", `${path}/reprocess`)).status).toBe(204);
      const again = await untilRead(first, project, modelId);
      expect(again.errors).not.toEqual(stopped.errors);
      for (const { model_id: id } of uploads) {
        await untilRead(first, project, id);
        expect((await first("DELETE", `${project}/ifc/${String(id)}`)).status).toBe(204);
      }
    },
  );

  test("204 for one that has ended already, which is left as it is", async () => {
    const ids = await makeModel(operation.stage());
    const path = operation.addressOf(ids).replace(/\/cancel$/, "");
    const before = (await operation.stage().first("GET", path)).body;
    expect(await operation.call({ ids, body: {} })).toEqual(NO_CONTENT);
    expect((await operation.stage().first("GET", path)).body).toEqual(before);
  });
});
