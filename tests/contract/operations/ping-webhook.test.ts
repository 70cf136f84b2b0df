/** POST /cloud/{c}/webhook/{w}/ping (docs/service "Neighbouring operations"); more of what is delivered: contract/webhook-deliveries. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testOperation } from "#tests/support/operations/operation.ts";
import { makeCloud } from "#tests/support/operations/stage.ts";
import { until } from "#tests/support/until.ts";
import { startReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";

testOperation("pingWebhook", (operation) => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  test("200 with the whole record, whatever the body is, and a message of it each time", async () => {
    const stage = operation.stage();
    const cloud = await makeCloud(stage);
    const webhook = { url: receiver.origin, events: ["model.deletion"] };
    const made = await stage.first("POST", `/cloud/${cloud["cloudId"] ?? ""}/webhook`, webhook);
    const { id } = made.body as { id: number };
    const ids = { ...cloud, webhookId: String(id) };
    for (const body of [
      undefined,
      { url: "https://elsewhere.example.org" },
      new URLSearchParams({ x: "y" }),
    ]) {
      expect(await operation.call({ ids, body })).toEqual({ status: 200, body: { id, ...webhook } });
    }
    await until("three messages", () => receiver.received.length === 3);
    for (const { message } of receiver.received) {
      expect(message).toEqual({
        event_name: "ping",
        cloud_id: Number(cloud["cloudId"]),
        data: { id, url: receiver.origin },
      });
    }
  });
});
