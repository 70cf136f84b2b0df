/** DELETE …/ifc/{m}, also as …/model/{m} (docs/service "Document": deleting a model deletes its document). */
import { expect, test } from "vitest";
import { NO_CONTENT, NOT_FOUND, testSpellings } from "#tests/support/operations/call.ts";
import { formOf } from "#tests/support/model-service.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { findFile, makeModel, makeProject } from "#tests/support/operations/stage.ts";

testOperation("deleteModel", (operation) => {
  const project = ({ cloudId = "", projectId = "" }: Record<string, string>): string =>
    `/cloud/${cloudId}/project/${projectId}`;

  testSpellings("204 without a body, with its document and its files; then 404", async (spelling) => {
    const stage = operation.stage();
    const ids = await makeModel(stage);
    const untilFileIsGone = await findFile(stage, ids);
    expect(await operation.call({ ids, spelling })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids, spelling })).toEqual(NOT_FOUND);
    for (const path of [`/ifc/${ids.modelId}`, `/document/${ids.documentId}`]) {
      expect((await stage.first("GET", project(ids) + path)).status, path).toBe(404);
    }
    await untilFileIsGone();
  });

  test("204 while it waits to be read", async () => {
    const { first, ids } = operation.stage();
    const form = formOf([["name", "a.ifc"], ["file", new TextEncoder().encode("x"), "a.ifc"]]); // oxfmt-ignore
    const { body } = await first("POST", `${project(ids)}/document`, form);
    const { id, model_id: modelId } = body as { id: number; model_id: number };
    expect(await operation.call({ ids: { ...ids, modelId: String(modelId) } })).toEqual(NO_CONTENT);
    expect((await first("GET", `${project(ids)}/document/${String(id)}`)).status).toBe(404);
  });

  test("204 for a main model, which nobody's main model is any more", async () => {
    const { first } = operation.stage();
    const ids = await makeModel(operation.stage(), await makeProject(operation.stage()));
    await first("PATCH", project(ids), { main_model_id: Number(ids.modelId) });
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect((await first("GET", project(ids))).body).toMatchObject({ main_model_id: null });
  });
});
