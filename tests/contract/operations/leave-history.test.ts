/** POST …/document/{d}/history/{id}/leave (docs/service "Versions of a document"). */
import { expect, test } from "vitest";
import { NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeDocument } from "#tests/support/operations/records.ts";
import { makeProject, makeVersions } from "#tests/support/operations/stage.ts";

testOperation("leaveHistory", (operation) => {
  test("200 with the version as a document of its own; both are listed then, and it cannot leave twice", async () => {
    const stage = operation.stage();
    const ids = await makeVersions(stage, await makeProject(stage));
    const models = operation.addressOf(ids).replace(/\/document\/.*$/, "/ifc");
    // Created before the change: a stored list must not outlive the change.
    expect((await stage.first("GET", models)).body).toMatchObject([{ document: { history_count: 1 } }]);
    const { body, status } = await operation.call({ ids });
    const left = body as { id: number; model_id: number };
    expect(status).toBe(200);
    const alone = { cloudId: ids["cloudId"] ?? "", projectId: ids["projectId"] ?? "" };
    const own = { ...alone, documentId: ids.versionId, modelId: String(left.model_id) };
    expect(body).toEqual(wholeDocument(stage.baseUrl, own));
    const { documentId, modelId } = ids;
    const stayed = wholeDocument(stage.baseUrl, { ...alone, documentId, modelId });
    expect((await stage.first("GET", models)).body).toMatchObject([
      { id: left.model_id, document: body },
      { id: Number(ids.modelId), document: stayed },
    ]);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
  });
});
