/** GET /cloud/{c}/webhook/{w} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { testOperation } from "#tests/support/operations/operation.ts";

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
});
