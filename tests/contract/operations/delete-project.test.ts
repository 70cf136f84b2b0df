/** DELETE /cloud/{c}/project/{p} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NO_CONTENT, NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { findFile, makeDocument, makeProject } from "#tests/support/operations/stage.ts";

testOperation("deleteProject", (operation) => {
  test("204 without a body, with its documents and their files; then 404; projects below it move to the top", async () => {
    const stage = operation.stage();
    const top = await makeDocument(stage, await makeProject(stage));
    const below = await makeProject(stage, stage.ids, { parent_id: Number(top["projectId"]) });
    const untilFileIsGone = await findFile(stage, top);
    expect(await operation.call({ ids: top })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids: top })).toEqual(NOT_FOUND);
    for (const under of ["", "/document", "/ifc", "/model"]) {
      const { status, body } = await stage.first("GET", operation.addressOf(top) + under);
      expect({ status, body }, under).toEqual(NOT_FOUND);
    }
    expect(await operation.read(below)).toMatchObject({ parent_id: null });
    await untilFileIsGone();
  });

  test("204 with 10,000 models", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage);
    const projectId = Number(ids["projectId"]);
    const data = Array.from({ length: 10_000 }, (_none, index) => ({ projectId, name: String(index) }));
    await stage.service.db.serviceModel.createMany({ data });
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await stage.service.db.serviceModel.count({ where: { projectId } })).toBe(0);
  });
});
