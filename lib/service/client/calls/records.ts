/** Calls on the service's records: Clouds, projects, models, their people and invitations. */
import { kept } from "#lib/core/language/kept-texts.ts";
import { z } from "zod";
import type { ServiceConnection } from "../connection.ts";
import * as records from "../records.ts";
import { callingOf } from "./calling.ts";

/**
 * These operations on one connection. What creates something or sends an email answers an Outcome; all others throw a ServiceError,
 * notFound when what they name does not exist (any more).
 */
export function recordCalls(connection: ServiceConnection) {
  const { reads, changes, removes, withdraws, repeats, creates } = callingOf(connection);
  return {
    /** docs/service "Create a Cloud". */
    createCloud: creates("createCloud", records.readCloud),
    listClouds: reads("listClouds", kept("The clouds could not be read"), z.array(records.readCloud)),
    getCloud: reads("getCloud", kept("The cloud could not be read"), records.readCloud),
    /** docs/service "Neighbouring operations": answers the changed record. */
    changeCloud: changes("updateCloud", kept("The cloud could not be changed"), records.readCloud),
    /** Also deletes all its projects, models and invitations. */
    deleteCloud: removes("deleteCloud", kept("The cloud could not be deleted")),

    /** docs/service "Create a project". */
    createProject: creates("createProject", records.readProject),
    listProjects: reads("listProjects", kept("The projects could not be read"), z.array(records.readProject)),
    getProject: reads("getProject", kept("The project could not be read"), records.readProject),
    changeProject: changes("updateProject", kept("The project could not be changed"), records.readProject),
    deleteProject: removes("deleteProject", kept("The project could not be deleted")),

    /** docs/service "List models". Holds every kind of model: check `type`. */
    listModels: reads("listModels", kept("The models could not be read"), z.array(records.readModel)),
    getModel: reads("getModel", kept("The model could not be read"), records.readModel),
    /** docs/service "Neighbouring operations": answers the changed model. */
    changeModel: changes("updateModel", kept("The model could not be changed"), records.readModel),
    /** Also deletes its document. */
    deleteModel: removes("deleteModel", kept("The model could not be deleted")),
    /** Reads the stored file again, unless it is being read already. */
    reprocessModel: repeats("reprocessModel", kept("The model could not be processed again")),
    /** docs/service "Versions of a document": the older ones, newest first. */
    listDocumentHistory: reads(
      "listDocumentHistory",
      kept("The versions could not be read"),
      z.array(records.readDocument),
    ),
    /** The embedded service's own addition: classes of a model with their counts. */
    listClasses: reads(
      "listModelClasses",
      kept("The classes of the model could not be read"),
      z.array(records.readModelClass),
    ),

    /** docs/service "Invitation": every call sends an email. */
    invite: creates("invite", records.readInvited),
    /** docs/service "Invitation": only pending ones that this application sent. */
    listInvitations: reads(
      "listInvitations",
      kept("The pending invitations could not be read"),
      z.array(records.readInvitation),
    ),
    cancelInvitation: withdraws("cancelInvitation", kept("The invitation could not be cancelled")),
    listCloudUsers: reads(
      "listCloudUsers",
      kept("The users of the cloud could not be read"),
      z.array(records.readUser),
    ),
    changeCloudUser: changes("changeCloudUser", kept("The member could not be changed"), records.readUser),
    /** The person's account stays. */
    removeCloudUser: removes("removeCloudUser", kept("The member could not be removed")),

    /** docs/service "People of a project": every call sends an email. */
    inviteToProject: creates("inviteToProject", records.readInvited),
    cancelProjectInvitation: withdraws(
      "cancelProjectInvitation",
      kept("The invitation could not be cancelled"),
    ),
    /** docs/service "People of a project": members, and pending invitations that this application sent. */
    listProjectUsers: reads(
      "listProjectUsers",
      kept("The people of the project could not be read"),
      z.array(records.readProjectUser),
    ),
    changeProjectUser: changes(
      "changeProjectUser",
      kept("The member could not be changed"),
      records.readProjectUser,
    ),
    /** The person's account stays. */
    removeProjectUser: removes("removeProjectUser", kept("The member could not be removed")),
  };
}
