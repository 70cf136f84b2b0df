import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { RunningJobs } from "#lib/jobs/runner.ts";
import { documentSchema, modelSchema } from "#lib/service/contract/records.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { formOf, makeProject, untilRead, upload } from "#tests/support/model-service.ts";
import { startS3Store } from "#tests/support/s3-store.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { startServiceJobs } from "#tests/support/service-jobs.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { SHORT_PROCESS } from "#tests/support/short-process.ts";
import { until } from "#tests/support/until.ts";
import { fetchToken, wire } from "#tests/support/wire.ts";
import { kill } from "#tests/support/worker-process.ts";

const FIXTURE = "tests/fixtures/ifc/duplex-a-georef-revit2011.ifc";

const dataDir = await useScratchFolder("s3-way");
const store = await startS3Store(await useScratchFolder("s3-bucket"));
process.env["PORTICO_DATA_DIR"] = dataDir;
Object.assign(process.env, store.variables);
const server = await useServiceServer();
let jobs: RunningJobs = await startServiceJobs(server);
const credentials = await server.register("uploader");
const token = await fetchToken(server.baseUrl, credentials);
const call = wire(server.baseUrl, token);
const project = await makeProject(call);
const model = new Uint8Array(await readFile(FIXTURE));
afterAll(async () => {
  await jobs.stop();
  await store.stop();
});

/** Files of this machine; with a bucket there are only those being worked on. */
async function localFiles(): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, "files"), { recursive: true }).catch(() => []);
  return entries.filter((name) => name !== ".tmp");
}

/** Removes it at the service, and with it everything that is left in the bucket. */
async function removeLast(path: string): Promise<void> {
  expect((await call("DELETE", `${project}/${path}`)).status).toBe(204);
  await until("nothing is left in the bucket", async () => (await store.names()).length === 0);
}

async function classCounts(modelId: number | null): Promise<unknown> {
  return (await call("GET", `${project}/ifc/${String(modelId)}/classes`)).body;
}

test("upload, reading, elements, download, processing again and removal, all in the bucket", async () => {
  const document = await upload(call, project, "duplex.ifc", model);
  const read = await untilRead(call, project, document.model_id);
  expect(read).toMatchObject({ status: "C", version: "IFC2X3", errors: [] });
  const doors = await call("GET", `${project}/ifc/${String(read.id)}/element/simple?type=IfcDoor`);
  expect(doors.status).toBe(200);
  expect(Object.keys(doors.body as Record<string, unknown>)).toHaveLength(14);
  const everything = await call("GET", `${project}/ifc/${String(read.id)}/element/simple`);
  expect(Object.keys(everything.body as Record<string, unknown>).length).toBeGreaterThan(100);
  for (const form of ["element?type=IfcDoor", "element/raw?type=IfcDoor"]) {
    expect((await call("GET", `${project}/ifc/${String(read.id)}/${form}`)).status, form).toBe(200);
  }
  const counts = await classCounts(read.id);
  const answers = await store.names();
  expect(await localFiles()).toEqual([]);

  const file = await fetch(`${server.baseUrl}${project}/document/${String(document.id)}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(model);

  expect((await call("POST", `${project}/ifc/${String(read.id)}/reprocess`)).status).toBe(204);
  expect(await untilRead(call, project, read.id)).toMatchObject({ status: "C" });
  expect(await classCounts(read.id)).toEqual(counts);
  await until("the replaced answers are gone", async () => {
    const names = await store.names();
    return names.filter((name) => answers.includes(name)).length === 1 && names.length > 1;
  });

  await removeLast(`ifc/${String(read.id)}`);
  expect(await store.unfinished()).toEqual([]);
  expect(await localFiles()).toEqual([]);
});

test("a store that is gone when the model's turn comes: the model waits and is read when it is back", async () => {
  await jobs.stop();
  const document = await upload(call, project, "waits.ifc", model);
  await store.goAway();
  jobs = await startServiceJobs(server);
  await until("the model was put off", async () => {
    const waiting = await server.db.$queryRaw<unknown[]>`
      select 1 from graphile_worker.jobs where run_at > now() and attempts = 0`;
    return waiting.length > 0;
  });
  const put = modelSchema.parse((await call("GET", `${project}/ifc/${String(document.model_id)}`)).body);
  expect(put).toMatchObject({ status: "P", errors: [] });
  const elements = await call("GET", `${project}/ifc/${String(document.model_id)}/element/simple`);
  expect(elements.status).toBe(400);
  await store.comeBack();
  // Its next turn, now.
  await server.db.$executeRaw`update graphile_worker._private_jobs set run_at = now()`;
  expect(await untilRead(call, project, document.model_id)).toMatchObject({ status: "C", errors: [] });
  await removeLast(`ifc/${String(document.model_id)}`);
});

test("a store that goes away while answers are stored: they are whole when it is back", async () => {
  const document = await upload(call, project, "cut.ifc", model);
  const stored = store.count("PUT");
  await until("the answers are being stored", () => store.count("PUT") > stored + 2);
  store.drop();
  const id = document.model_id ?? 0;
  await until("the outage was met, several times", () => store.dropped() > 3);
  expect((await server.db.serviceModel.findUniqueOrThrow({ where: { id } })).status).toBe("I");
  store.hold();
  const read = await untilRead(call, project, document.model_id);
  expect(read).toMatchObject({ status: "C", errors: [] });
  const simple = await call("GET", `${project}/ifc/${String(id)}/element/simple?type=IfcDoor`);
  expect(Object.keys(simple.body as Record<string, unknown>)).toHaveLength(14);
  await removeLast(`ifc/${String(id)}`);
});

test("an upload that meets an outage is answered with a confirmed document once the store is back", async () => {
  const cutBefore = store.dropped();
  store.drop();
  const sending = call(
    "POST",
    `${project}/document`,
    formOf([
      ["name", "plan.pdf"],
      ["file", new Uint8Array(11 * 1024 * 1024).fill(7), "plan.pdf"],
    ]),
  );
  await until("the outage was met, several times", () => store.dropped() > cutBefore + 2);
  store.hold();
  const answer = await sending;
  expect(answer.status).toBe(201);
  const document = documentSchema.parse(answer.body);
  expect(document.size).toBe(11 * 1024 * 1024);
  const row = await server.db.serviceDocument.findUniqueOrThrow({ where: { id: document.id } });
  expect(await store.names()).toEqual([`here/${row.fileKey}`]);
  await removeLast(`document/${String(document.id)}`);
});

test("a process killed while it reads: the next one finishes the model, and nothing of the first stays", async () => {
  const { sweepService } = await import("#lib/service/server/ingest/recover.ts");
  const { getStorage } = await import("#lib/storage/instance.ts");
  await jobs.stop();
  const dependencies = { db: server.db, storage: getStorage() };
  const document = await upload(call, project, "killed.ifc", model);
  const id = document.model_id ?? 0;
  const child = spawn(process.execPath, [...SHORT_PROCESS, "tests/support/job-process.ts"], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl, LOG_LEVEL: "silent" },
    stdio: ["pipe", "ignore", "inherit"],
  });
  const stored = store.count("PUT");
  await until("its answers are being stored", () => store.count("PUT") > stored + 1);
  await kill(child);

  jobs = await startServiceJobs(server);
  expect(await untilRead(call, project, id)).toMatchObject({ status: "C", errors: [] });
  const { answersKey } = await server.db.serviceModel.findUniqueOrThrow({ where: { id } });
  const row = await server.db.serviceDocument.findUniqueOrThrow({ where: { id: document.id } });
  await sweepService(dependencies);
  const others = (await store.names()).filter(
    (name) => name !== `here/${row.fileKey}` && !name.startsWith(`here/${answersKey ?? "?"}/`),
  );
  expect(others).toEqual([]);
  expect(await localFiles()).toEqual([]);
  await removeLast(`ifc/${String(id)}`);
});

test("without the store an upload is 502 in a sentence, no row is written, and calls for files are honest", async () => {
  const { createS3Storage } = await import("#lib/storage/s3/bucket.ts");
  const shared = oncePerProcess("storage", () => ({ store: null as Storage | null }));
  const patient = shared.store;
  const work = path.join(dataDir, "files");
  const kept = await upload(call, project, "kept.ifc", model);
  const { id: modelId } = await untilRead(call, project, kept.model_id);
  const before = await server.db.serviceDocument.count();
  // Only now: a store that is there may take its time.
  shared.store = createS3Storage(store.settings, work, { patience: { writeMs: 200, readMs: 200 } });
  await store.goAway();
  try {
    const answer = await call(
      "POST",
      `${project}/document`,
      formOf([
        ["name", "plan.pdf"],
        ["file", new Uint8Array(6 * 1024 * 1024), "plan.pdf"],
      ]),
    );
    expect(answer.status).toBe(502);
    expect(answer.body).toEqual({ detail: expect.stringContaining("The file store") });
    expect(JSON.stringify(answer.body)).not.toContain("127.0.0.1");
    expect(await server.db.serviceDocument.count()).toBe(before);
    for (const path of [
      ...[`document/${String(kept.id)}/file`, `ifc/${String(modelId)}/classes`],
      ...["element/simple", "element", "element/raw"].map((form) => `ifc/${String(modelId)}/${form}`),
    ]) {
      const reading = await call("GET", `${project}/${path}`);
      expect({ path, status: reading.status }).toEqual({ path, status: 502 });
      expect(reading.body).toEqual({ detail: expect.stringContaining("The file store") as string });
    }
  } finally {
    await store.comeBack();
    shared.store = patient;
  }
});
