/**
 * Uploads a file into a project (docs/service "Document"): an upload that cannot fit is refused before a byte is read; the file is stored
 * first, then its rows are written. A name that ends in .ifc or .ifczip also makes a model.
 */
import { log } from "#lib/core/log/logger.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { WireError, detailError } from "../http/errors.ts";
import type { ProjectCall } from "../http/route.ts";
import { newDocumentKey } from "../ingest/keys.ts";
import { addIngestJob } from "../ingest/queue-model.ts";
import { getVisibleProject } from "../records/project.ts";
import { emitDocumentCreated, emitModelCreated } from "../webhooks/events.ts";
import { fileTypeOf, isModelName } from "./file-name.ts";
import { receiveDocument, type DocumentInput } from "./input.ts";
import { findStorageLeft, requireStorageQuota, storageQuotaError } from "../applications/quotas.ts";
import { documentInclude, type DocumentRow } from "../records/document.ts";
import { becomeHead, getReplaced } from "./versions.ts";

/** 4 GiB: larger models are delivered in parts. */
const UPLOAD_BYTES_MAX = 4 * 1024 ** 3;
/** The most bytes of a multipart body in addition to the file. */
const FIELDS_BYTES_MAX = 4 * 1024 ** 2;
const IDLE_MS = 60_000;

/** Stores the file and returns its new document. @throws WireError 400, 402, 404, 408, 413, 415, 500, 502 */
export async function uploadDocument(call: ProjectCall): Promise<DocumentRow> {
  const { request, params, db } = call;
  const project = await getVisibleProject(call);
  const storage = getStorage();
  try {
    const left = await findStorageLeft(params.cloudId, db);
    await refuseWhatCannotFit(request, left);
    const fileKey = newDocumentKey(params);
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
    return await writeRows(call, input, fileKey).catch(async (error: unknown) => {
      // We refused it ourselves, so there is no row. After any other failure a row may exist, and a row without its file would be worse
      // than a file without its row, which is swept later (ingest/recover.ts).
      if (error instanceof WireError) await storage.delete(fileKey);
      throw error;
    });
  } catch (error) {
    throw asWireError(error);
  }
}

/** Refuses before a byte is read if the announced length is enough to decide. */
async function refuseWhatCannotFit(request: Request, left: number | null): Promise<void> {
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > UPLOAD_BYTES_MAX + FIELDS_BYTES_MAX) {
    throw detailError(413, "The file is larger than the 4 GiB that are taken here. Send the model in parts.");
  }
  // The announced length includes the fields, so only an upload that is too large without them is refused here.
  if (left !== null && (left === 0 || announced - FIELDS_BYTES_MAX > left)) throw storageQuotaError(left);
  if (announced > 0) await getStorage().assertRoom(announced);
}

/**
 * A full disk is 500 and an unreachable file store 502: of the wire's answers (docs/service "Conventions") these say that the fault is the
 * server's, not the request's.
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
  // Nobody reads this answer, but it follows the description anyway.
  if (error.reason === "CANCELLED") return detailError(400, error.message);
  return error;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "FILE_TOO_LARGE";
}

async function writeRows(call: ProjectCall, input: DocumentInput, fileKey: string): Promise<DocumentRow> {
  const { cloudId, projectId } = call.params;
  const { name, fileName, description, parentId, source, successorOf, file } = input;
  const { size, sha256 } = file.staged;
  return call.db.$transaction(async (tx) => {
    // The upload may have taken an hour, and the project may be gone by now.
    await getVisibleProject(call, tx);
    await requireStorageQuota(cloudId, size, tx);
    const replaced = successorOf === null ? null : await getReplaced(projectId, successorOf, tx);
    const document = await tx.serviceDocument.create({
      data: {
        projectId,
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
        data: { projectId, documentId: document.id, name, source },
      });
      await addIngestJob({ modelId: model.id, cloudId }, tx);
      await emitModelCreated(tx, cloudId, model.id);
    }
    await emitDocumentCreated(tx, cloudId, document.id);
    return tx.serviceDocument.findUniqueOrThrow({ where: { id: document.id }, include: documentInclude });
  });
}
