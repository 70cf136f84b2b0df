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

function row() {
  return db.serviceModel.findUniqueOrThrow({ where: { id: model.modelId } });
}

function setRow(data: Parameters<typeof db.serviceModel.update>[0]["data"]) {
  return db.serviceModel.update({ where: { id: model.modelId }, data });
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
  const ends = [
    () => cancelReading(model.modelId, db),
    () => setRow({ runId: "01a1fdd9-d9ef-7eb6-b111-34e959d7cdb1" }),
    () => db.serviceDocument.delete({ where: { id: model.documentId } }),
  ];
  for (const [round, change] of ends.entries()) {
    await setRow({ status: "I", runId: RUN, cancelledAt: null });
    const watch = watchRun({ modelId: model.modelId, runId: RUN }, db);
    const progress = { phase: "reading", done: round, total: 9 };
    watch.note(progress);
    await until("the progress is written", async () => isDeepStrictEqual((await row()).progress, progress));
    expect(watch.signal.aborted).toBe(false);
    await change();
    await until("the run has noticed", () => watch.signal.aborted);
    await watch.end();
  }
});
