/**
 * A client that a public generator creates from nothing but /service/openapi.json completes the whole main job. It validates every answer
 * with its generated schemas, so a missing key, a forbidden null, or an unknown value makes the call fail.
 */
import { openAsBlob } from "node:fs";
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openModelService } from "#tests/support/model-service.ts";
import { until } from "#tests/support/until.ts";

/** The parts of the generated functions' results that this test reads. */
type Call = (options: Record<string, unknown>) => Promise<{ data: Record<string, unknown> }>;
type ListCall = (options: Record<string, unknown>) => Promise<{ data: Record<string, unknown>[] }>;
type Sdk = Record<string, Call> &
  Record<
    "listModels" | "listInvitations" | "listClouds" | "listProjectInvitations" | "listProjectUsers",
    ListCall
  >;
type Client = { client: { setConfig(config: Record<string, unknown>): void } };

const MODEL_FILE = "tests/fixtures/ifc/revit2020-ifc4-rooms.ifc";

const opened = await openModelService();
const { service } = opened;
// Inside the project, because generated code resolves its packages from its own folder.
await mkdir(".cache", { recursive: true });
const folder = await mkdtemp(join(".cache", "generated-client-"));
await createClient({
  input: `${service.baseUrl}/openapi.json`,
  output: { path: folder, clean: true },
  plugins: [
    "@hey-api/client-fetch",
    "@hey-api/typescript",
    "zod",
    { name: "@hey-api/sdk", validator: { response: "zod" } },
  ],
  logs: { level: "silent", file: false },
});
const sdk = (await import(join(process.cwd(), folder, "sdk.gen.ts"))) as Sdk;
const { client } = (await import(join(process.cwd(), folder, "client.gen.ts"))) as Client;
afterAll(async () => {
  await opened.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Calls a generated function; the client itself throws whatever is not a described success. */
async function call(name: string, options: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const run = sdk[name];
  if (run === undefined) throw new Error(`The generated client has no function ${name}.`);
  return (await run({ ...options, throwOnError: true })).data;
}

beforeAll(async () => {
  client.setConfig({ baseUrl: service.baseUrl });
  const token = await call("getToken", {
    path: { realm: "portico" },
    body: {
      grant_type: "client_credentials",
      client_id: service.first.clientId,
      client_secret: service.first.secret,
    },
  });
  client.setConfig({ baseUrl: service.baseUrl, auth: token["access_token"] });
});

test("token, cloud, project, upload, wait for C, models, elements, invitation: every answer is decoded", async () => {
  const cloud = await call("createCloud", { body: { name: "Made by a generated client" } });
  const cloudPath = { cloud_id: cloud["id"] };
  const { data: clouds } = await sdk.listClouds({ throwOnError: true });
  expect(clouds.map(({ id }) => id)).toContain(cloud["id"]);
  const project = await call("createProject", {
    path: cloudPath,
    body: { name: "Tower", description: "By a generated client", status: "A", parent_id: null },
  });
  expect(project["cloud"]).toEqual(cloud);

  const path = { ...cloudPath, project_id: project["id"] };
  const document = await call("uploadDocument", {
    path,
    body: { name: "Rooms", file: new File([await openAsBlob(MODEL_FILE)], "rooms.ifc") },
  });
  const modelPath = { ...path, model_id: document["model_id"] };
  await until(
    "the model is completed",
    async () => (await call("getModel", { path: modelPath }))["status"] === "C",
  );

  const { data: models } = await sdk.listModels({
    path,
    query: { status: ["C"], type: ["IFC"] },
    throwOnError: true,
  });
  expect(models.map(({ id }) => id)).toEqual([document["model_id"]]);
  const doors = await call("getSimpleElements", { path: modelPath, query: { type: ["IfcDoor"] } });
  expect(Object.keys(doors).length).toBeGreaterThan(0);
  const again = await call("getSimpleElementsByModelPath", { path: modelPath, query: { type: ["IfcDoor"] } });
  expect(again).toEqual(doors);

  const sent = await call("invite", {
    path: cloudPath,
    body: {
      email: "client@generated.example",
      redirect_uri: `${service.origin}/platform/cloud/${String(cloud["id"])}`,
    },
  });
  const { data: pending } = await sdk.listInvitations({ path: cloudPath, throwOnError: true });
  expect(pending).toEqual([sent]);

  const guest = await call("inviteToProject", {
    path,
    body: { email: "guest@generated.example", redirect_uri: `${service.origin}/platform/`, role: 25 },
  });
  const { data: waiting } = await sdk.listProjectInvitations({ path, throwOnError: true });
  expect(waiting).toEqual([guest]);
  const { data: people } = await sdk.listProjectUsers({ path, throwOnError: true });
  expect(people).toMatchObject([{ invitation_id: guest["id"], user_id: null, role: 25 }]);
  const userPath = { ...path, project_user_id: people[0]?.["id"] };
  const changed = await call("changeProjectUser", { path: userPath, body: { role: 50 } });
  expect(changed).toEqual({ ...people[0], role: 50 });
  await call("removeProjectUser", { path: userPath });
});

test("errors reach the caller as described", async () => {
  await expect(call("getCloud", { path: { cloud_id: 2_000_000_000 } })).rejects.toEqual({
    detail: "Not found.",
  });
  await expect(call("createCloud", { body: {} })).rejects.toEqual({ name: ["This field is required."] });
});
