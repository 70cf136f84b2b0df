/** Models: docs/service "List models", "Model" and "Neighbouring operations". `/ifc` and `/model` are the same. */
import { z } from "zod";
import { modelChangeSchema, modelFilterSchema } from "../inputs.ts";
import { modelSchema } from "../records.ts";
import { SMALL_BODY, type Statements } from "./operation.ts";

const COLLECTION = "/cloud/:cloudId/project/:projectId/ifc";
const ONE = `${COLLECTION}/:modelId` as const;
const READ = ["ifc:read", "model:read"] as const;
const WRITE = ["ifc:write", "model:write"] as const;

export const modelOperations = {
  listModels: {
    method: "GET",
    path: COLLECTION,
    summary: "List a project's models",
    details:
      "The list holds every model type; of a document with versions, the newest one's. Only a model with status C can be asked for its elements.",
    scopes: READ,
    query: modelFilterSchema,
    answer: {
      status: 200,
      what: "Every model of a newest version, oldest first",
      schema: z.array(modelSchema),
    },
  },
  getModel: {
    method: "GET",
    path: ONE,
    summary: "Read a model",
    scopes: READ,
    answer: { status: 200, what: "The model", schema: modelSchema },
  },
  updateModel: {
    method: "PATCH",
    path: ONE,
    summary: "Change a model's name or archive it",
    scopes: WRITE,
    body: { schema: modelChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The model as it stands now", schema: modelSchema },
  },
  deleteModel: {
    method: "DELETE",
    path: ONE,
    summary: "Delete a model with its document",
    scopes: WRITE,
    answer: { status: 204, what: "It is gone" },
  },
  reprocessModel: {
    method: "POST",
    path: `${ONE}/reprocess`,
    summary: "Process the stored file again",
    scopes: WRITE,
    answer: { status: 204, what: "It waits for processing, or is processed already" },
  },
  cancelModel: {
    method: "POST",
    path: `${ONE}/cancel`,
    summary: "Stop the processing of a model",
    details:
      "An addition of the embedded service. The model ends with status E; one that has ended already is left as it is.",
    scopes: WRITE,
    answer: { status: 204, what: "It is not processed any more" },
  },
} as const satisfies Statements;
