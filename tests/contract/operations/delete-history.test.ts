/** DELETE …/document/{d}/history/delete (docs/service "Versions of a document"). */
import { expect, test } from "vitest";
import { NO_CONTENT, NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { findFile, makeDocument, makeProject, makeVersions } from "#tests/support/operations/stage.ts";

testOperation("deleteHistory", (operation) => {
  test("204 without a body: every version goes with its model and its file, other documents stay; then 404", async () => {
    const stage = operation.stage();
    const place = await makeProject(stage);
    const other = await makeDocument(stage, place);
    const ids = await makeVersions(stage, place);
    const untilNewestIsGone = await findFile(stage, ids);
    const untilOlderIsGone = await findFile(stage, { documentId: ids.versionId });
    // Any version represents its series.
    expect(await operation.call({ ids: { ...ids, documentId: ids.versionId } })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    const project = operation.addressOf(ids).replace(/\/document\/.*$/, "");
    expect((await stage.first("GET", `${project}/ifc`)).body).toEqual([]);
    expect((await stage.first("GET", `${project}/ifc/${ids.modelId}`)).status).toBe(404);
    expect((await stage.first("GET", `${project}/document`)).body).toMatchObject([
      { id: Number(other["documentId"]) },
    ]);
    await untilNewestIsGone();
    await untilOlderIsGone();
  });

  test("204 for a document that has one version", async () => {
    const ids = await makeDocument(operation.stage());
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
  });
});
