/** Elements: docs/service "Simple elements", "Full elements" and "Raw elements". */
import { z } from "zod";
import { elementSchema, rawElementsSchema } from "../element-records.ts";
import { elementFilterSchema } from "../inputs.ts";
import { modelClassSchema } from "../records.ts";
import { simpleElementsSchema } from "../simple-elements.ts";
import type { Statements } from "./operation.ts";

const MODEL = "/cloud/:cloudId/project/:projectId/ifc/:modelId";
const READ = ["ifc:read", "model:read"] as const;

export const elementOperations = {
  getElements: {
    method: "GET",
    path: `${MODEL}/element`,
    summary: "Elements with everything that belongs to them",
    details:
      "Attributes, property sets, classifications, materials and layers, with definitions, value types and units inside. The first call for a model may take as long as reading it did. Ids hold until the model is processed again.",
    scopes: READ,
    query: elementFilterSchema,
    answer: { status: 200, what: "Elements", schema: z.array(elementSchema) },
    errors: [502],
  },
  getRawElements: {
    method: "GET",
    path: `${MODEL}/element/raw`,
    summary: "The same as flat tables that refer to each other by position",
    details:
      "`property_sets` and `elements` hold what was asked for, the other tables are always those of the whole model. The first call for a model may take as long as reading it did.",
    scopes: READ,
    query: elementFilterSchema,
    answer: { status: 200, what: "Tables", schema: rawElementsSchema },
    errors: [502],
  },
  getSimpleElements: {
    method: "GET",
    path: `${MODEL}/element/simple`,
    summary: "Elements with their properties, as a map by GlobalId",
    details:
      "Not a list: an object keyed by the 22-character GlobalId. Without `type`: all elements. Nothing found: `{}`.",
    scopes: READ,
    query: elementFilterSchema,
    answer: { status: 200, what: "Elements by GlobalId", schema: simpleElementsSchema },
    errors: [502],
  },
  getSimpleElement: {
    method: "GET",
    path: `${MODEL}/element/:uuid/simple`,
    summary: "One element, as a map with one key",
    scopes: READ,
    answer: { status: 200, what: "The element by its GlobalId", schema: simpleElementsSchema },
    errors: [400, 502],
  },
  listModelClasses: {
    method: "GET",
    path: `${MODEL}/classes`,
    summary: "The IFC classes of a model with their counts",
    details: "An addition of the embedded service.",
    scopes: READ,
    answer: { status: 200, what: "Classes", schema: z.array(modelClassSchema) },
    errors: [400, 502],
  },
} as const satisfies Statements;
