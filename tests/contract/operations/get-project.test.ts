/** GET /cloud/{c}/project/{p} (docs/service "Project"). */
import { expect, test } from "vitest";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeProject } from "#tests/support/operations/records.ts";
import { makeProject } from "#tests/support/operations/stage.ts";

testOperation("getProject", (operation) => {
  test("200 with the whole record, its whole cloud inside", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage, stage.ids, { description: "Second phase" });
    const { body: cloud } = await stage.first("GET", `/cloud/${ids["cloudId"] ?? ""}`);
    expect(await operation.call({ ids })).toEqual({
      status: 200,
      body: wholeProject(cloud, { id: Number(ids["projectId"]), description: "Second phase" }),
    });
  });

  test("a main model that was deleted is nobody's main model any more", async () => {
    const stage = operation.stage();
    const own = await makeProject(stage);
    const model = await stage.service.db.serviceModel.create({
      data: { projectId: Number(own["projectId"]), name: "Model" },
    });
    const ids = await makeProject(stage, stage.ids, { main_model_id: model.id });
    expect(await operation.call({ ids })).toMatchObject({ body: { main_model_id: model.id } });
    await stage.service.db.serviceModel.delete({ where: { id: model.id } });
    expect(await operation.call({ ids })).toMatchObject({ status: 200, body: { main_model_id: null } });
  });
});
