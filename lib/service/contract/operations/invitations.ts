/** Invitations and people: interface.md endpoint 6; wire-facts.md "Invitation", "User" and "Neighbouring operations". */
import { z } from "zod";
import { invitationInputSchema } from "../input-schemas.ts";
import { invitationSchema, userSchema } from "../records.ts";
import { BODY_ERRORS, SMALL_BODY, type Operation } from "./operation.ts";

const invitations = "Invitations";
const people = "People";
const COLLECTION = "/cloud/:cloudId/invitation";
const ONE = `${COLLECTION}/:invitationId`;
const SCOPES = ["org:manage"] as const;

export const invitationOperations: readonly Operation[] = [
  {
    id: "invite",
    group: invitations,
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
  {
    id: "listInvitations",
    group: invitations,
    method: "GET",
    path: COLLECTION,
    summary: "List pending invitations that this application sent",
    scopes: SCOPES,
    answer: { status: 200, what: "Pending invitations", schema: z.array(invitationSchema) },
  },
  {
    id: "getInvitation",
    group: invitations,
    method: "GET",
    path: ONE,
    summary: "Read a pending invitation",
    scopes: SCOPES,
    answer: { status: 200, what: "The invitation", schema: invitationSchema },
  },
  {
    id: "cancelInvitation",
    group: invitations,
    method: "DELETE",
    path: ONE,
    summary: "Withdraw a pending invitation",
    scopes: SCOPES,
    answer: { status: 204, what: "Its link no longer works" },
  },
  {
    id: "listCloudUsers",
    group: people,
    method: "GET",
    path: "/cloud/:cloudId/user",
    summary: "List a cloud's members",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "Every member", schema: z.array(userSchema) },
  },
  {
    id: "removeCloudUser",
    group: people,
    method: "DELETE",
    path: "/cloud/:cloudId/user/:userId",
    summary: "Take a member out of a cloud",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "They are no longer a member" },
  },
];
