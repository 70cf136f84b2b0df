/**
 * Makes a project named Demo with one processed model (docs/service "Neighbouring operations"). Its file is stored like an upload and read
 * by the usual reader, but immediately instead of in the queue. Every call makes another project.
 */
import { createReadStream } from "node:fs";
import path from "node:path";
import { after } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import type { StagedFile, Storage } from "#lib/storage/storage.ts";
import { fileTypeOf } from "../documents/file-name.ts";
import { requireStorageQuota } from "../applications/quotas.ts";
import { ingestModel } from "../ingest/ingest-model.ts";
import { newDocumentKey } from "../ingest/keys.ts";
import { addIngestJob } from "../ingest/queue-model.ts";
import { projectInclude, toProjectRecord, type ProjectRow } from "../records/project.ts";
import { emitEvent } from "../webhooks/emit.ts";
import { emitDocumentCreated, emitModelCreated } from "../webhooks/events.ts";

const PROJECT_NAME = "Demo";
const FILE_NAME = "Duplex A.ifc";
const DESCRIPTION =
  "A two-family house to try things on. Model: Duplex A, github.com/stijngoedertier/georeference-ifc, CC BY 4.0.";
/** Shipped with Portico; model/README.md has its source and licence. */
const FILE = path.resolve("lib/service/server/demo/model/duplex-a.ifc");
const FILE_BYTES_MAX = 16 * 1024 ** 2;
/** The file is read quickly; after this time the caller gets a model that is still in process. */
const READ_MS = 30_000;
/** If this process dies before reading the model, the queue reads it after this time. */
const QUEUE_AFTER_MS = 60_000;

/** One reading at a time in this process, however many callers there are. */
let readings: Promise<void> = Promise.resolve();

type Dependencies = { db: PrismaClient; storage: Storage };

/**
 * The new project, whose main model is the processed one.
 * @throws WireError 402; StorageError.
 */
export async function createDemo(cloudId: number, { db, storage }: Dependencies): Promise<ProjectRow> {
  const place = { cloudId, projectId: await takeProjectId(db) };
  const fileKey = newDocumentKey(place);
  const staged = await storage.stage(fileKey, createReadStream(FILE), { sizeMax: FILE_BYTES_MAX });
  try {
    await staged.commit();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  const modelId = await db.$transaction((tx) => writeRows(place, { fileKey, staged }, tx));
  readings = readings.then(() => readNow(modelId, { db, storage }));
  await readings;
  return db.serviceProject.findUniqueOrThrow({ where: { id: place.projectId }, include: projectInclude });
}

/** The file's key contains the project's number, but the project's row is only written together with its model. */
async function takeProjectId(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('service_project', 'id'))::int AS id`;
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("The database gave no number for a project.");
  return id;
}

/** A file whose rows could not be written is swept like that of an upload (ingest/recover.ts). */
async function writeRows(
  { cloudId, projectId }: { cloudId: number; projectId: number },
  { fileKey, staged }: { fileKey: string; staged: StagedFile },
  db: Db,
): Promise<number> {
  const { size, sha256 } = staged;
  await requireStorageQuota(cloudId, size, db);
  await db.serviceProject.create({
    data: { id: projectId, cloudId, name: PROJECT_NAME, description: DESCRIPTION },
  });
  const document = await db.serviceDocument.create({
    data: {
      projectId,
      name: FILE_NAME,
      fileName: FILE_NAME,
      fileKey,
      fileType: fileTypeOf(FILE_NAME),
      size: BigInt(size),
      sha256,
    },
  });
  const model = await db.serviceModel.create({
    data: { projectId, documentId: document.id, name: FILE_NAME },
  });
  const project = await db.serviceProject.update({
    where: { id: projectId },
    data: { mainModelId: model.id },
    include: projectInclude,
  });
  await addIngestJob({ modelId: model.id, cloudId }, db, after(QUEUE_AFTER_MS));
  await emitEvent(db, cloudId, "project.creation", () => toProjectRecord(project));
  await emitModelCreated(db, cloudId, model.id);
  await emitDocumentCreated(db, cloudId, document.id);
  return model.id;
}

/** Reads the model immediately; if that fails, the queue does it later, so the project exists in any case. */
async function readNow(modelId: number, dependencies: Dependencies): Promise<void> {
  try {
    await ingestModel({ modelId }, { attempt: 1, signal: AbortSignal.timeout(READ_MS) }, dependencies);
  } catch (error) {
    log.error("the model of a Demo project was not read at once, the queue reads it", error, { modelId });
  }
}
