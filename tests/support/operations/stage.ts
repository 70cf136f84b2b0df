/**
 * The service with one object of each kind, shared by the test files of all operations: they run one after the other in one process
 * (vitest.config.ts), and making the objects again for each of forty files would take longer than the tests. Tests that change or delete
 * objects make their own with `make`.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { Prisma, PrismaClient } from "#lib/db/client.ts";
import { DETAILED_IFC, DOOR } from "#tests/support/detailed-ifc.ts";
import { formOf, openModelService, untilRead, upload } from "#tests/support/model-service.ts";
import type { ModelService } from "#tests/support/model-service.ts";
import { makeScratchFolder } from "#tests/support/scratch.ts";
import { startServiceServer, type Credentials } from "#tests/support/service-server.ts";
import { until } from "#tests/support/until.ts";
import { signedWire, wire, type Wire } from "#tests/support/wire.ts";

/** One id of each kind, by its name in a route's path. */
export type Ids = Record<string, string>;

export type Stage = ModelService & {
  baseUrl: string;
  /** Without a token. */
  nobody: Wire;
  ids: Ids;
  /** The service in this process: the same one, or one beside the product under test. */
  own: { baseUrl: string; db: PrismaClient };
  /** A caller for the first application whose token has only these scopes. */
  withScopes: (scopes: readonly string[]) => Promise<Wire>;
};

let opened: Promise<Stage> | undefined;

/** The stage, made at first use. It exists as long as the process. */
export function getStage(): Promise<Stage> {
  opened ??= openStage();
  return opened;
}

async function openStage(): Promise<Stage> {
  process.env["PORTICO_DATA_DIR"] = await makeScratchFolder("operations");
  // Before anything reads the configuration, which a process reads once.
  const beside = inject("product") === null ? null : await startServiceServer();
  const models = await openModelService();
  const { baseUrl, first } = models.service;
  const callers = new Map<string, Promise<Wire>>();
  const stage = {
    ...models,
    baseUrl,
    nobody: wire(baseUrl, null),
    ids: {},
    own: beside ?? { baseUrl, db: models.service.db },
    withScopes: (scopes: readonly string[]) => {
      const scope = scopes.join(" ");
      const caller = callers.get(scope) ?? signedWire(baseUrl, first, scope);
      callers.set(scope, caller);
      return caller;
    },
  };
  return { ...stage, ids: await makeEverything(stage) };
}

async function makeEverything(stage: Stage): Promise<Ids> {
  const [, , cloudId = "", , projectId = ""] = stage.project.split("/");
  // So that another application's lists are not empty.
  await stage.second("POST", "/cloud", { name: "Theirs" });
  const ids: Ids = { cloudId, projectId, uuid: DOOR };
  const { modelId, documentId, versionId } = await makeVersions(stage, { ...ids });
  return {
    ...ids,
    modelId,
    documentId,
    versionId,
    invitationId: await makeInvitation(stage, ids),
    webhookId: await makeWebhook(stage, ids),
    userId: await makeMember(stage, ids),
    projectInvitationId: await makeProjectInvitation(stage, ids),
    projectUserId: await makeProjectMember(stage, ids),
  };
}

function idOf(body: unknown): string {
  return String((body as { id: number }).id);
}

export const makeCloud = async ({ first }: Stage): Promise<Ids> => ({
  cloudId: idOf((await first("POST", "/cloud", { name: "Own" })).body),
});

/** In the shared cloud, or in the cloud of `ids`. */
export async function makeProject(stage: Stage, ids: Ids = stage.ids, body: object = {}): Promise<Ids> {
  const answer = await stage.first("POST", `/cloud/${ids["cloudId"] ?? ""}/project`, {
    name: "Own",
    ...body,
  });
  return { cloudId: ids["cloudId"] ?? "", projectId: idOf(answer.body) };
}

/** A document that is no model. */
export async function makeDocument(stage: Stage, ids: Ids = stage.ids): Promise<Ids> {
  const { cloudId = "", projectId = "" } = ids;
  const path = `/cloud/${cloudId}/project/${projectId}/document`;
  const minutes = new TextEncoder().encode("of the meeting");
  const form = formOf([["name", "Minutes"], ["file", minutes, "minutes.txt"]]); // oxfmt-ignore
  return { cloudId, projectId, documentId: idOf((await stage.first("POST", path, form)).body) };
}

/** A processed model: with status C, or E for a text that is no IFC file; the newest version of `successorOf`, if given. */
export async function makeModel(
  stage: Stage,
  ids: Ids = stage.ids,
  text = DETAILED_IFC,
  successorOf?: string,
): Promise<Ids & { modelId: string; documentId: string }> {
  const { cloudId = "", projectId = "" } = ids;
  const project = `/cloud/${cloudId}/project/${projectId}`;
  const bytes = new TextEncoder().encode(text);
  const document = await upload(stage.first, project, "detailed.ifc", bytes, successorOf);
  const model = await untilRead(stage.first, project, document.model_id);
  const place = Object.fromEntries(Object.entries(ids).filter(([kind]) => kind !== "versionId"));
  return { ...place, modelId: String(model.id), documentId: String(document.id) };
}

/** Two versions of a model: the newest one as `documentId` and `modelId`, the older one as `versionId`. */
export async function makeVersions(
  stage: Stage,
  ids: Ids = stage.ids,
): Promise<Ids & { modelId: string; documentId: string; versionId: string }> {
  const { documentId: versionId } = await makeModel(stage, ids);
  return { ...(await makeModel(stage, ids, DETAILED_IFC, versionId)), versionId };
}

/** The stored file of a document, which is there; the function waits until it is not. */
export async function findFile(
  { service, storage }: Stage,
  { documentId }: Ids,
): Promise<() => Promise<void>> {
  const where = { id: Number(documentId) };
  const { fileKey } = await service.db.serviceDocument.findUniqueOrThrow({ where });
  const isThere = async (): Promise<boolean> => (await storage.findFacts(fileKey)) !== null;
  if (!(await isThere())) throw new Error(`There is no ${fileKey}.`);
  return async () => {
    await until("the stored file is gone", async () => !(await isThere()));
  };
}

/** Runs with other limits and rules of an application, which are set back afterwards. */
export async function withSettings<T>(
  { service }: Stage,
  { clientId }: Credentials,
  data: Prisma.ServiceApplicationUpdateInput,
  run: () => Promise<T>,
): Promise<T> {
  await service.db.serviceApplication.update({ where: { clientId }, data });
  try {
    return await run();
  } finally {
    const none = { cloudsMax: null, storageBytesMax: null, redirectRules: [] };
    await service.db.serviceApplication.update({ where: { clientId }, data: none });
  }
}

/** Unique: each has its own number. */
export function newAddress(): string {
  return `person-${randomBytes(6).toString("hex")}@example.org`;
}

export async function makeInvitation({ first }: Stage, ids: Ids, email = newAddress()): Promise<string> {
  const body = { email, redirect_uri: `https://platform.example.org/cloud/${ids["cloudId"] ?? ""}` };
  return idOf((await first("POST", `/cloud/${ids["cloudId"] ?? ""}/invitation`, body)).body);
}

export async function makeProjectInvitation(
  { first }: Stage,
  { cloudId = "", projectId = "" }: Ids,
  email = newAddress(),
): Promise<string> {
  const body = { email, redirect_uri: "https://platform.example.org/", role: 25 };
  return idOf((await first("POST", `/cloud/${cloudId}/project/${projectId}/invitation`, body)).body);
}

/** Accepted (A) or declined (D), which invited people do on the platform. */
export async function answerInvitation(
  { service }: Stage,
  id: number | string,
  state: "A" | "D",
): Promise<void> {
  await service.db.serviceInvitation.update({ where: { id: Number(id) }, data: { state } });
}

/** For an event that does not happen here: nothing must be delivered to an address that nobody owns. */
export async function makeWebhook({ first }: Stage, ids: Ids): Promise<string> {
  const body = { url: "https://hooks.example.org/in", events: ["project.invitation.accepted"], secret: "s" };
  return idOf((await first("POST", `/cloud/${ids["cloudId"] ?? ""}/webhook`, body)).body);
}

/** A person who has accepted: people answer on the platform, which has no operation for it. */
export async function makeMember({ service }: Stage, ids: Ids, email = newAddress()): Promise<string> {
  return String(await addMember(service.db, Number(ids["cloudId"]), email));
}

/** Somebody who has accepted an invitation to a project. */
export async function makeProjectMember({ service }: Stage, ids: Ids, email = newAddress()): Promise<string> {
  return String(await addProjectMember(service.db, Number(ids["projectId"]), email));
}

/** Somebody who works on a project; returns the number that they have in it. */
export async function addProjectMember(
  db: PrismaClient,
  projectId: number,
  email = newAddress(),
): Promise<number> {
  const [{ id } = { id: 0 }] = await db.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('service_invitation', 'id'))::int AS id`;
  await db.serviceUser.create({
    data: { ...newPerson(email), projects: { create: { id, projectId, role: 50 } } },
  });
  return id;
}

/** Somebody who has joined a cloud; returns the number of the account. */
export async function addMember(db: PrismaClient, cloudId: number, email = newAddress()): Promise<number> {
  const { id } = await db.serviceUser.create({
    data: { ...newPerson(email), memberships: { create: { cloudId, role: 50 } } },
  });
  return id;
}

const newPerson = (
  email: string,
): Record<"sub" | "email" | "firstname" | "lastname" | "passwordHash", string> => ({
  sub: randomUUID(),
  email,
  firstname: "Élodie",
  lastname: "Marchand",
  passwordHash: "canary-password-hash",
});
