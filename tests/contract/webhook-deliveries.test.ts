/**
 * What webhooks deliver (docs/service "Neighbouring operations"): every event with its data, and the signature as a receiver checks it. The
 * answers of the operations: operations/create-webhook.test.ts and its neighbours; how deliveries fail:
 * integration/service/webhook-delivery.
 */
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { cloudSchema, projectSchema } from "#lib/service/contract/records.ts";
import {
  WEBHOOK_DATA,
  WEBHOOK_EVENTS,
  webhookSchema,
  type WebhookRecord,
} from "#lib/service/contract/webhooks.ts";
import { openModelService, uploadFixture } from "#tests/support/model-service.ts";
import { until } from "#tests/support/until.ts";
import { signatureOf, startReceiver, type ReceivedMessage } from "#tests/support/webhook-receiver.ts";

const models = await openModelService();
const call = models.first;
const receiver = await startReceiver();
const cloudPath = await makeCloud();
const collection = `${cloudPath}/webhook`;
afterAll(async () => {
  await receiver.stop();
  await models.stop();
});
afterEach(async () => {
  for (const { id } of await listWebhooks(collection)) await call("DELETE", `${collection}/${String(id)}`);
  receiver.received.length = 0;
});

async function makeCloud(): Promise<string> {
  const { id } = cloudSchema.parse((await call("POST", "/cloud", { name: "Harbour house" })).body);
  return `/cloud/${String(id)}`;
}

async function makeWebhook(body: object = {}, path = collection): Promise<WebhookRecord> {
  const answer = await call("POST", path, { url: receiver.origin, events: WEBHOOK_EVENTS, ...body });
  expect(answer.status).toBe(201);
  return webhookSchema.parse(answer.body);
}

async function listWebhooks(path: string): Promise<WebhookRecord[]> {
  return webhookSchema.array().parse((await call("GET", path)).body);
}

async function untilReceived(count: number): Promise<ReceivedMessage[]> {
  return until(`${String(count)} messages`, () =>
    receiver.received.length >= count ? receiver.received : null,
  );
}

describe("deliveries", () => {
  test("ping: 200 with the record, and a signed message whatever the webhook listens to", async () => {
    const secret = " a secret with white space around it ";
    const webhook = await makeWebhook({
      events: ["model.deletion"],
      secret,
      url: `${receiver.origin}/in?a=b`,
    });
    const answer = await call("POST", `${collection}/${String(webhook.id)}/ping`, webhook);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: webhook });
    const [got] = await untilReceived(1);
    expect(got?.path).toBe("/in?a=b");
    expect(got?.message).toEqual({
      event_name: "ping",
      cloud_id: Number(cloudPath.split("/")[2]),
      data: { id: webhook.id, url: webhook.url },
    });
    expect(got?.headers).toMatchObject({
      "content-type": "application/json",
      "x-portico-signature": signatureOf(got?.raw ?? Buffer.alloc(0), secret),
      "x-portico-delivery": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  test("a ping on top of 5,000 messages that wait: 200, written down as not sent", async () => {
    const { id } = await makeWebhook();
    const { db } = models.service;
    await db.$executeRaw`
      INSERT INTO service_webhook_delivery (id, webhook_id, event, body)
      SELECT gen_random_uuid(), ${id}, 'project.creation', '{}' FROM generate_series(1, 5000)`;
    expect((await call("POST", `${collection}/${String(id)}/ping`)).status).toBe(200);
    const [ping, ...more] = await db.serviceWebhookDelivery.findMany({
      where: { webhookId: id, event: "ping" },
    });
    expect(more).toEqual([]);
    expect(ping).toMatchObject({ state: "FAILED", attempts: 0, body: "" });
  });

  test("without a secret, or after it was taken away, there is no signature", async () => {
    const webhook = await makeWebhook({ secret: "x" });
    const one = `${collection}/${String(webhook.id)}`;
    await call("PATCH", one, { url: `${receiver.origin}/kept` });
    await call("POST", `${one}/ping`);
    await untilReceived(1);
    await call("PATCH", one, { secret: null });
    await call("POST", `${one}/ping`);
    const [first, second] = await untilReceived(2);
    expect(first?.headers["x-portico-signature"]).toBe(signatureOf(first?.raw ?? Buffer.alloc(0), "x"));
    expect(second?.headers["x-portico-signature"]).toBeUndefined();
  });

  test("every event of a project's life, with its record, once each", async () => {
    await makeWebhook();
    const project = projectSchema.parse(
      (await call("POST", `${cloudPath}/project`, { name: "Haus „Ä“" })).body,
    );
    const path = `${cloudPath}/project/${String(project.id)}`;
    const renamed = projectSchema.parse((await call("PATCH", path, { name: "Renamed" })).body);
    const model = await uploadFixture(call, path, "air-terminal-propertykinds-ifc4");
    await call("DELETE", `${path}/ifc/${String(model.id)}`);
    const messages = (await untilReceived(7)).map(({ message }) => message);
    expect(messages.map((message) => message.event_name)).toEqual([
      "project.creation",
      "project.update",
      "model.creation",
      "document.creation",
      "ifc.process_update",
      "ifc.process_update",
      "model.deletion",
    ]);
    for (const { event_name: event, data } of messages) WEBHOOK_DATA[event].parse(data);
    const data = messages.map((message) => message.data);
    expect(data.slice(0, 2)).toEqual([project, renamed]);
    expect(data[2]).toMatchObject({ id: model.id, status: "P" });
    expect(data[3]).toEqual({ document: model.document, project: renamed });
    expect(data[4]).toMatchObject({ id: model.id, status: "I" });
    expect(data[5]).toEqual(model);
    expect(data[6]).toMatchObject({ id: model.id, status: "D" });
    expect(new Set(receiver.received.map(({ headers }) => headers["x-portico-delivery"])).size).toBe(7);
  });

  test("nothing is told of what was refused, of other Clouds, or of events that are not wanted", async () => {
    await makeWebhook({ events: ["project.creation"] });
    const project = projectSchema.parse((await call("POST", `${cloudPath}/project`, { name: "Told" })).body);
    await call("PATCH", `${cloudPath}/project/${String(project.id)}`, { name: "Not told" });
    await call("POST", `${cloudPath}/project`, { name: "" });
    await call("POST", `${await makeCloud()}/project`, { name: "Elsewhere" });
    await call("DELETE", `${cloudPath}/project/${String(project.id)}`);
    await call("POST", `${cloudPath}/project`, { name: "The last" });
    const messages = await untilReceived(2);
    expect(messages.map(({ message }) => message.data)).toEqual([
      project,
      expect.objectContaining({ name: "The last" }),
    ]);
  });
});
