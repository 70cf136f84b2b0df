/** Documents and uploads: docs/service "Document" and "Neighbouring operations". */
import { z } from "zod";
import { documentInputSchema } from "../inputs.ts";
import { documentSchema } from "../records.ts";
import type { Statements } from "./operation.ts";

const COLLECTION = "/cloud/:cloudId/project/:projectId/document";
const ONE = `${COLLECTION}/:documentId` as const;
const WRITE = ["document:write", "ifc:write", "model:write"] as const;
const READ = ["document:read", "document:write", "ifc:read", "model:read"] as const;

export const documentOperations = {
  uploadDocument: {
    method: "POST",
    path: COLLECTION,
    summary: "Upload a file",
    details:
      "A name ending in .ifc or .ifczip makes a model and starts processing; model_id and ifc_id are its number then.",
    scopes: WRITE,
    body: { schema: documentInputSchema, media: ["multipart/form-data"] },
    answer: { status: 201, what: "The new document", schema: documentSchema },
    errors: [402, 502],
  },
  listDocuments: {
    method: "GET",
    path: COLLECTION,
    summary: "List a project's documents",
    scopes: READ,
    answer: {
      status: 200,
      what: "Every document, of its versions the newest, oldest first",
      schema: z.array(documentSchema),
    },
  },
  getDocument: {
    method: "GET",
    path: ONE,
    summary: "Read a document's record",
    scopes: READ,
    answer: { status: 200, what: "The document", schema: documentSchema },
  },
  deleteDocument: {
    method: "DELETE",
    path: ONE,
    summary: "Delete a document with its model",
    scopes: WRITE,
    answer: { status: 204, what: "It is gone" },
  },
  downloadDocument: {
    method: "GET",
    path: `${ONE}/file`,
    summary: "The file as it was uploaded",
    details: "What a document's `file` points to on the embedded service.",
    scopes: READ,
    answer: { status: 200, what: "The bytes of the file", media: "application/octet-stream" },
    errors: [502],
  },
  listDocumentHistory: {
    method: "GET",
    path: `${ONE}/history`,
    summary: "List the older versions of a document",
    details: "The same list whichever version is named; the newest one, the head, is not in it.",
    scopes: READ,
    answer: { status: 200, what: "The older versions, newest first", schema: z.array(documentSchema) },
  },
  makeHeadVersion: {
    method: "POST",
    path: `${ONE}/history/:versionId/head-version`,
    summary: "Make an older version the head",
    details: "The head of until now becomes the version before it.",
    scopes: WRITE,
    answer: { status: 200, what: "The document, which is the head now", schema: documentSchema },
  },
  leaveHistory: {
    method: "POST",
    path: `${ONE}/history/:versionId/leave`,
    summary: "Take an older version out as a document of its own",
    scopes: WRITE,
    answer: { status: 200, what: "The document, which has no other versions now", schema: documentSchema },
  },
  deleteHistory: {
    method: "DELETE",
    path: `${ONE}/history/delete`,
    summary: "Delete all versions of a document with their models",
    scopes: WRITE,
    answer: { status: 204, what: "They are gone, the head among them" },
  },
} as const satisfies Statements;
