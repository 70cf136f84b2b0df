/** GET …/project/{p}/document (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeDocument } from "#tests/support/operations/records.ts";
import { makeDocument, makeModel, makeProject } from "#tests/support/operations/stage.ts";

testOperation("listDocuments", (operation) => {
  test("200 with a bare array of whole records, oldest first, models and others", async () => {
    const stage = operation.stage();
    const ids = await makeProject(stage);
    expect(await operation.call({ ids })).toEqual({ status: 200, body: [] });
    const minutes = await makeDocument(stage, ids);
    const model = await makeModel(stage, ids);
    const plain = { name: "Minutes", file_name: "minutes.txt", file_type: "txt" };
    expect(await operation.call({ ids })).toEqual({
      status: 200,
      body: [
        wholeDocument(stage.baseUrl, minutes, { ...plain, size: "of the meeting".length }),
        wholeDocument(stage.baseUrl, model),
      ],
    });
  });
});
