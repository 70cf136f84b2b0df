/** GET …/project/{p}/document (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { MINUTES, wholeDocument } from "#tests/support/operations/records.ts";
import { makeDocument, makeModel, makeProject } from "#tests/support/operations/stage.ts";

testOperation("listDocuments", (operation) => {
  test("200 with a bare array of whole records, oldest first, models and others", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage);
    expect(await operation.call({ ids })).toEqual(ok([]));
    const minutes = await makeDocument(stage, ids);
    const model = await makeModel(stage, ids);
    const records = [wholeDocument(stage.baseUrl, minutes, MINUTES), wholeDocument(stage.baseUrl, model)];
    expect(await operation.call({ ids })).toEqual(ok(records));
  });
});
