/** The people of a cloud: docs/service "User" and "Neighbouring operations". */
import { z } from "zod";
import { userSchema } from "../records.ts";
import type { Statements } from "./operation.ts";

const group = "People";
const COLLECTION = "/cloud/:cloudId/user";

export const userOperations = {
  listCloudUsers: {
    group,
    method: "GET",
    path: COLLECTION,
    summary: "List a cloud's members",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "Every member", schema: z.array(userSchema) },
  },
  removeCloudUser: {
    group,
    method: "DELETE",
    path: `${COLLECTION}/:userId`,
    summary: "Take a member out of a cloud",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "They are no longer a member" },
  },
} as const satisfies Statements;
