/** Calls on Clouds and projects. */
import { kept } from "#lib/core/language/kept-texts.ts";
import { z } from "zod";
import { addressOf } from "#lib/service/contract/addresses.ts";
import type { CloudInput, ProjectChange, ProjectInput } from "#lib/service/contract/inputs.ts";
import * as records from "../records.ts";
import type { Calling, ReadOptions } from "./calling.ts";

/** These operations on one connection. */
export function cloudCalls({ get, patch, post, remove }: Calling) {
  return {
    /** docs/service "Create a Cloud". */
    createCloud: (input: CloudInput) => post(addressOf("createCloud", {}), input, records.readCloud),
    /** docs/service "Create a project". */
    createProject: (cloudId: number, input: ProjectInput) =>
      post(addressOf("createProject", { cloudId }), input, records.readProject),
    listClouds: (options: ReadOptions = {}) =>
      get(
        addressOf("listClouds", {}),
        kept("The clouds could not be read"),
        z.array(records.readCloud),
        options,
      ),
    getCloud: (cloudId: number, options: ReadOptions = {}) =>
      get(
        addressOf("getCloud", { cloudId }),
        kept("The cloud could not be read"),
        records.readCloud,
        options,
      ),
    listProjects: (cloudId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listProjects", { cloudId }),
        kept("The projects could not be read"),
        z.array(records.readProject),
        options,
      ),
    getProject: (cloudId: number, projectId: number, options: ReadOptions = {}) =>
      get(
        addressOf("getProject", { cloudId, projectId }),
        kept("The project could not be read"),
        records.readProject,
        options,
      ),
    /** docs/service "Neighbouring operations": answers the changed record. */
    changeCloud: (cloudId: number, input: CloudInput) =>
      patch(
        addressOf("updateCloud", { cloudId }),
        input,
        kept("The cloud could not be changed"),
        records.readCloud,
      ),
    /** Also deletes all its projects, models and invitations. @throws ServiceError notFound when the Cloud does not exist (any more) */
    deleteCloud: (cloudId: number) =>
      remove(addressOf("deleteCloud", { cloudId }), kept("The cloud could not be deleted")),
    changeProject: (cloudId: number, projectId: number, input: ProjectChange) =>
      patch(
        addressOf("updateProject", { cloudId, projectId }),
        input,
        kept("The project could not be changed"),
        records.readProject,
      ),
    deleteProject: (cloudId: number, projectId: number) =>
      remove(addressOf("deleteProject", { cloudId, projectId }), kept("The project could not be deleted")),
  };
}
