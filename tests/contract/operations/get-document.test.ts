/** GET …/document/{d} (docs/service "Document"). */
import { expect, test } from "vitest";
import { NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeDocument } from "#tests/support/operations/records.ts";
import { makeProject } from "#tests/support/operations/stage.ts";

testOperation("getDocument", (operation) => {
  test("200 with the whole record, model_id and ifc_id the same number", async () => {
    const { baseUrl, ids } = operation.stage();
    expect(await operation.call()).toEqual({ status: 200, body: wholeDocument(baseUrl, ids) });
  });

  test("404 under another project of the same cloud", async () => {
    const elsewhere = await makeProject(operation.stage());
    expect(await operation.call({ ids: { ...operation.stage().ids, ...elsewhere } })).toMatchObject({
      status: 404,
    });
    const { documentId = "" } = operation.stage().ids;
    expect(await operation.call({ ids: { ...elsewhere, documentId } })).toEqual(NOT_FOUND);
  });
});
