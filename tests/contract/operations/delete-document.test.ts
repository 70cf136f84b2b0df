/** DELETE …/document/{d} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NO_CONTENT, NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { findFile, makeDocument, makeModel, makeProject, type Ids } from "#tests/support/operations/stage.ts";

testOperation("deleteDocument", (operation) => {
  const projectOf = (ids: Ids): string => operation.addressOf(ids).replace(/\/document\/.*$/, "");

  test("204 without a body, with its model and its files; a project forgets its main model; then 404", async () => {
    const stage = operation.stage();
    const ids = await makeModel(stage, await makeProject(stage));
    await stage.first("PATCH", projectOf(ids), { main_model_id: Number(ids.modelId) });
    const untilFileIsGone = await findFile(stage, ids);
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    expect((await stage.first("GET", `${projectOf(ids)}/ifc/${ids.modelId}`)).status).toBe(404);
    expect((await stage.first("GET", projectOf(ids))).body).toMatchObject({ main_model_id: null });
    await untilFileIsGone();
  });

  test("204 for one that is no model", async () => {
    const ids = await makeDocument(operation.stage());
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
  });
});
