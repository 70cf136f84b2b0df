/**
 * Documents of a project: upload, list, read, download, remove (wire-facts.md "Document" and "Neighbouring operations"). A file
 * whose name ends in .ifc or .ifczip becomes a model as well.
 */
import { log } from "#lib/core/logger.ts";
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { WireError, detailError, wireNotFound } from "../http/errors.ts";
import { idParam } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { newDocumentKey } from "../ingest/keys.ts";
import { addIngestJob } from "../ingest/queue-model.ts";
import { getVisibleProject, projectsWhere } from "../projects/record.ts";
import { emitDocumentCreated, emitModelCreated, emitModelDeleted } from "../webhooks/events.ts";
import { attachmentHeader, fileTypeOf, isModelName } from "./file-name.ts";
import { receiveDocument } from "./input.ts";
import type { DocumentInput } from "./input.ts";
import { findStorageLeft, requireStorageQuota, storageQuotaError } from "./quota.ts";
import { documentInclude, documentsWhere, getVisibleDocument, toDocumentRecord } from "./record.ts";
import type { DocumentRow } from "./record.ts";
import { deleteDocumentRows } from "./remove.ts";
import { becomeHead, getReplaced } from "./versions.ts";

/** 4 GiB: larger models are delivered in parts. */
export const UPLOAD_BYTES_MAX = 4 * 1024 ** 3;
/** What a multipart body may have beside the file. */
const FIELDS_BYTES_MAX = 4 * 1024 ** 2;
const IDLE_MS = 60_000;

function idsOf(context: RouteContext): { cloudId: number; projectId: number } {
  return { cloudId: idParam(context, "cloudId"), projectId: idParam(context, "projectId") };
}

async function createDocument(context: RouteContext): Promise<Response> {
  const { request, application, db } = context;
  const ids = idsOf(context);
  const project = await getVisibleProject(ids, application.id, db);
  const storage = getStorage();
  try {
    const left = await findStorageLeft(ids.cloudId, db);
    await refuseWhatCannotFit(request, left);
    const fileKey = newDocumentKey(ids);
    const sizeMax = Math.min(UPLOAD_BYTES_MAX, left ?? UPLOAD_BYTES_MAX);
    const options = { storage, fileKey, sizeMax, idleMs: IDLE_MS };
    const input = await receiveDocument(request, project.rootFolderId, options).catch((error: unknown) => {
      throw left !== null && left < UPLOAD_BYTES_MAX && isTooLarge(error) ? storageQuotaError(left) : error;
    });
    try {
      await input.file.staged.commit();
    } catch (error) {
      await input.file.staged.discard();
      throw error;
    }
    const row = await writeRows({ ...ids, applicationId: application.id }, input, fileKey, db).catch(
      async (error: unknown) => {
        // Refused by ourselves: there is no row. After any other failure there may be one, and a row without its file would be
        // worse than a file without its row, which is swept later (ingest/recover.ts).
        if (error instanceof WireError) await storage.delete(fileKey);
        throw error;
      },
    );
    return answerJson(201, toDocumentRecord(row));
  } catch (error) {
    throw asWireError(error);
  }
}

/** Refuses before a byte is read where the announced length tells enough. */
async function refuseWhatCannotFit(request: Request, left: number | null): Promise<void> {
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > UPLOAD_BYTES_MAX + FIELDS_BYTES_MAX) {
    throw detailError(413, "The file is larger than the 4 GiB that are taken here. Send the model in parts.");
  }
  // What is announced holds the fields as well, so only what is too much without them is refused here.
  if (left !== null && (left === 0 || announced - FIELDS_BYTES_MAX > left)) throw storageQuotaError(left);
  if (announced > 0) await getStorage().assertRoom(announced);
}

/**
 * A full disk is 500 and a file store that is away 502: of the answers that the wire knows (wire-facts.md "General") these say
 * that the fault lies here, not with what was sent.
 */
function asWireError(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  if (error.reason === "STORAGE_FULL") {
    log.error("an upload was refused: the disk is full", error);
    return detailError(500, error.message);
  }
  if (error.reason === "STORE_UNAVAILABLE") {
    log.error("an upload was refused: the file store is away", error);
    return detailError(502, error.message);
  }
  // Nobody is there to read it, but what stands in the description holds here too.
  if (error.reason === "CANCELLED") return detailError(400, error.message);
  return error;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "FILE_TOO_LARGE";
}

async function writeRows(
  ids: { cloudId: number; projectId: number; applicationId: number },
  input: DocumentInput,
  fileKey: string,
  db: RouteContext["db"],
): Promise<DocumentRow> {
  const { name, fileName, description, parentId, source, successorOf, file } = input;
  const { size, sha256 } = file.staged;
  return db.$transaction(async (tx: Db) => {
    await requireProjectStill(ids, tx);
    await requireStorageQuota(ids.cloudId, size, tx);
    const replaced = successorOf === null ? null : await getReplaced(ids.projectId, successorOf, tx);
    const document = await tx.serviceDocument.create({
      data: {
        projectId: ids.projectId,
        name,
        fileName,
        description,
        parentId,
        fileKey,
        fileType: fileTypeOf(fileName),
        size: BigInt(size),
        sha256,
      },
    });
    if (replaced !== null) await becomeHead(document.id, replaced, tx);
    if (isModelName(fileName) || isModelName(name)) {
      const model = await tx.serviceModel.create({
        data: { projectId: ids.projectId, documentId: document.id, name, source },
      });
      await addIngestJob({ modelId: model.id, cloudId: ids.cloudId }, tx);
      await emitModelCreated(tx, ids.cloudId, model.id);
    }
    await emitDocumentCreated(tx, ids.cloudId, document.id);
    return tx.serviceDocument.findUniqueOrThrow({ where: { id: document.id }, include: documentInclude });
  });
}

/** The upload may have taken an hour: the project may be gone by now. */
async function requireProjectStill(
  { cloudId, projectId, applicationId }: { cloudId: number; projectId: number; applicationId: number },
  db: Db,
): Promise<void> {
  const count = await db.serviceProject.count({
    where: { id: projectId, ...projectsWhere(cloudId, applicationId) },
  });
  if (count === 0) throw wireNotFound();
}

async function listDocuments(context: RouteContext): Promise<Response> {
  await getVisibleProject(idsOf(context), context.application.id, context.db);
  const rows = await context.db.serviceDocument.findMany({
    where: { ...documentsWhere(context), headId: null },
    include: documentInclude,
    orderBy: { id: "asc" },
  });
  return answerJson(200, rows.map(toDocumentRecord));
}

async function getDocument(context: RouteContext): Promise<Response> {
  return answerJson(200, toDocumentRecord(await getVisibleDocument(context)));
}

/** The file as it was sent, for saving; its type is not believed. */
async function downloadDocument(context: RouteContext): Promise<Response> {
  const row = await getVisibleDocument(context);
  const { size, stream } = await getStorage().openRead(row.fileKey);
  return new Response(stream, {
    status: 200,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(size),
      "Content-Disposition": attachmentHeader(row.fileName),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}

/** Its newest older version, if it had any, becomes the head. */
async function deleteDocument(context: RouteContext): Promise<Response> {
  await context.db.$transaction(async (tx: Db) => {
    const row = await getVisibleDocument(context, tx);
    if (row.model !== null) await emitModelDeleted(tx, row.project.cloudId, row.model.id);
    for (const prefix of await deleteDocumentRows(row, tx))
      await addJob(tx, "service.remove-files", { prefix });
  });
  return answerNothing();
}

const COLLECTION = "/cloud/:cloudId/project/:projectId/document";
const ONE = `${COLLECTION}/:documentId`;
const WRITE = ["document:write", "ifc:write", "model:write"] as const;
const READ = ["document:read", "document:write", "ifc:read", "model:read"] as const;

export const documentRoutes: readonly Route[] = [
  { method: "POST", path: COLLECTION, scopes: WRITE, handler: createDocument },
  { method: "GET", path: COLLECTION, scopes: READ, handler: listDocuments },
  { method: "GET", path: ONE, scopes: READ, handler: getDocument },
  { method: "DELETE", path: ONE, scopes: WRITE, handler: deleteDocument },
  { method: "GET", path: `${ONE}/file`, scopes: READ, handler: downloadDocument },
];
