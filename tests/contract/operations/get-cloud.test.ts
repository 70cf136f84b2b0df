/** GET /cloud/{c} (docs/service "Cloud"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeCloud } from "#tests/support/operations/records.ts";
import { makeCloud } from "#tests/support/operations/stage.ts";

testOperation("getCloud", (operation) => {
  test("200 with the whole record", async () => {
    const stage = operation.stage();
    const ids = await makeCloud(stage);
    expect(await operation.call({ ids })).toEqual(ok(wholeCloud(stage, { id: Number(ids["cloudId"]) })));
  });

  test("HEAD answers its headers without content", async () => {
    const { first } = operation.stage();
    const answer = await first("HEAD", operation.addressOf());
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: null });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });
});
