/** DELETE /cloud/{c}/webhook/{w} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NO_CONTENT, NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeWebhook } from "#tests/support/operations/stage.ts";

testOperation("deleteWebhook", (operation) => {
  test("204 without a body, then it is in no answer any more", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const ids = { ...cloud, webhookId: await makeWebhook(stage, cloud) };
    expect(await operation.call({ ids })).toEqual(NO_CONTENT);
    expect(await operation.call({ ids })).toEqual(NOT_FOUND);
    const path = operation.addressOf(ids);
    for (const [method, address] of [["GET", path], ["PATCH", path], ["POST", `${path}/ping`]] as const) {
      const { status, body } = await stage.first(method, address);
      expect({ status, body }, method).toEqual(NOT_FOUND);
    } // oxfmt-ignore
    expect(await operation.readList(ids)).toEqual([]);
  });
});
