/** Calls on documents, models and their elements. */
import { kept } from "#lib/core/language/kept-texts.ts";
import { z } from "zod";
import type { HttpAnswer } from "#lib/http/exchange.ts";
import { ELEMENT_LIMITS, SMALL_LIMITS, UPLOAD_LIMITS } from "#lib/http/limits.ts";
import { JOB_RETRIES, PAGE_RETRIES } from "#lib/http/retry.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import type { ModelChange } from "#lib/service/contract/inputs.ts";
import { createMultipart } from "../multipart.ts";
import type { Outcome } from "../outcome.ts";
import * as records from "../records.ts";
import { openAnswer } from "../safe-call.ts";
import { sendUnsafe } from "../unsafe-call.ts";
import { reader, type Calling, type ReadOptions } from "./calling.ts";

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

/** These operations on one connection. */
export function modelCalls({ connection, get, openElements, patch, remove }: Calling) {
  return {
    /** docs/service "Document": multipart, streamed. The content can be sent only once. */
    uploadDocument: (
      cloudId: number,
      projectId: number,
      upload: Upload,
      signal?: AbortSignal,
    ): Promise<Outcome<records.Document>> => {
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
        read: reader(records.readDocument),
        isUnusableWhenCut: true,
        ...(signal === undefined ? {} : { signal }),
      });
    },

    /** docs/service "Versions of a document": the older ones, newest first. */
    listDocumentHistory: (
      cloudId: number,
      projectId: number,
      documentId: number,
      options: ReadOptions = {},
    ) =>
      get(
        addressOf("listDocumentHistory", { cloudId, projectId, documentId }),
        kept("The versions could not be read"),
        z.array(records.readDocument),
        options,
      ),

    /** docs/service "List models". Holds every kind of model: check `type`. */
    listModels: (cloudId: number, projectId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listModels", { cloudId, projectId }),
        kept("The models could not be read"),
        z.array(records.readModel),
        options,
      ),
    getModel: (cloudId: number, projectId: number, modelId: number, options: ReadOptions = {}) =>
      get(
        addressOf("getModel", { cloudId, projectId, modelId }),
        kept("The model could not be read"),
        records.readModel,
        options,
      ),
    /** docs/service "Neighbouring operations": answers the changed model. */
    changeModel: (cloudId: number, projectId: number, modelId: number, input: ModelChange) =>
      patch(
        addressOf("updateModel", { cloudId, projectId, modelId }),
        input,
        kept("The model could not be changed"),
        records.readModel,
      ),
    /** Also deletes its document. @throws ServiceError notFound when the model does not exist (any more) */
    deleteModel: (cloudId: number, projectId: number, modelId: number) =>
      remove(
        addressOf("deleteModel", { cloudId, projectId, modelId }),
        kept("The model could not be deleted"),
      ),
    /** Reads the stored file again, unless it is being read already. */
    reprocessModel: async (cloudId: number, projectId: number, modelId: number): Promise<void> => {
      const answer = await openAnswer(connection, {
        method: "POST",
        path: addressOf("reprocessModel", { cloudId, projectId, modelId }),
        what: kept("The model could not be processed again"),
        limits: SMALL_LIMITS,
        retries: { ...PAGE_RETRIES, tries: 1 },
      });
      answer.discard();
    },
    /** The file as it was uploaded: an unread body of any size. The caller must read it to its end or discard it. */
    openDocumentFile: (
      cloudId: number,
      projectId: number,
      documentId: number,
      options: ReadOptions = {},
    ): Promise<HttpAnswer> =>
      openAnswer(connection, {
        method: "GET",
        path: addressOf("downloadDocument", { cloudId, projectId, documentId }),
        what: kept("The file could not be read"),
        limits: ELEMENT_LIMITS,
        retries: options.retries ?? PAGE_RETRIES,
        isFile: true,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }),
    /** The embedded service's own addition: classes of a model with their counts. */
    listClasses: (cloudId: number, projectId: number, modelId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listModelClasses", { cloudId, projectId, modelId }),
        kept("The classes of the model could not be read"),
        z.array(records.readModelClass),
        options,
      ),
    /**
     * docs/service "Simple elements": an unread answer of any size. Nothing is repeated once the body has begun; the caller must read it to
     * its end or abort.
     */
    streamSimpleElements: (
      cloudId: number,
      projectId: number,
      modelId: number,
      ifcClass: string | undefined,
      options: ReadOptions = {},
    ): Promise<HttpAnswer> =>
      openElements(
        addressOf("getSimpleElements", { cloudId, projectId, modelId }, ofClass(ifcClass)),
        kept("The elements could not be read"),
        { ...options, retries: options.retries ?? JOB_RETRIES },
      ),
    /**
     * docs/service "Raw elements": units and value types. Requested once, since a table can do without them. The same rules for the body.
     */
    streamRawElements: (
      cloudId: number,
      projectId: number,
      modelId: number,
      ifcClass: string | undefined,
      options: ReadOptions = {},
    ): Promise<HttpAnswer> =>
      openElements(
        addressOf("getRawElements", { cloudId, projectId, modelId }, ofClass(ifcClass)),
        kept("The units could not be read"),
        { ...options, retries: { ...(options.retries ?? PAGE_RETRIES), tries: 1 } },
      ),
  };
}

function ofClass(ifcClass: string | undefined): { type?: string[] } {
  return ifcClass === undefined ? {} : { type: [ifcClass] };
}
