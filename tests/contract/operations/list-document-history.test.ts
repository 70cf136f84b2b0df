/** GET …/document/{d}/history (docs/service "Versions of a document"). */
import { expect, test } from "vitest";
import type { DocumentRecord } from "#lib/service/contract/records.ts";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { MINUTES, wholeDocument } from "#tests/support/operations/records.ts";
import { makeDocument, makeModel, makeProject } from "#tests/support/operations/stage.ts";
import { DETAILED_IFC } from "#tests/support/detailed-ifc.ts";

testOperation("listDocumentHistory", (operation) => {
  test("200 with the older versions as whole records, newest first, whichever version is named", async () => {
    const stage = operation.stage();
    const place = await makeProject(stage);
    const oldest = await makeDocument(stage, place);
    const middle = await makeModel(stage, place, DETAILED_IFC, oldest["documentId"]);
    const newest = await makeModel(stage, place, DETAILED_IFC, middle.documentId);
    const older = { head_id: Number(newest.documentId), is_head_version: false };
    const expected = ok([
      wholeDocument(stage.baseUrl, middle, older),
      wholeDocument(stage.baseUrl, oldest, { ...MINUTES, ...older }),
    ]);
    for (const ids of [newest, middle, oldest]) expect(await operation.call({ ids })).toEqual(expected);
    const documents = operation.addressOf(newest).replace(/\/\d+\/history$/, "");
    expect((await stage.first("GET", documents)).body).toEqual([
      wholeDocument(stage.baseUrl, newest, { history_count: 2 }),
    ]);
  });

  test("200 with an empty list for a document that has one version", async () => {
    const ids = await makeDocument(operation.stage());
    expect(await operation.call({ ids })).toEqual(ok([]));
  });

  test("200 without a version that was deleted, and without a head: the next one has its place", async () => {
    const stage = operation.stage();
    const place = await makeProject(stage);
    const first = await makeDocument(stage, place);
    const second = await makeModel(stage, place, DETAILED_IFC, first["documentId"]);
    const third = await makeModel(stage, place, DETAILED_IFC, second.documentId);
    const documents = operation.addressOf(first).replace(/\/\d+\/history$/, "");
    const listed = async (): Promise<[number, number][]> =>
      ((await stage.first("GET", documents)).body as DocumentRecord[]).map(
        ({ id, history_count: count }) => [id, count], // oxfmt-ignore
      );
    const historyOf = async (ids: Record<string, string>): Promise<number[]> =>
      ((await operation.call({ ids })).body as DocumentRecord[]).map(({ id }) => id);
    const numbers = [first["documentId"], second.documentId, third.documentId].map(Number);
    const [one = 0, two = 0, three = 0] = numbers;
    expect(await listed()).toEqual([[three, 2]]);
    await stage.first("DELETE", `${documents}/${String(three)}`);
    expect(await listed()).toEqual([[two, 1]]);
    expect(await historyOf(second)).toEqual([one]);
    await stage.first("DELETE", `${documents}/${String(one)}`);
    expect(await listed()).toEqual([[two, 0]]);
    expect(await historyOf(second)).toEqual([]);
  });
});
