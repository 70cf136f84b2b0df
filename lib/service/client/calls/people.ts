/** Calls on invitations and members, of Clouds and of projects. */
import { kept } from "#lib/core/language/kept-texts.ts";
import { z } from "zod";
import { addressOf } from "#lib/service/contract/addresses.ts";
import type {
  InvitationInput,
  MemberChange,
  ProjectInvitationInput,
  ProjectUserChange,
} from "#lib/service/contract/inputs.ts";
import * as records from "../records.ts";
import type { Calling, ReadOptions } from "./calling.ts";

/** These operations on one connection. */
export function peopleCalls({ get, patch, post, remove, withdraw }: Calling) {
  return {
    /** docs/service "Invitation": every call sends an email. */
    invite: (cloudId: number, input: InvitationInput) =>
      post(addressOf("invite", { cloudId }), input, records.readInvited),
    /** docs/service "People of a project": every call sends an email. */
    inviteToProject: (cloudId: number, projectId: number, input: ProjectInvitationInput) =>
      post(addressOf("inviteToProject", { cloudId, projectId }), input, records.readInvited),
    /** docs/service "Invitation": only pending ones that this application sent. */
    listInvitations: (cloudId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listInvitations", { cloudId }),
        kept("The pending invitations could not be read"),
        z.array(records.readInvitation),
        options,
      ),
    listCloudUsers: (cloudId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listCloudUsers", { cloudId }),
        kept("The users of the cloud could not be read"),
        z.array(records.readUser),
        options,
      ),
    changeCloudUser: (cloudId: number, userId: number, input: MemberChange) =>
      patch(
        addressOf("changeCloudUser", { cloudId, userId }),
        input,
        kept("The member could not be changed"),
        records.readUser,
      ),
    /** The person's account stays. @throws ServiceError notFound when the person is not a member (any more) */
    removeCloudUser: (cloudId: number, userId: number) =>
      remove(addressOf("removeCloudUser", { cloudId, userId }), kept("The member could not be removed")),
    /** docs/service "People of a project": members, and pending invitations that this application sent. */
    listProjectUsers: (cloudId: number, projectId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listProjectUsers", { cloudId, projectId }),
        kept("The people of the project could not be read"),
        z.array(records.readProjectUser),
        options,
      ),
    changeProjectUser: (
      cloudId: number,
      projectId: number,
      projectUserId: number,
      input: ProjectUserChange,
    ) =>
      patch(
        addressOf("changeProjectUser", { cloudId, projectId, projectUserId }),
        input,
        kept("The member could not be changed"),
        records.readProjectUser,
      ),
    /** The person's account stays. @throws ServiceError notFound when the person is not a member (any more) */
    removeProjectUser: (cloudId: number, projectId: number, projectUserId: number) =>
      remove(
        addressOf("removeProjectUser", { cloudId, projectId, projectUserId }),
        kept("The member could not be removed"),
      ),
    /** Harmless to repeat: a second call finds nothing. @throws ServiceError notFound when the invitation is no longer pending. */
    cancelInvitation: (cloudId: number, invitationId: number) =>
      withdraw(addressOf("cancelInvitation", { cloudId, invitationId })),
    /** Like cancelInvitation. */
    cancelProjectInvitation: (cloudId: number, projectId: number, projectInvitationId: number) =>
      withdraw(addressOf("cancelProjectInvitation", { cloudId, projectId, projectInvitationId })),
  };
}
