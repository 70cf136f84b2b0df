/** GET …/document/{d} (docs/service "Document"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeDocument } from "#tests/support/operations/records.ts";

testOperation("getDocument", (operation) => {
  test("200 with the whole record, model_id and ifc_id the same number", async () => {
    const { baseUrl, ids } = operation.stage();
    expect(await operation.call()).toEqual(ok(wholeDocument(baseUrl, ids)));
  });
});
