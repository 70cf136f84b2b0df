/** Projects: docs/service "Create a project", "Project" and "Neighbouring operations". */
import { z } from "zod";
import { projectChangeSchema, projectInputSchema } from "../inputs.ts";
import { projectSchema, projectTreeSchema } from "../records.ts";
import { SMALL_BODY, type Statements } from "./operation.ts";

const COLLECTION = "/cloud/:cloudId/project";
const ONE = `${COLLECTION}/:projectId` as const;

export const projectOperations = {
  createProject: {
    method: "POST",
    path: COLLECTION,
    summary: "Create a project in a cloud",
    scopes: ["org:manage"],
    body: { schema: projectInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The new project, its whole cloud inside", schema: projectSchema },
  },
  listProjects: {
    method: "GET",
    path: COLLECTION,
    summary: "List a cloud's projects",
    scopes: [],
    answer: { status: 200, what: "Every project, oldest first", schema: z.array(projectSchema) },
  },
  listProjectTrees: {
    method: "GET",
    path: `${COLLECTION}/subtree`,
    summary: "A cloud's projects as trees",
    details: "The roots, without `cloud`, each with everything below it in `children`.",
    scopes: [],
    answer: { status: 200, what: "Every tree", schema: z.array(projectTreeSchema) },
  },
  createDemo: {
    method: "POST",
    path: "/cloud/:cloudId/create-demo",
    summary: "Create a project named Demo with one processed model",
    details: "Every call makes another one. Its main model has status C when the answer comes.",
    scopes: ["cloud:manage", "org:manage"],
    answer: { status: 200, what: "The new project", schema: projectSchema },
    errors: [402, 502],
  },
  getProject: {
    method: "GET",
    path: ONE,
    summary: "Read a project",
    scopes: [],
    answer: { status: 200, what: "The project", schema: projectSchema },
  },
  updateProject: {
    method: "PATCH",
    path: ONE,
    summary: "Change a project",
    details: "A field that is not sent stays as it is. A project cannot be put below itself.",
    scopes: ["org:manage"],
    body: { schema: projectChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The project as it stands now", schema: projectSchema },
  },
  deleteProject: {
    method: "DELETE",
    path: ONE,
    summary: "Delete a project with its documents and models",
    scopes: ["org:manage"],
    answer: { status: 204, what: "It is gone" },
  },
} as const satisfies Statements;
