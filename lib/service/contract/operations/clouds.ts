/** Clouds: docs/service "Create a Cloud", "Cloud" and "Neighbouring operations". */
import { z } from "zod";
import { cloudChangeSchema, cloudInputSchema } from "../inputs.ts";
import { cloudSchema, cloudSizeSchema } from "../records.ts";
import { SMALL_BODY, type Statements } from "./operation.ts";

const ONE = "/cloud/:cloudId";

export const cloudOperations = {
  createCloud: {
    method: "POST",
    path: "/cloud",
    summary: "Create a cloud",
    details: "There is no key against repetition: the same call again makes a second cloud of the same name.",
    scopes: ["cloud:manage"],
    body: { schema: cloudInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The new cloud", schema: cloudSchema },
    errors: [402],
  },
  listClouds: {
    method: "GET",
    path: "/cloud",
    summary: "List the clouds that the application created or was given",
    scopes: [],
    answer: { status: 200, what: "Every cloud, oldest first", schema: z.array(cloudSchema) },
  },
  getCloud: {
    method: "GET",
    path: ONE,
    summary: "Read a cloud",
    scopes: [],
    answer: { status: 200, what: "The cloud", schema: cloudSchema },
  },
  updateCloud: {
    method: "PATCH",
    path: ONE,
    summary: "Change a cloud's name or image",
    scopes: ["cloud:manage"],
    body: { schema: cloudChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The cloud as it stands now", schema: cloudSchema },
  },
  deleteCloud: {
    method: "DELETE",
    path: ONE,
    summary: "Delete a cloud with everything in it",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "It is gone" },
  },
  getCloudSize: {
    method: "GET",
    path: `${ONE}/size`,
    summary: "Bytes that the cloud's documents take",
    scopes: [],
    answer: { status: 200, what: "Bytes", schema: cloudSizeSchema },
  },
} as const satisfies Statements;
