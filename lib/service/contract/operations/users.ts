/** The people of a cloud: docs/service "User" and "Neighbouring operations". */
import { z } from "zod";
import { memberChangeSchema } from "../inputs.ts";
import { userSchema } from "../records.ts";
import { BODY_ERRORS, SMALL_BODY, type Statements } from "./operation.ts";

const group = "People";
const COLLECTION = "/cloud/:cloudId/user";
const ONE = `${COLLECTION}/:userId` as const;

export const userOperations = {
  listCloudUsers: {
    group,
    method: "GET",
    path: COLLECTION,
    summary: "List a cloud's members",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "Every member", schema: z.array(userSchema) },
  },
  getCloudUser: {
    group,
    method: "GET",
    path: ONE,
    summary: "Read a member of a cloud",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "The member", schema: userSchema },
  },
  changeCloudUser: {
    group,
    method: "PATCH",
    path: ONE,
    summary: "Change a member's role",
    details: "A body without `cloud_role` changes nothing.",
    scopes: ["cloud:manage"],
    body: { schema: memberChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The member as they are now", schema: userSchema },
    errors: BODY_ERRORS,
  },
  removeCloudUser: {
    group,
    method: "DELETE",
    path: ONE,
    summary: "Take a member out of a cloud",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "They are no longer a member" },
  },
} as const satisfies Statements;
