/**
 * Webhooks (wire-facts.md "Neighbouring operations"): answers, every event with its data, the signature as a receiver checks it. How
 * deliveries fail and are tried again: integration/service/webhook-delivery.
 */
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cloudSchema, projectSchema } from "#lib/service/contract/records.ts";
import {
  WEBHOOK_DATA,
  WEBHOOK_EVENTS,
  webhookSchema,
  type WebhookRecord,
} from "#lib/service/contract/webhooks.ts";
import { openModelService, untilRead, upload, type ModelService } from "#tests/support/model-service.ts";
import { until } from "#tests/support/until.ts";
import {
  signatureOf,
  startReceiver,
  type ReceivedMessage,
  type WebhookReceiver,
} from "#tests/support/webhook-receiver.ts";
import { signedWire, wire, type Wire } from "#tests/support/wire.ts";

let models: ModelService;
let call: Wire;
let receiver: WebhookReceiver;
let collection: string;
let cloudPath: string;

beforeAll(async () => {
  models = await openModelService();
  call = models.first;
  receiver = await startReceiver();
  cloudPath = await makeCloud();
  collection = `${cloudPath}/webhook`;
});
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

const NOT_FOUND = { status: 404, body: { detail: "Not found." } };

describe("making, reading, changing, deleting", () => {
  test("201 with id, events and url; the secret is in no answer", async () => {
    const secret = "canary secret of a webhook";
    const url = "https://hooks.example.org/portico?x=1";
    const made = await call("POST", collection, { url, events: ["project.creation"], secret });
    const record = webhookSchema.parse(made.body);
    expect({ status: made.status, body: made.body }).toEqual({
      status: 201,
      body: { id: record.id, events: ["project.creation"], url },
    });
    const one = `${collection}/${String(record.id)}`;
    const changed = await call("PATCH", one, { events: ["model.creation", "project.update"], secret });
    const expected = { id: record.id, events: ["project.update", "model.creation"], url };
    expect({ status: changed.status, body: changed.body }).toEqual({ status: 200, body: expected });
    const read = await call("GET", one);
    expect({ status: read.status, body: read.body }).toEqual({ status: 200, body: expected });
    const list = await call("GET", collection);
    expect({ status: list.status, body: list.body }).toEqual({ status: 200, body: [expected] });
    const row = await models.service.db.serviceWebhook.findUniqueOrThrow({ where: { id: record.id } });
    expect(Buffer.from(row.secretCipher ?? []).includes(secret)).toBe(false);
    const gone = await call("DELETE", one);
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: null });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const answer = await call(method, one, method === "PATCH" ? {} : undefined);
      expect({ status: answer.status, body: answer.body }).toEqual(NOT_FOUND);
    }
    const ping = await call("POST", `${one}/ping`);
    expect({ status: ping.status, body: ping.body }).toEqual(NOT_FOUND);
  });

  test("an event named twice counts once; a form names each event by a field of its own", async () => {
    const { events } = await makeWebhook({ events: ["model.deletion", "model.creation", "model.deletion"] });
    expect(events).toEqual(["model.creation", "model.deletion"]);
    const pairs = [
      ["url", receiver.origin],
      ["events", "project.update"],
      ["events", "document.creation"],
    ] as const;
    const form = new FormData();
    for (const [name, value] of pairs) form.append(name, value);
    for (const body of [new URLSearchParams(pairs.map((pair) => [...pair])), form]) {
      const answer = await call("POST", collection, body);
      expect(answer.status).toBe(201);
      expect(webhookSchema.parse(answer.body).events).toEqual(["project.update", "document.creation"]);
    }
  });

  const required = ["This field is required."];
  const notUrl = ["Enter a valid URL."];
  const inside = ["This address is not on the public internet, so nothing is delivered to it."];
  const good = { url: "https://hooks.example.org/", events: ["project.update"] };
  test.each<[what: string, body: object, errors: object]>([
    ["nothing", {}, { events: required, url: required }],
    [
      "null",
      { url: null, events: null },
      { url: ["This field may not be null."], events: ["This field may not be null."] },
    ],
    [
      "an unknown event",
      { ...good, events: ["project.update", "x"] },
      { events: ['"x" is not a valid choice.'] },
    ],
    ["no event", { ...good, events: [] }, { events: ["This list may not be empty."] }],
    ["the ping as an event", { ...good, events: ["ping"] }, { events: ['"ping" is not a valid choice.'] }],
    [
      "events that are no list",
      { ...good, events: "project.update" },
      { events: ["Expected a list of items."] },
    ],
    ["an event that is no text", { ...good, events: [7] }, { events: ['"7" is not a valid choice.'] }],
    ["no address", { ...good, url: "hooks" }, { url: notUrl }],
    ["another scheme", { ...good, url: "ftp://hooks.example.org" }, { url: notUrl }],
    ["credentials in the address", { ...good, url: "https://a:b@hooks.example.org" }, { url: notUrl }],
    ["a private address", { ...good, url: "http://192.168.1.7/x" }, { url: inside }],
    ["the address of cloud metadata", { ...good, url: "http://169.254.169.254/latest" }, { url: inside }],
    ["a private address as one number", { ...good, url: "http://3232235777/" }, { url: inside }],
    ["a private address inside an IPv6 one", { ...good, url: "http://[::ffff:10.0.0.1]/" }, { url: inside }],
    ["a link-local address", { ...good, url: "http://[fe80::1]/" }, { url: inside }],
    [
      "an address of 1,025 characters",
      { ...good, url: `https://hooks.example.org/${"x".repeat(999)}` },
      { url: ["Ensure this field has no more than 1024 characters."] },
    ],
    [
      "a secret of 257 characters",
      { ...good, secret: "s".repeat(257) },
      { secret: ["Ensure this field has no more than 256 characters."] },
    ],
    ["a secret that is no text", { ...good, secret: 7 }, { secret: ["Not a valid string."] }],
  ])("400 for %s", async (_what, body, errors) => {
    const answer = await call("POST", collection, body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: errors });
    expect(await listWebhooks(collection)).toEqual([]);
  });

  test("1,024 characters of address and 256 of secret are taken", async () => {
    const url = `https://hooks.example.org/${"x".repeat(998)}`;
    expect(url).toHaveLength(1024);
    expect(await makeWebhook({ url, secret: "🏛".repeat(256) })).toMatchObject({ url });
  });

  test("at most 20 of one application in one Cloud, also when they come at once", async () => {
    const body = { url: receiver.origin, events: ["project.update"] };
    const answers = await Promise.all(Array.from({ length: 25 }, () => call("POST", collection, body)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    expect(answers.find((answer) => answer.status === 400)?.body).toEqual({
      non_field_errors: ["An application has at most 20 webhooks in a Cloud."],
    });
  });

  test("needs webhook:manage, a token, and a Cloud that the application sees; another one's webhook is not there", async () => {
    const { id } = await makeWebhook();
    const one = `${collection}/${String(id)}`;
    const unscoped = await signedWire(
      models.service.baseUrl,
      models.service.first,
      "cloud:manage org:manage",
    );
    const refused = await unscoped("GET", collection);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 403,
      body: { detail: "You do not have permission to perform this action." },
    });
    expect((await wire(models.service.baseUrl, null)("GET", collection)).status).toBe(401);
    for (const [method, path, body] of [
      ["GET", collection],
      ["POST", collection, { url: "https://hooks.example.org", events: ["project.update"] }],
      ["GET", one],
      ["PATCH", one, {}],
      ["DELETE", one],
      ["POST", `${one}/ping`],
    ] as const) {
      const answer = await models.second(method, path, body);
      expect({ status: answer.status, body: answer.body }).toEqual(NOT_FOUND);
    }
    expect(await listWebhooks(collection)).toHaveLength(1);
  });
});

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
    const bytes = await readFile("tests/fixtures/ifc/air-terminal-propertykinds-ifc4.ifc");
    const document = await upload(call, path, "air.ifc", new Uint8Array(bytes));
    const model = await untilRead(call, path, document.model_id);
    await call("DELETE", `${path}/ifc/${String(document.model_id)}`);
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
    expect(data[2]).toMatchObject({ id: document.model_id, status: "P" });
    expect(data[3]).toEqual({ document, project: renamed });
    expect(data[4]).toMatchObject({ id: document.model_id, status: "I" });
    expect(data[5]).toEqual(model);
    expect(data[6]).toMatchObject({ id: document.model_id, status: "D" });
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
