/** What every operation on elements answers for a model that was not processed completely (docs/service "Status of a model"). */
import { expect, test } from "vitest";
import { refused, type OperationUnderTest } from "./call.ts";
import { makeModel } from "./stage.ts";

/** `queries`: further query strings, each with its question mark. */
export function testNotCompleted(operation: OperationUnderTest, queries: readonly string[] = []): void {
  test("400 for a model that is not completed, and it says so", async () => {
    const stage = operation.stage();
    const projectId = Number(stage.ids["projectId"]);
    const broken = await makeModel(stage, stage.ids, "no model");
    const models = [{ status: "E", modelId: broken.modelId }];
    for (const status of ["P", "W", "I", "X", "D"] as const) {
      const { id } = await stage.service.db.serviceModel.create({ data: { projectId, status } });
      models.push({ status, modelId: String(id) });
    }
    for (const { status, modelId } of models) {
      const detail = `The model has the status "${status}". Only a completed model (status "C") can be queried for its elements.`;
      for (const query of ["", ...queries]) {
        const answer = await operation.call({ ids: { ...stage.ids, modelId }, query });
        expect(answer, status + query).toEqual(refused({ detail }));
      }
    }
    await stage.service.db.serviceModel.deleteMany({
      where: { id: { in: models.map(({ modelId }) => Number(modelId)) } },
    });
  });
}
