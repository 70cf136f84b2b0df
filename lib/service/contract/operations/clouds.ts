/** Clouds: docs/service "Create a Cloud", "Cloud" and "Neighbouring operations". */
import { z } from "zod";
import { cloudChangeSchema, cloudInputSchema } from "../inputs.ts";
import { cloudSchema, cloudSizeSchema } from "../records.ts";
import { BODY_ERRORS, SMALL_BODY, type Statements } from "./operation.ts";

const group = "Clouds";
const ONE = "/cloud/:cloudId";

export const cloudOperations = {
  createCloud: {
    group,
    method: "POST",
    path: "/cloud",
    summary: "Create a cloud",
    details: "There is no key against repetition: the same call again makes a second cloud of the same name.",
    scopes: ["cloud:manage"],
    body: { schema: cloudInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The new cloud", schema: cloudSchema },
    errors: [...BODY_ERRORS, 402],
  },
  listClouds: {
    group,
    method: "GET",
    path: "/cloud",
    summary: "List the clouds that the application created or was given",
    scopes: [],
    answer: { status: 200, what: "Every cloud, oldest first", schema: z.array(cloudSchema) },
  },
  getCloud: {
    group,
    method: "GET",
    path: ONE,
    summary: "Read a cloud",
    scopes: [],
    answer: { status: 200, what: "The cloud", schema: cloudSchema },
  },
  updateCloud: {
    group,
    method: "PATCH",
    path: ONE,
    summary: "Change a cloud's name or image",
    scopes: ["cloud:manage"],
    body: { schema: cloudChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The cloud as it stands now", schema: cloudSchema },
    errors: BODY_ERRORS,
  },
  deleteCloud: {
    group,
    method: "DELETE",
    path: ONE,
    summary: "Delete a cloud with everything in it",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "It is gone" },
  },
  getCloudSize: {
    group,
    method: "GET",
    path: `${ONE}/size`,
    summary: "Bytes that the cloud's documents take",
    scopes: [],
    answer: { status: 200, what: "Bytes", schema: cloudSizeSchema },
  },
} as const satisfies Statements;
