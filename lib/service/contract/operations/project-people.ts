/** The people of a project: docs/service "People of a project". */
import { z } from "zod";
import { projectInvitationInputSchema, projectUserChangeSchema } from "../inputs.ts";
import { projectInvitationSchema, projectUserSchema } from "../records.ts";
import { BODY_ERRORS, SMALL_BODY, type Statements } from "./operation.ts";

const group = "People of projects";
const PROJECT = "/cloud/:cloudId/project/:projectId";
const USERS = `${PROJECT}/user` as const;
const USER = `${USERS}/:projectUserId` as const;
const INVITATIONS = `${PROJECT}/invitation` as const;

export const projectUserOperations = {
  listProjectUsers: {
    group,
    method: "GET",
    path: USERS,
    summary: "List a project's members and pending invitations",
    details: "The pending ones are those that this application sent.",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "Everybody, by id", schema: z.array(projectUserSchema) },
  },
  changeProjectUser: {
    group,
    method: "PATCH",
    path: USER,
    summary: "Change the role of a member or of a pending invitation",
    details: "A body without `role` changes nothing.",
    scopes: ["cloud:manage"],
    body: { schema: projectUserChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The person as they are now", schema: projectUserSchema },
    errors: BODY_ERRORS,
  },
  removeProjectUser: {
    group,
    method: "DELETE",
    path: USER,
    summary: "Take a member out of a project, or withdraw a pending invitation",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "They are no longer in the list" },
  },
} as const satisfies Statements;

export const projectInvitationOperations = {
  inviteToProject: {
    group,
    method: "POST",
    path: INVITATIONS,
    summary: "Invite a person into a project by mail",
    details:
      "The same address again keeps the invitation and its id and sends another mail. A current member of the project is refused with `already_exists`.",
    scopes: ["org:manage"],
    body: { schema: projectInvitationInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The invitation", schema: projectInvitationSchema },
    errors: BODY_ERRORS,
  },
  listProjectInvitations: {
    group,
    method: "GET",
    path: INVITATIONS,
    summary: "List a project's pending invitations that this application sent",
    scopes: ["org:manage"],
    answer: { status: 200, what: "Pending invitations", schema: z.array(projectInvitationSchema) },
  },
  cancelProjectInvitation: {
    group,
    method: "DELETE",
    path: `${INVITATIONS}/:projectInvitationId`,
    summary: "Withdraw a pending invitation into a project",
    scopes: ["org:manage"],
    answer: { status: 204, what: "Its link no longer works" },
  },
} as const satisfies Statements;
