/** GET /cloud/{c}/webhook (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { callAsGiven, ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud, makeWebhook } from "#tests/support/operations/stage.ts";

testOperation("listWebhooks", (operation) => {
  test("200 with a bare array of those that the application made itself, oldest first, without secrets", async () => {
    const ids = await makeCloud(operation.stage());
    expect(await operation.call({ ids })).toEqual(ok([]));
    const records = [];
    for (let count = 0; count < 2; count += 1) {
      const id = Number(await makeWebhook(operation.stage(), ids));
      records.push({ id, events: ["project.invitation.accepted"], url: "https://hooks.example.org/in" });
    }
    expect(await operation.call({ ids })).toEqual(ok(records));
    expect(await callAsGiven(operation, Number(ids["cloudId"]), ids)).toEqual(ok([]));
  });
});
