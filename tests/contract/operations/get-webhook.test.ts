/** GET /cloud/{c}/webhook/{w} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { NOT_FOUND } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud } from "#tests/support/operations/stage.ts";

testOperation("getWebhook", (operation) => {
  test("200 with id, events and url, without the secret", async () => {
    expect(await operation.call()).toEqual({
      status: 200,
      body: {
        id: Number(operation.stage().ids["webhookId"]),
        events: ["project.invitation.accepted"],
        url: "https://hooks.example.org/in",
      },
    });
  });

  test("404 under another cloud of the same application", async () => {
    const stage = operation.stage();
    expect(await operation.call({ ids: { ...stage.ids, ...(await makeCloud(stage)) } })).toEqual(NOT_FOUND);
  });
});
