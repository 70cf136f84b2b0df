/**
 * The quota of an application's files (docs/service "Quotas"): it covers all documents in the clouds that the application created, and is
 * checked before, while and after the bytes arrive.
 */
import { request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { once } from "node:events";
import { afterAll, beforeEach, expect, test } from "vitest";
import { formOf, makeProject, openModelService } from "#tests/support/model-service.ts";
import { fetchToken } from "#tests/support/wire.ts";
import type { Wire } from "#tests/support/wire.ts";

const MAX = 100_000;

let project: string;

const stage = await openModelService();
const first = stage.first;
const { db } = stage.service;
const { clientId } = stage.service.first;
const OWN = { project: { cloud: { creatorApp: { clientId } } } };
afterAll(() => stage.stop());
beforeEach(async () => {
  project = await makeProject(first);
  await db.serviceDocument.deleteMany({ where: OWN });
  await db.serviceApplication.update({ where: { clientId }, data: { storageBytesMax: MAX } });
});

function send(call: Wire, path: string, bytes: number) {
  const form = formOf([["name", "plan.pdf"], ["file", new Uint8Array(bytes), "plan.pdf"]]); // oxfmt-ignore
  return call("POST", `${path}/document`, form);
}

async function storedBytes(): Promise<number> {
  const { _sum } = await db.serviceDocument.aggregate({ where: OWN, _sum: { size: true } });
  return Number(_sum.size ?? 0);
}

/** An upload whose headers are sent, and nothing else yet. */
async function beginUpload(headers: Record<string, number> = {}): Promise<ClientRequest> {
  const token = await fetchToken(stage.service.baseUrl, stage.service.first);
  const type = "multipart/form-data; boundary=b";
  const sending = httpRequest(`${stage.service.baseUrl}${project}/document`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": type, ...headers },
  });
  sending.on("error", () => undefined);
  return sending;
}

async function expectRefused(sending: ClientRequest): Promise<void> {
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(402);
  sending.destroy();
  expect(await storedBytes()).toBe(0);
}

const refused = { status: 402, body: { detail: expect.stringMatching(/may take \d+ bytes more/) } };

test("the last byte that is allowed is taken, one more is 402, and deleting makes room again", async () => {
  const filled = await send(first, project, MAX);
  expect(filled.status).toBe(201);
  expect(await send(first, project, 1)).toMatchObject(refused);
  const { id } = filled.body as { id: number };
  expect((await first("DELETE", `${project}/document/${String(id)}`)).status).toBe(204);
  expect(await send(first, project, MAX + 1)).toMatchObject(refused);
  expect((await send(first, project, 10)).status).toBe(201);
  expect(await storedBytes()).toBe(10);
});

test("all clouds of the application count together, whoever sends; another application's do not", async () => {
  const other = await makeProject(first);
  expect((await send(first, other, MAX - 5)).status).toBe(201);
  expect(await send(first, project, 6)).toMatchObject(refused);
  const second = await db.serviceApplication.findUniqueOrThrow({
    where: { clientId: stage.service.second.clientId },
  });
  const cloudId = Number(project.split("/")[2]);
  await db.serviceCloudApplication.create({ data: { cloudId, applicationId: second.id } });
  expect(await send(stage.second, project, 6)).toMatchObject(refused);
  expect((await send(stage.second, await makeProject(stage.second), 2 * MAX)).status).toBe(201);
  expect((await send(stage.second, project, 5)).status).toBe(201);
});

test("of several uploads at once only those that fit together are kept", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(first, project, MAX / 4)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 201, 201, 201, 402, 402, 402, 402]);
  expect(await storedBytes()).toBe(MAX);
});

test("an announced length that cannot fit is refused before its bytes are sent", async () => {
  const sending = await beginUpload({ "content-length": 50 * 1024 * 1024 });
  sending.flushHeaders();
  await expectRefused(sending);
});

test("a length that is not announced is counted while it arrives", async () => {
  const sending = await beginUpload();
  sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
  for (let sent = 0; sent < 4 * MAX; sent += 20_000) sending.write(Buffer.alloc(20_000, 0x61));
  sending.end('\r\n--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nBig\r\n--b--\r\n');
  await expectRefused(sending);
});
