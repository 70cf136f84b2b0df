import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cancelReading } from "#lib/service/server/ingest/run.ts";
import { ingestModel } from "#lib/service/server/ingest/ingest-model.ts";
import { modelPrefix } from "#lib/service/server/ingest/keys.ts";
import { watchRun } from "#lib/service/server/ingest/run-watch.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { makeUploadedModel } from "#tests/support/model-rows.ts";
import type { UploadedModel } from "#tests/support/model-rows.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { until } from "#tests/support/until.ts";

const LIVE = { attempt: 1, signal: new AbortController().signal };
const RUN = "01a1fdd9-d9ef-7eb6-b111-34e959d7cdb0";

let dataDir: string;
let storage: Storage;
let model: UploadedModel;

const { db } = await useTestDatabase();
beforeEach(async () => {
  dataDir = await makeScratchFolder("cancel");
  storage = createLocalStorage(path.join(dataDir, "files"), { reserveBytes: 0 });
  model = await makeUploadedModel(db, storage);
});
afterEach(async () => {
  await db.serviceCloud.deleteMany({});
  await removeScratchFolder(dataDir);
});

function row({ modelId } = model) {
  return db.serviceModel.findUniqueOrThrow({ where: { id: modelId } });
}

function setRow(data: Parameters<typeof db.serviceModel.update>[0]["data"], { modelId } = model) {
  return db.serviceModel.update({ where: { id: modelId }, data });
}

test("a model that waits is E at once, and its job then does nothing", async () => {
  await cancelReading(model.modelId, db);
  expect(await row()).toMatchObject({ status: "E", errors: [expect.stringContaining("cancelled")] });
  await ingestModel(model, LIVE, { db, storage });
  expect(await row()).toMatchObject({ status: "E", answersKey: null });
});

test("a model whose reader died is not read again after it was cancelled", async () => {
  await setRow({ status: "I", runId: RUN });
  await cancelReading(model.modelId, db);
  expect((await row()).status).toBe("I");
  await ingestModel(model, LIVE, { db, storage });
  expect(await row()).toMatchObject({
    status: "E",
    errors: [expect.stringContaining("cancelled")],
    runId: null,
  });
  expect(await storage.listChildren(modelPrefix(model, model.modelId))).toEqual([]);
});

test("a model that has ended is left as it is", async () => {
  await ingestModel(model, LIVE, { db, storage });
  const before = await row();
  expect(before.status).toBe("C");
  await cancelReading(model.modelId, db);
  expect(await row()).toEqual(before);
});

test("a run writes its progress, and ends when its model is cancelled, deleted or another run's", async () => {
  const changes: ((of: UploadedModel) => Promise<unknown>)[] = [
    ({ modelId }) => cancelReading(modelId, db),
    (of) => setRow({ runId: "01a1fdd9-d9ef-7eb6-b111-34e959d7cdb1" }, of),
    ({ documentId }) => db.serviceDocument.delete({ where: { id: documentId } }),
  ];
  const models = [model, await makeUploadedModel(db, storage), await makeUploadedModel(db, storage)];
  const endsWith = async (of: UploadedModel, at: number): Promise<void> => {
    await setRow({ status: "I", runId: RUN }, of);
    const watch = watchRun({ modelId: of.modelId, runId: RUN }, db);
    const progress = { phase: "reading", done: at, total: 9 };
    watch.note(progress);
    await until("the progress is written", async () => isDeepStrictEqual((await row(of)).progress, progress));
    expect(watch.signal.aborted).toBe(false);
    await changes[at]?.(of);
    await until("the run has noticed", () => watch.signal.aborted);
    await watch.end();
  };
  await Promise.all(models.map(endsWith));
});
