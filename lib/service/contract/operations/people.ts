/** People and invitations, of a cloud and of a project: docs/service "User", "Invitation", "People of a project", "Neighbouring operations". */
import { z } from "zod";
import {
  projectInvitationInputSchema,
  projectUserChangeSchema,
  memberChangeSchema,
  invitationInputSchema,
} from "../inputs.ts";
import { projectInvitationSchema, projectUserSchema, userSchema, invitationSchema } from "../records.ts";
import { SMALL_BODY, type Statements } from "./operation.ts";

const PROJECT = "/cloud/:cloudId/project/:projectId";
const PROJECT_USERS = `${PROJECT}/user` as const;
const PROJECT_USER = `${PROJECT_USERS}/:projectUserId` as const;
const PROJECT_INVITATIONS = `${PROJECT}/invitation` as const;

export const projectUserOperations = {
  listProjectUsers: {
    method: "GET",
    path: PROJECT_USERS,
    summary: "List a project's members and pending invitations",
    details: "The pending ones are those that this application sent.",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "Everybody, by id", schema: z.array(projectUserSchema) },
  },
  changeProjectUser: {
    method: "PATCH",
    path: PROJECT_USER,
    summary: "Change the role of a member or of a pending invitation",
    details: "A body without `role` changes nothing.",
    scopes: ["cloud:manage"],
    body: { schema: projectUserChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The person as they are now", schema: projectUserSchema },
  },
  removeProjectUser: {
    method: "DELETE",
    path: PROJECT_USER,
    summary: "Take a member out of a project, or withdraw a pending invitation",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "They are no longer in the list" },
  },
} as const satisfies Statements;

export const projectInvitationOperations = {
  inviteToProject: {
    method: "POST",
    path: PROJECT_INVITATIONS,
    summary: "Invite a person into a project by mail",
    details:
      "The same address again keeps the invitation and its id and sends another mail. A current member of the project is refused with `already_exists`.",
    scopes: ["org:manage"],
    body: { schema: projectInvitationInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The invitation", schema: projectInvitationSchema },
  },
  listProjectInvitations: {
    method: "GET",
    path: PROJECT_INVITATIONS,
    summary: "List a project's pending invitations that this application sent",
    scopes: ["org:manage"],
    answer: { status: 200, what: "Pending invitations", schema: z.array(projectInvitationSchema) },
  },
  cancelProjectInvitation: {
    method: "DELETE",
    path: `${PROJECT_INVITATIONS}/:projectInvitationId`,
    summary: "Withdraw a pending invitation into a project",
    scopes: ["org:manage"],
    answer: { status: 204, what: "Its link no longer works" },
  },
} as const satisfies Statements;

const CLOUD_USERS = "/cloud/:cloudId/user";
const CLOUD_USER = `${CLOUD_USERS}/:userId` as const;

export const userOperations = {
  listCloudUsers: {
    method: "GET",
    path: CLOUD_USERS,
    summary: "List a cloud's members",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "Every member", schema: z.array(userSchema) },
  },
  getCloudUser: {
    method: "GET",
    path: CLOUD_USER,
    summary: "Read a member of a cloud",
    scopes: ["cloud:read"],
    answer: { status: 200, what: "The member", schema: userSchema },
  },
  changeCloudUser: {
    method: "PATCH",
    path: CLOUD_USER,
    summary: "Change a member's role",
    details: "A body without `cloud_role` changes nothing.",
    scopes: ["cloud:manage"],
    body: { schema: memberChangeSchema, media: SMALL_BODY },
    answer: { status: 200, what: "The member as they are now", schema: userSchema },
  },
  removeCloudUser: {
    method: "DELETE",
    path: CLOUD_USER,
    summary: "Take a member out of a cloud",
    scopes: ["cloud:manage"],
    answer: { status: 204, what: "They are no longer a member" },
  },
} as const satisfies Statements;

const CLOUD_INVITATIONS = "/cloud/:cloudId/invitation";
const CLOUD_INVITATION = `${CLOUD_INVITATIONS}/:invitationId` as const;
const INVITING = ["org:manage"] as const;

export const invitationOperations = {
  invite: {
    method: "POST",
    path: CLOUD_INVITATIONS,
    summary: "Invite a person into a cloud by mail",
    details:
      "The same address again keeps the invitation and its id and sends another mail. A current member is refused with `already_exists`.",
    scopes: INVITING,
    body: { schema: invitationInputSchema, media: SMALL_BODY },
    answer: { status: 201, what: "The invitation", schema: invitationSchema },
  },
  listInvitations: {
    method: "GET",
    path: CLOUD_INVITATIONS,
    summary: "List pending invitations that this application sent",
    scopes: INVITING,
    answer: { status: 200, what: "Pending invitations", schema: z.array(invitationSchema) },
  },
  getInvitation: {
    method: "GET",
    path: CLOUD_INVITATION,
    summary: "Read a pending invitation",
    scopes: INVITING,
    answer: { status: 200, what: "The invitation", schema: invitationSchema },
  },
  cancelInvitation: {
    method: "DELETE",
    path: CLOUD_INVITATION,
    summary: "Withdraw a pending invitation",
    scopes: INVITING,
    answer: { status: 204, what: "Its link no longer works" },
  },
} as const satisfies Statements;
