/** GET /cloud/{c}/project/{p} (docs/service "Project"). */
import { expect, test } from "vitest";
import { ANY_DATE, ANY_ID, NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeProject } from "#tests/support/operations/stage.ts";

testOperation("getProject", (operation) => {
  test("200 with the whole record, its whole cloud inside", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage, stage.ids, { description: "Second phase" });
    const { body: cloud } = await stage.first("GET", `/cloud/${ids["cloudId"] ?? ""}`);
    expect(await operation.call({ ids })).toEqual({
      status: 200,
      body: {
        id: Number(ids["projectId"]),
        name: "Own",
        logo: null,
        description: "Second phase",
        status: "A",
        cloud,
        parent_id: null,
        main_model_id: null,
        root_folder_id: ANY_ID,
        created_at: ANY_DATE,
        updated_at: ANY_DATE,
      },
    });
  });

  test("404 under another cloud of the same application", async () => {
    const stage = operation.stage();
    expect(await operation.call({ ids: { ...stage.ids, ...(await makeCloud(stage)) } })).toEqual(NOT_FOUND);
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
