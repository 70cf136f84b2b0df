/** POST …/ifc/{m}/reprocess, also as …/model/{m}/reprocess (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import type { ModelRecord } from "#lib/service/contract/records.ts";
import { ANY_DATE, NO_CONTENT, testSpellings } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeModel, type Ids } from "#tests/support/operations/stage.ts";
import { until } from "#tests/support/until.ts";

testOperation("reprocessModel", (operation) => {
  const pathOf = (ids: Ids): string => operation.addressOf(ids).replace(/\/reprocess$/, "");
  const read = async (ids: Ids): Promise<ModelRecord> =>
    (await operation.stage().first("GET", pathOf(ids))).body as ModelRecord;

  /** The record that was like `before`, once the model has been processed again. */
  const readAgain = (ids: Ids, before: ModelRecord): Promise<ModelRecord> =>
    until("the model was read again", async () => {
      const model = await read(ids);
      const isEnded = model.status === "C" || model.status === "E";
      return isEnded && model.updated_at !== before.updated_at ? model : null;
    });

  testSpellings(
    "204 without a body, and it is read again to the same record and answers",
    async (spelling) => {
      const { first, service, storage } = operation.stage();
      const ids = await makeModel(operation.stage());
      const before = await read(ids);
      const answers = (await first("GET", `${pathOf(ids)}/element/simple`)).body;
      expect(await operation.call({ ids, spelling })).toEqual(NO_CONTENT);
      expect(await readAgain(ids, before)).toEqual({ ...before, updated_at: ANY_DATE });
      expect((await first("GET", `${pathOf(ids)}/element/simple`)).body).toEqual(answers);
      const { answersKey } = await service.db.serviceModel.findUniqueOrThrow({
        where: { id: Number(ids.modelId) },
      });
      const folder = answersKey?.replace(/\/[^/]+$/, "") ?? "";
      await until(
        "the older answers are gone",
        async () => (await storage.listChildren(folder)).length === 1,
      );
    },
  );

  test("204 again while it waits or is read: it is read to its end", async () => {
    const ids = await makeModel(operation.stage());
    const before = await read(ids);
    for (let count = 0; count < 3; count += 1) expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await readAgain(ids, before)).toMatchObject({ status: "C", errors: [] });
  });

  test("204 for a file that is no model: it ends with status E once more", async () => {
    const ids = await makeModel(operation.stage(), operation.stage().ids, "no model");
    const before = await read(ids);
    expect(await operation.call({ ids, body: { ignored: true } })).toEqual(NO_CONTENT);
    expect(await readAgain(ids, before)).toEqual({ ...before, updated_at: ANY_DATE });
  });
});
