/** Calls whose bodies are of any size: a document's file, and the elements of a model. */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { HttpAnswer } from "#lib/http/exchange.ts";
import { ELEMENT_LIMITS, UPLOAD_LIMITS } from "#lib/http/limits.ts";
import { JOB_RETRIES, PAGE_RETRIES } from "#lib/http/retry.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import type { ServiceConnection } from "../connection.ts";
import { createMultipart } from "../multipart.ts";
import type { Outcome } from "../outcome.ts";
import { type Document, readDocument } from "../records.ts";
import { openAnswer, type SafeCall } from "../safe-call.ts";
import { sendUnsafe } from "../unsafe-call.ts";
import { reader, type ReadOptions } from "./calling.ts";

type Upload = {
  /** The name shown at the service. */
  name: string;
  /** Ends in .ifc or .ifczip if the service shall read the file as a model. */
  fileName: string;
  content: AsyncIterable<Uint8Array>;
  sizeBytes: number | null;
  /** The document that this one replaces as the newest version; services without versions ignore it. */
  successorOf?: number | null;
};

/** These operations on one connection. An open body must be read to its end, or discarded; nothing is repeated once it has begun. */
export function fileCalls(connection: ServiceConnection) {
  const opens = (call: Omit<SafeCall, "method" | "limits">): Promise<HttpAnswer> =>
    openAnswer(connection, { method: "GET", limits: ELEMENT_LIMITS, ...call });
  return {
    /** docs/service "Document": multipart, streamed. The content can be sent only once. */
    uploadDocument: (
      cloudId: number,
      projectId: number,
      upload: Upload,
      signal?: AbortSignal,
    ): Promise<Outcome<Document>> => {
      const form = createMultipart(
        {
          name: upload.name,
          file_name: upload.fileName,
          ...(typeof upload.successorOf === "number" ? { successor_of: String(upload.successorOf) } : {}),
        },
        { fieldName: "file", fileName: upload.fileName, content: upload.content },
      );
      let isUsed = false;
      return sendUnsafe(connection, {
        path: addressOf("uploadDocument", { cloudId, projectId }),
        contentType: form.contentType,
        ...(upload.sizeBytes === null ? {} : { contentLengthBytes: form.overheadBytes + upload.sizeBytes }),
        openBody: () => {
          if (isUsed) return null;
          isUsed = true;
          return form.iterate();
        },
        limits: UPLOAD_LIMITS,
        read: reader(readDocument),
        isUnusableWhenCut: true,
        signal,
      });
    },
    /** The file as it was uploaded. */
    openDocumentFile: (cloudId: number, projectId: number, documentId: number, options: ReadOptions = {}) =>
      opens({
        path: addressOf("downloadDocument", { cloudId, projectId, documentId }),
        what: kept("The file could not be read"),
        retries: PAGE_RETRIES,
        isFile: true,
        ...options,
      }),
    /** docs/service "Simple elements". */
    streamSimpleElements: (
      cloudId: number,
      projectId: number,
      modelId: number,
      ifcClass: string | undefined,
      options: ReadOptions = {},
    ) =>
      opens({
        path: addressOf("getSimpleElements", { cloudId, projectId, modelId }, ofClass(ifcClass)),
        what: kept("The elements could not be read"),
        retries: JOB_RETRIES,
        ...options,
      }),
    /** docs/service "Raw elements": units and value types. Requested once, since a table can do without them. */
    streamRawElements: (
      cloudId: number,
      projectId: number,
      modelId: number,
      ifcClass: string | undefined,
      options: ReadOptions = {},
    ) =>
      opens({
        path: addressOf("getRawElements", { cloudId, projectId, modelId }, ofClass(ifcClass)),
        what: kept("The units could not be read"),
        ...options,
        retries: { ...(options.retries ?? PAGE_RETRIES), tries: 1 },
      }),
  };
}

function ofClass(ifcClass: string | undefined): { type?: string[] } {
  return ifcClass === undefined ? {} : { type: [ifcClass] };
}
