/** POST …/document/{d}/history/{id}/head-version (docs/service "Versions of a document"). */
import { expect, test } from "vitest";
import type { DocumentRecord, ModelRecord } from "#lib/service/contract/records.ts";
import { DETAILED_IFC } from "#tests/support/detailed-ifc.ts";
import { NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeDocument } from "#tests/support/operations/records.ts";
import { makeModel, makeProject, makeVersions } from "#tests/support/operations/stage.ts";

testOperation("makeHeadVersion", (operation) => {
  test("200 with the document as the head; the head of until now is the version before it", async () => {
    const stage = operation.stage();
    const place = await makeProject(stage);
    const first = await makeModel(stage, place);
    const second = await makeModel(stage, place, DETAILED_IFC, first.documentId);
    const third = await makeModel(stage, place, DETAILED_IFC, second.documentId);
    const promote = (versionId: string): ReturnType<typeof operation.call> =>
      operation.call({ ids: { ...third, versionId } });
    expect(await promote(first.documentId)).toEqual({
      status: 200,
      body: wholeDocument(stage.baseUrl, first, { history_count: 2 }),
    });
    const project = operation.addressOf({ ...third, versionId: "1" }).replace(/\/document\/.*$/, "");
    const historyIds = async (): Promise<string[]> => {
      const path = `${project}/document/${third.documentId}/history`;
      return ((await stage.first("GET", path)).body as DocumentRecord[]).map(({ id }) => String(id));
    };
    expect(await historyIds()).toEqual([third.documentId, second.documentId]);
    const models = (await stage.first("GET", `${project}/ifc`)).body as ModelRecord[];
    expect(models.map(({ id }) => String(id))).toEqual([first.modelId]);
    expect((await promote(second.documentId)).status).toBe(200);
    expect(await historyIds()).toEqual([first.documentId, third.documentId]);
  });

  test("404 for the head itself, and for a version of another document; nothing changes", async () => {
    const { documentId, versionId, ...place } = operation.stage().ids;
    const other = await makeVersions(operation.stage());
    const ids = { ...place, documentId: documentId ?? "" };
    expect(await operation.call({ ids: { ...ids, versionId: ids.documentId } })).toEqual(NOT_FOUND);
    expect(await operation.call({ ids: { ...ids, versionId: other.versionId } })).toEqual(NOT_FOUND);
    const history = operation.addressOf({ ...ids, versionId: "1" }).replace(/\/1\/head-version$/, "");
    const older = (await operation.stage().first("GET", history)).body as DocumentRecord[];
    expect(older.map(({ id }) => String(id))).toEqual([versionId]);
  });
});
