/**
 * How deliveries of webhooks fail, are tried again, survive the death of their process, and are kept in a bounded log. Against a real
 * receiver over HTTP; the tests move the clock and never wait.
 */
import type { ChildProcess } from "node:child_process";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import type { ServiceWebhookDeliveryModel } from "#lib/db/client.ts";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { WEBHOOK_DATA, webhookSchema, type WebhookRecord } from "#lib/service/contract/webhooks.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { until } from "#tests/support/until.ts";
import { startReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { signedWire } from "#tests/support/wire.ts";
import { kill, stop, useWorkers } from "#tests/support/worker-process.ts";
import { addUser, giveCloud, invite, makeCloud } from "./people.ts";

let receiver: WebhookReceiver;
let cloudId: number;
const dataDir = await useScratchFolder("webhooks");
const DAY_MS = 24 * 60 * 60_000;
const stopClock = useStoppedClock();

const service = await useServiceServer();
const call = await signedWire(service.baseUrl, await service.register("hooks"));
const other = await signedWire(service.baseUrl, await service.register("other"));
const parts = {
  ...(await import("#lib/service/server/webhooks/deliver.ts")),
  ...(await import("#lib/service/server/webhooks/sweep.ts")),
  ...(await import("#lib/service/operator/deliveries.ts")),
  ...(await import("#lib/service/operator/operator.ts")),
  ...(await import("#lib/service/server/platform/invitations.ts")),
};
beforeEach(async () => {
  // Not a port that the system hands out: while the receiver is down, somebody else would get it.
  receiver = await startReceiver(await findFreePort());
  cloudId = await makeCloud(call, "Harbour house");
});
afterEach(async () => {
  await receiver.stop();
  await service.db.serviceWebhook.deleteMany({});
  await service.db.$executeRaw`delete from graphile_worker._private_jobs`;
});

async function makeWebhook(body: object = {}, by = call): Promise<WebhookRecord> {
  const sent = { url: receiver.origin, events: ["project.creation"], secret: "s", ...body };
  return webhookSchema.parse((await by("POST", `/cloud/${String(cloudId)}/webhook`, sent)).body);
}

/** Causes an event that a webhook is told about. */
async function makeProject(name = "Blok A"): Promise<void> {
  expect((await call("POST", `/cloud/${String(cloudId)}/project`, { name })).status).toBe(201);
}

/** Runs every waiting delivery job once, as the queue would. */
async function deliverAll(signal = new AbortController().signal): Promise<void> {
  const waiting = await service.db.serviceWebhookDelivery.findMany({ where: { state: "WAITING" } });
  for (const { id } of waiting) await parts.deliverWebhook({ deliveryId: id }, { signal }, service.db);
}

async function onlyDelivery(): Promise<ServiceWebhookDeliveryModel> {
  const rows = await service.db.serviceWebhookDelivery.findMany({});
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (row === undefined) throw new Error("There is no delivery.");
  return row;
}

async function jobTimes(): Promise<Date[]> {
  const rows = await service.db.$queryRaw<{ run_at: Date }[]>`
    select run_at from graphile_worker.jobs where task_identifier = 'service.deliver-webhook' order by id`;
  return rows.map((row) => row.run_at);
}

function answering(status: number, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, headers).end("words of the receiver, secret=canary");
  };
}

describe("a receiver in trouble", () => {
  test("six tries over 24 hours with the same bytes and id, then given up with the reason", async () => {
    receiver.answer = answering(500);
    await makeWebhook();
    const clock = stopClock();
    const start = clock.ms;
    await makeProject();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await deliverAll();
      expect(await onlyDelivery()).toMatchObject({ state: "WAITING", attempts: attempt, status: 500 });
      const next = (await jobTimes()).at(-1)?.getTime() ?? 0;
      waits.push(Math.round((next - clock.ms) / 60_000));
      clock.ms = next;
    }
    expect(waits).toEqual([1, 10, 60, 300, 1080]);
    expect(clock.ms - start).toBeGreaterThanOrEqual(DAY_MS);
    const jobs = (await jobTimes()).length;
    await deliverAll();
    expect((await jobTimes()).length).toBe(jobs);
    // What the receiver said is kept nowhere.
    const row = await onlyDelivery();
    expect(row).toMatchObject({ state: "FAILED", attempts: 6, lastError: "The receiver answered 500." });
    expect(row.endedAt).not.toBeNull();
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-portico-delivery"]))).toEqual(
      new Set([row.id]),
    );
  });

  test.each([301, 302, 303, 307, 308])("%i is not followed and counts as a failure", async (status) => {
    const elsewhere = await startReceiver();
    receiver.answer = answering(status, { location: elsewhere.origin });
    await makeWebhook();
    await makeProject();
    await deliverAll();
    expect(await onlyDelivery()).toMatchObject({
      state: "WAITING",
      status,
      lastError: `The receiver answered ${String(status)}, a redirect, which is not followed.`,
    });
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  test("down, then back: delivered at the next try, and nothing of the trouble is left", async () => {
    const { port } = receiver;
    await makeWebhook();
    await makeProject();
    await receiver.stop();
    await deliverAll();
    expect(await onlyDelivery()).toMatchObject({
      state: "WAITING",
      attempts: 1,
      status: null,
      lastError: "Nothing listens at that address.",
    });
    receiver = await startReceiver(port);
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    expect(await onlyDelivery()).toMatchObject({
      state: "DELIVERED",
      attempts: 2,
      status: 204,
      lastError: null,
    });
  });

  test("hangs up without an answer: tried again", async () => {
    receiver.answer = (response) => response.destroy();
    await makeWebhook();
    await makeProject();
    await deliverAll();
    expect(await onlyDelivery()).toMatchObject({
      state: "WAITING",
      status: null,
      lastError: "The connection broke before an answer came.",
    });
  });

  test("an endless answer is not read: its status is enough", async () => {
    let ended = false;
    receiver.answer = (response) => {
      response.on("close", () => (ended = true));
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", pour);
      pour();
    };
    await makeWebhook();
    await makeProject();
    await deliverAll();
    expect(await onlyDelivery()).toMatchObject({ state: "DELIVERED", status: 200 });
    await until("the connection is closed", () => ended);
  });

  test("a tidy stop in the middle of a try is nobody's failure", async () => {
    const stopping = new AbortController();
    receiver.answer = () => {
      stopping.abort();
    };
    await makeWebhook();
    await makeProject();
    await expect(deliverAll(stopping.signal)).rejects.toThrow("The delivery was broken off.");
    expect(await onlyDelivery()).toMatchObject({ state: "WAITING", attempts: 0, lastError: null });
  });
});

describe("who is told", () => {
  test("an application that was disabled or lost the Cloud is told nothing, neither before nor while it waits", async () => {
    await makeWebhook();
    await makeProject();
    const owner = { clientId: "hooks" };
    await service.db.serviceApplication.update({ where: owner, data: { disabledAt: new Date() } });
    await deliverAll();
    expect(await onlyDelivery()).toMatchObject({ state: "FAILED", attempts: 1, status: null });
    await service.db.serviceApplication.update({ where: owner, data: { disabledAt: null } });
    await until("the application is back", async () => (await call("GET", "/cloud")).status === 200);
    expect(receiver.received).toEqual([]);
  });

  test("an application that was given the Cloud hears of it as well, by its own webhook", async () => {
    const applicationId = await giveCloud(service.db, cloudId, "other");
    const theirs = await makeWebhook({ url: `${receiver.origin}/theirs` }, other);
    await makeWebhook({ url: `${receiver.origin}/mine` });
    expect((await other("GET", `/cloud/${String(cloudId)}/webhook`)).body).toEqual([theirs]);
    await makeProject("First");
    await deliverAll();
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(["/mine", "/theirs"]);
    await service.db.serviceCloudApplication.deleteMany({ where: { cloudId, applicationId } });
    await makeProject("Second");
    await deliverAll();
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(["/mine", "/mine", "/theirs"]);
  });

  test("an accepted invitation is told to the application that invited, once, with the person", async () => {
    await makeWebhook({ events: ["project.invitation.accepted"] });
    const email = "invited@example.org";
    const invitation = await invite(service, call, { cloudId, email, role: 50 });
    const person = await addUser(service.db, email);
    await parts.declineInvitation(service.db, person, invitation.id);
    await Promise.all(
      Array.from({ length: 5 }, () => parts.acceptInvitation(service.db, person, invitation.id)),
    );
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    const data = WEBHOOK_DATA["project.invitation.accepted"].parse(receiver.received[0]?.message.data);
    expect(data).toMatchObject({ ...invitation, user: { id: person.id, email, cloud_role: 50 } });
  });

  test("an event and its delivery exist together or not at all", async () => {
    await makeWebhook({ events: ["project.creation", "project.update"] });
    const foreign = { name: "x", parent_id: 2_147_483_000 };
    expect((await call("POST", `/cloud/${String(cloudId)}/project`, foreign)).status).toBe(400);
    expect(await service.db.serviceWebhookDelivery.count()).toBe(0);
    expect(await jobTimes()).toEqual([]);
  });
});

describe("the log", () => {
  test("lists what was delivered and what was not, without bodies; a given-up one can be sent again", async () => {
    receiver.answer = answering(503);
    const webhook = await makeWebhook();
    await makeProject();
    for (let attempt = 1; attempt <= 6; attempt += 1) await deliverAll();
    const operator = parts.consoleOperator("tester");
    const { deliveries } = await parts.listDeliveries(operator, { state: "FAILED" });
    const [entry] = deliveries;
    expect(entry).toMatchObject({
      webhookId: webhook.id,
      url: webhook.url,
      cloud: { id: cloudId, name: "Harbour house" },
      applicationName: "Application hooks",
      event: "project.creation",
      attempts: 6,
      status: 503,
      canBeSentAgain: true,
    });
    expect(JSON.stringify(entry)).not.toContain("Blok A");
    receiver.answer = answering(200);
    const id = entry?.id ?? "";
    await parts.sendAgain(operator, id);
    expect(await service.db.audit.findMany({ select: { objectId: true } })).toEqual([
      { objectId: String(webhook.id) },
    ]);
    await deliverAll();
    expect(await onlyDelivery()).toMatchObject({ state: "DELIVERED", attempts: 1, status: 200 });
    expect(receiver.received).toHaveLength(7);
    const again = await parts.sendAgain(operator, id).catch((thrown: unknown) => thrown);
    expect(again).toMatchObject({ code: "CONFLICT" });
    const absent = parts.sendAgain(operator, "00000000-0000-7000-8000-000000000000");
    await expect(absent).rejects.toBeInstanceOf(AppError);
  });

  test("keeps 200 ended deliveries of a webhook for 14 days, and every one that waits", async () => {
    const { id: webhookId } = await makeWebhook();
    const row = (index: number, ageMs: number, state: "DELIVERED" | "WAITING"): object => ({
      id: crypto.randomUUID(),
      webhookId,
      event: String(index),
      body: "{}",
      state,
      createdAt: new Date(Date.now() - ageMs),
    });
    const rows = [
      ...Array.from({ length: 230 }, (_, index) => row(index, index * 1000, "DELIVERED")),
      row(1000, 15 * DAY_MS, "DELIVERED"),
      row(1001, 15 * DAY_MS, "WAITING"),
    ];
    await service.db.serviceWebhookDelivery.createMany({ data: rows as never });
    expect(await parts.sweepDeliveries(service.db)).toBe(31);
    const kept = await service.db.serviceWebhookDelivery.findMany({ select: { event: true } });
    const events = kept.map(({ event }) => Number(event)).toSorted((a, b) => a - b);
    expect(events).toEqual([...Array.from({ length: 200 }, (_, index) => index), 1001]);
    stopClock(Date.now() + 15 * DAY_MS);
    expect(await parts.sweepDeliveries(service.db)).toBe(200);
  });

  test("a dead receiver fills nothing up: beyond 5,000 waiting messages a further one is recorded as not sent", async () => {
    const { id: webhookId } = await makeWebhook();
    await service.db.$executeRaw`
      INSERT INTO service_webhook_delivery (id, webhook_id, event, body)
      SELECT gen_random_uuid(), ${webhookId}, 'project.creation', '{}' FROM generate_series(1, 5000)`;
    await makeProject();
    const [last] = await service.db.serviceWebhookDelivery.findMany({ where: { state: "FAILED" } });
    expect(last).toMatchObject({ attempts: 0, body: "" });
    expect(last?.lastError).toContain("5000 messages wait");
    expect(await jobTimes()).toEqual([]);
    const again = parts.sendAgain(parts.consoleOperator("tester"), last?.id ?? "");
    await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("the process that delivers", () => {
  const startWorker = useWorkers("job-process");
  const startProcess = (): Promise<ChildProcess> => startWorker({ PORTICO_DATA_DIR: dataDir });

  test("killed while the receiver thinks: the next process delivers, with the same id, and it is recorded once", async () => {
    receiver.answer = () => undefined;
    await makeWebhook();
    const first = await startProcess();
    await makeProject();
    await until("the receiver has the first message", () => receiver.received.length === 1);
    await kill(first);
    expect(await onlyDelivery()).toMatchObject({ state: "WAITING", attempts: 0 });
    receiver.answer = answering(204);
    const second = await startProcess();
    await until("it is recorded", async () => (await onlyDelivery()).state === "DELIVERED");
    await stop(second);
    expect(receiver.received).toHaveLength(2);
    const ids = receiver.received.map(({ headers }) => headers["x-portico-delivery"]);
    expect(ids[0]).toBe(ids[1]);
  });

  test("a receiver that never answers holds up nobody else's messages", async () => {
    const silent = await startReceiver();
    const reached = Promise.withResolvers<undefined>();
    const open = { now: 0, most: 0 };
    // Each try at the silent one ends by its own limit, however slow the machine is; the next one then begins.
    silent.answer = (response) => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      response.once("close", () => (open.now -= 1));
      reached.resolve(undefined);
    };
    let beside = 0;
    receiver.answer = async (response) => {
      await reached.promise;
      beside += open.now;
      response.writeHead(204).end();
    };
    await makeWebhook({ url: silent.origin });
    await makeWebhook();
    for (let count = 0; count < 6; count += 1) await makeProject(String(count));
    const child = await startProcess();
    await until("all messages of the other one", () => receiver.received.length === 6);
    expect(open.most).toBe(1);
    expect(beside).toBeGreaterThan(0);
    await kill(child);
    await silent.stop();
  });
});
