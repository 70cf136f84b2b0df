/** Invitations: docs/service "Invitation" and "Neighbouring operations". */
import { z } from "zod";
import { invitationInputSchema } from "../inputs.ts";
import { invitationSchema } from "../records.ts";
import { BODY_ERRORS, SMALL_BODY, type Statements } from "./operation.ts";

const group = "Invitations";
const COLLECTION = "/cloud/:cloudId/invitation";
const ONE = `${COLLECTION}/:invitationId` as const;
const SCOPES = ["org:manage"] as const;

export const invitationOperations = {
  invite: {
    group,
    method: "POST",
    path: COLLECTION,
    summary: "Invite a person into a cloud by mail",
    details:
      "The same address again keeps the invitation and its id and sends another mail. A current member is refused with `already_exists`.",
    scopes: SCOPES,
    body: { schema: invitationInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The invitation", schema: invitationSchema },
    errors: BODY_ERRORS,
  },
  listInvitations: {
    group,
    method: "GET",
    path: COLLECTION,
    summary: "List pending invitations that this application sent",
    scopes: SCOPES,
    answer: { status: 200, what: "Pending invitations", schema: z.array(invitationSchema) },
  },
  getInvitation: {
    group,
    method: "GET",
    path: ONE,
    summary: "Read a pending invitation",
    scopes: SCOPES,
    answer: { status: 200, what: "The invitation", schema: invitationSchema },
  },
  cancelInvitation: {
    group,
    method: "DELETE",
    path: ONE,
    summary: "Withdraw a pending invitation",
    scopes: SCOPES,
    answer: { status: 204, what: "Its link no longer works" },
  },
} as const satisfies Statements;
