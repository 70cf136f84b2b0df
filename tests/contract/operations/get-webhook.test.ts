/** GET /cloud/{c}/webhook/{w} (docs/service "Neighbouring operations"). */
import { expect, test } from "vitest";
import { ok } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";

testOperation("getWebhook", (operation) => {
  test("200 with id, events and url, without the secret", async () => {
    const id = Number(operation.stage().ids["webhookId"]);
    const url = "https://hooks.example.org/in";
    expect(await operation.call()).toEqual(ok({ id, events: ["project.invitation.accepted"], url }));
  });
});
