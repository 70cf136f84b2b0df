/**
 * The typed client of a building-model service: the six operations that every service has and the neighbouring ones that some services
 * answer. It uses HTTP only, like any other client; the layers above decide about the permissions of staff.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { z } from "zod";
import type { HttpAnswer } from "#lib/http/exchange.ts";
import { ELEMENT_LIMITS, RECORD_LIMITS, SMALL_LIMITS, UPLOAD_LIMITS } from "#lib/http/limits.ts";
import { JOB_RETRIES, PAGE_RETRIES, type RetryRules } from "#lib/http/retry.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import type {
  CloudInput,
  InvitationInput,
  MemberChange,
  ModelChange,
  ProjectChange,
  ProjectInput,
  ProjectInvitationInput,
  ProjectUserChange,
} from "#lib/service/contract/inputs.ts";
import type { ServiceConnection } from "./connection.ts";
import { serviceError } from "./errors.ts";
import { createMultipart } from "./multipart.ts";
import type { Outcome } from "./outcome.ts";
import * as records from "./records.ts";
import { openAnswer, readJson } from "./safe-call.ts";
import { sendUnsafe } from "./unsafe-call.ts";

export type ReadOptions = { signal?: AbortSignal; retries?: RetryRules };

export type Upload = {
  /** The name shown at the service. */
  name: string;
  /** Ends in .ifc or .ifczip if the service shall read the file as a model. */
  fileName: string;
  content: AsyncIterable<Uint8Array>;
  sizeBytes: number | null;
  /** The document that this one replaces as the newest version; services without versions ignore it. */
  successorOf?: number | null;
};

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** A client for one connection. Cheap: tokens and sockets are shared between clients of the same connection. */
export function createServiceClient(connection: ServiceConnection) {
  async function get<T>(path: string, what: string, schema: z.ZodType<T>, options: ReadOptions): Promise<T> {
    const value = await readJson(connection, {
      method: "GET",
      path,
      what,
      limits: RECORD_LIMITS,
      retries: options.retries ?? PAGE_RETRIES,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    return parse(schema, value, what);
  }

  /** An answer of any size, unread. */
  function openElements(
    path: string,
    what: string,
    options: ReadOptions & { retries: RetryRules },
  ): Promise<HttpAnswer> {
    return openAnswer(connection, { method: "GET", path, what, limits: ELEMENT_LIMITS, ...options });
  }

  /** May be repeated: sending the same values again changes nothing. */
  async function patch<T>(
    path: string,
    json: Readonly<Record<string, unknown>>,
    what: string,
    schema: z.ZodType<T>,
  ): Promise<T> {
    const retries = { ...PAGE_RETRIES, tries: 2 };
    const call = { method: "PATCH", path, json, what, limits: SMALL_LIMITS, retries } as const;
    return parse(schema, await readJson(connection, call), what);
  }

  /** Sent once: a second call would find nothing and report "not there" for what the first has removed. */
  async function remove(path: string, what: string): Promise<void> {
    const answer = await openAnswer(connection, {
      method: "DELETE",
      path,
      what,
      limits: SMALL_LIMITS,
      retries: { ...PAGE_RETRIES, tries: 1 },
    });
    answer.discard();
  }

  /** Unlike a removal, a withdrawal may be sent twice. */
  async function withdraw(path: string): Promise<void> {
    const answer = await openAnswer(connection, {
      method: "DELETE",
      path,
      what: kept("The invitation could not be cancelled"),
      limits: SMALL_LIMITS,
      retries: PAGE_RETRIES,
    });
    answer.discard();
  }

  function post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<Outcome<T>> {
    const bytes = Buffer.from(JSON.stringify(body));
    return sendUnsafe(connection, {
      path,
      contentType: "application/json",
      contentLengthBytes: bytes.length,
      openBody: () => bytes,
      limits: SMALL_LIMITS,
      read: reader(schema),
    });
  }

  return {
    /** docs/service "Create a Cloud". */
    createCloud: (input: CloudInput) => post(addressOf("createCloud", {}), input, records.readCloud),
    /** docs/service "Create a project". */
    createProject: (cloudId: number, input: ProjectInput) =>
      post(addressOf("createProject", { cloudId }), input, records.readProject),
    /** docs/service "Invitation": every call sends an email. */
    invite: (cloudId: number, input: InvitationInput) =>
      post(addressOf("invite", { cloudId }), input, records.readInvited),
    /** docs/service "People of a project": every call sends an email. */
    inviteToProject: (cloudId: number, projectId: number, input: ProjectInvitationInput) =>
      post(addressOf("inviteToProject", { cloudId, projectId }), input, records.readInvited),

    /** docs/service "Document": multipart, streamed. The content can be sent only once. */
    uploadDocument: (
      cloudId: number,
      projectId: number,
      upload: Upload,
      signal?: AbortSignal,
    ): Promise<Outcome<records.Document>> => {
      const form = createMultipart(
        {
          name: upload.name,
          file_name: upload.fileName,
          ...(typeof upload.successorOf === "number" ? { successor_of: String(upload.successorOf) } : {}),
        },
        { fieldName: "file", fileName: upload.fileName, content: upload.content },
      );
      let isUsed = false;
      return sendUnsafe(connection, {
        path: addressOf("uploadDocument", { cloudId, projectId }),
        contentType: form.contentType,
        ...(upload.sizeBytes === null ? {} : { contentLengthBytes: form.overheadBytes + upload.sizeBytes }),
        openBody: () => {
          if (isUsed) return null;
          isUsed = true;
          return form.iterate();
        },
        limits: UPLOAD_LIMITS,
        read: reader(records.readDocument),
        isUnusableWhenCut: true,
        ...(signal === undefined ? {} : { signal }),
      });
    },

    /** docs/service "Versions of a document": the older ones, newest first. */
    listDocumentHistory: (
      cloudId: number,
      projectId: number,
      documentId: number,
      options: ReadOptions = {},
    ) =>
      get(
        addressOf("listDocumentHistory", { cloudId, projectId, documentId }),
        kept("The versions could not be read"),
        z.array(records.readDocument),
        options,
      ),

    /** docs/service "List models". Holds every kind of model: check `type`. */
    listModels: (cloudId: number, projectId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listModels", { cloudId, projectId }),
        kept("The models could not be read"),
        z.array(records.readModel),
        options,
      ),
    getModel: (cloudId: number, projectId: number, modelId: number, options: ReadOptions = {}) =>
      get(
        addressOf("getModel", { cloudId, projectId, modelId }),
        kept("The model could not be read"),
        records.readModel,
        options,
      ),
    /** docs/service "Neighbouring operations": answers the changed model. */
    changeModel: (cloudId: number, projectId: number, modelId: number, input: ModelChange) =>
      patch(
        addressOf("updateModel", { cloudId, projectId, modelId }),
        input,
        kept("The model could not be changed"),
        records.readModel,
      ),
    /** Also deletes its document. @throws ServiceError notFound when the model does not exist (any more) */
    deleteModel: (cloudId: number, projectId: number, modelId: number) =>
      remove(
        addressOf("deleteModel", { cloudId, projectId, modelId }),
        kept("The model could not be deleted"),
      ),
    /** Reads the stored file again, unless it is being read already. */
    reprocessModel: async (cloudId: number, projectId: number, modelId: number): Promise<void> => {
      const answer = await openAnswer(connection, {
        method: "POST",
        path: addressOf("reprocessModel", { cloudId, projectId, modelId }),
        what: kept("The model could not be processed again"),
        limits: SMALL_LIMITS,
        retries: { ...PAGE_RETRIES, tries: 1 },
      });
      answer.discard();
    },
    /** The file as it was uploaded: an unread body of any size. The caller must read it to its end or discard it. */
    openDocumentFile: (
      cloudId: number,
      projectId: number,
      documentId: number,
      options: ReadOptions = {},
    ): Promise<HttpAnswer> =>
      openAnswer(connection, {
        method: "GET",
        path: addressOf("downloadDocument", { cloudId, projectId, documentId }),
        what: kept("The file could not be read"),
        limits: ELEMENT_LIMITS,
        retries: options.retries ?? PAGE_RETRIES,
        isFile: true,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }),
    /** The embedded service's own addition: classes of a model with their counts. */
    listClasses: (cloudId: number, projectId: number, modelId: number, options: ReadOptions = {}) =>
      get(
        addressOf("listModelClasses", { cloudId, projectId, modelId }),
        kept("The classes of the model could not be read"),
        z.array(records.readModelClass),
        options,
      ),
    /**
     * docs/service "Simple elements": an unread answer of any size. Nothing is repeated once the body has begun; the caller must read it to
     * its end or abort.
     */
    streamSimpleElements: (
      cloudId: number,
      projectId: number,
      modelId: number,
      ifcClass: string | undefined,
      options: ReadOptions = {},
    ): Promise<HttpAnswer> =>
      openElements(
        addressOf("getSimpleElements", { cloudId, projectId, modelId }, ofClass(ifcClass)),
        kept("The elements could not be read"),
        { ...options, retries: options.retries ?? JOB_RETRIES },
      ),
    /**
     * docs/service "Raw elements": units and value types. Requested once, since a table can do without them. The same rules for the body.
     */
    streamRawElements: (
      cloudId: number,
      projectId: number,
      modelId: number,
      ifcClass: string | undefined,
      options: ReadOptions = {},
    ): Promise<HttpAnswer> =>
      openElements(
        addressOf("getRawElements", { cloudId, projectId, modelId }, ofClass(ifcClass)),
        kept("The units could not be read"),
        { ...options, retries: { ...(options.retries ?? PAGE_RETRIES), tries: 1 } },
      ),

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

function ofClass(ifcClass: string | undefined): { type?: string[] } {
  return ifcClass === undefined ? {} : { type: [ifcClass] };
}

function reader<T>(schema: z.ZodType<T>): (body: unknown) => T | undefined {
  return (body) => {
    const result = schema.safeParse(body);
    return result.success ? result.data : undefined;
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join(".") ?? "";
  const why =
    path === ""
      ? kept("the answer does not match the interface")
      : kept("“{path}” does not match the interface", { path });
  throw serviceError("shape", what, why);
}
