/**
 * Stored answers while the data of caller and model is remembered: changes by this process count at the next call, changes by another
 * process soon. Real database, real HTTP, a real model.
 */
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { makeProject, untilRead, upload } from "#tests/support/model-service.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { startServiceJobs } from "#tests/support/service-jobs.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { until } from "#tests/support/until.ts";
import { fetchToken, wire } from "#tests/support/wire.ts";

const FIXTURE = "tests/fixtures/ifc/air-terminal-propertykinds-ifc4.ifc";
const CLIENT_ID = "reader-of-answers";

const dataDir = await useScratchFolder("remembered-calls");
process.env["PORTICO_DATA_DIR"] = dataDir;
const server = await useServiceServer();
const jobs = await startServiceJobs(server);
const call = wire(server.baseUrl, await fetchToken(server.baseUrl, await server.register(CLIENT_ID)));
const project = await makeProject(call);
const cloudId = Number(project.split("/")[2]);
const document = await upload(call, project, "terminal.ifc", new Uint8Array(await readFile(FIXTURE)));
const { id } = await untilRead(call, project, document.model_id);
/** Path of the model. */
const model = `${project}/ifc/${String(id)}`;
const other = new Client({ connectionString: server.databaseUrl });
await other.connect();
afterAll(async () => {
  await other.end();
  await jobs.stop();
});

const status = async (): Promise<number> => (await call("GET", `${model}/element/simple`)).status;

test("an application that this process disables is refused by the next call, and taken back by the next", async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    expect([await status(), await status()]).toEqual([200, 200]);
    await server.db.serviceApplication.update({
      where: { clientId: CLIENT_ID },
      data: { disabledAt: new Date() },
    });
    expect(await status()).toBe(401);
    await server.db.serviceApplication.update({ where: { clientId: CLIENT_ID }, data: { disabledAt: null } });
  }
});

test("a Cloud that is taken away in a transaction is not there for the next call", async () => {
  const { id: applicationId } = await server.db.serviceApplication.findUniqueOrThrow({
    where: { clientId: CLIENT_ID },
  });
  for (let turn = 0; turn < 20; turn += 1) {
    expect([await status(), await status()]).toEqual([200, 200]);
    await server.db.$transaction(async (tx) => {
      await tx.serviceCloudApplication.deleteMany({ where: { cloudId, applicationId } });
    });
    expect(await status()).toBe(404);
    await server.db.serviceCloudApplication.create({ data: { cloudId, applicationId } });
  }
});

test("what another process changes is seen soon, also by somebody who never stops calling", async () => {
  expect(await status()).toBe(200);
  await other.query("UPDATE service_application SET disabled_at = now() WHERE client_id = $1", [CLIENT_ID]);
  await until("the application is refused", async () => (await status()) === 401);
  await other.query("UPDATE service_application SET disabled_at = NULL WHERE client_id = $1", [CLIENT_ID]);
  expect(await status()).toBe(200);
});

test("a removed model is gone at the next call", async () => {
  expect([await status(), await status()]).toEqual([200, 200]);
  expect((await call("DELETE", model)).status).toBe(204);
  expect(await status()).toBe(404);
});
