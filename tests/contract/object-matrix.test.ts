/**
 * The wall between applications, operation by operation. The matrix is made from the list of routes, so a new operation is tested here or
 * fails here. Application A calls every object of application B, B's children inside A's own objects, and its own objects in another Cloud or
 * project of its own; it also calls everything while it is disabled or lacks the scope. The answer is that of an absent object, nothing changes anywhere in the database or the file store, and
 * the time reveals nothing. Uses a separate service, because the whole database is compared.
 */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { serviceRoutes } from "#lib/service/server/handle.ts";
import type { Route } from "#lib/service/server/http/route.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { dumpDatabase } from "#tests/support/database-dump.ts";
import { makeProject, untilRead, upload } from "#tests/support/model-service.ts";
import { addMember, addProjectMember } from "#tests/support/operations/stage.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken, signedWire, wire, type Wire } from "#tests/support/wire.ts";

/** One id of each kind, by its name in a route's path. */
type Objects = Record<string, string>;

const ABSENT: Objects = Object.fromEntries(
  [
    ...["cloudId", "projectId", "modelId", "documentId", "invitationId", "userId", "webhookId"],
    ...["projectInvitationId", "projectUserId"],
    ...["folderId", "deliveryId", "versionId"],
  ].map((name) => [name, "2147483000"]),
);
const ABSENT_UUID = "0123456789abcdefABCDEF";
ABSENT["uuid"] = ABSENT_UUID;

const NOT_FOUND = { status: 404, body: { detail: "Not found." } };

const nameOf = (route: Route): string => `${route.method} ${route.path}`;
const paramsOf = (route: Route): string[] =>
  [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");

/** Below a cloud: what an application can own. The others belong to persons or to nobody. */
const owned = serviceRoutes.filter((route) => route.path.startsWith("/cloud/:cloudId"));
const rows = owned.map((route) => ({ name: nameOf(route), route }));

const scratch = await useScratchFolder("matrix");
process.env["PORTICO_DATA_DIR"] = scratch;
const service = await useServiceServer();
const intruderCredentials = await service.register("intruder");
const intruder = await signedWire(service.baseUrl, intruderCredentials);
const ownerCredentials = await service.register("owner");
const owner = await signedWire(service.baseUrl, ownerCredentials);
const { startJobs } = await import("#lib/jobs/runner.ts");
const { getStorage } = await import("#lib/storage/instance.ts");
const handlers = createServiceJobs({ db: service.db, storage: getStorage() });
const jobs = await startJobs({ databaseUrl: service.databaseUrl, handlers });
const own = await makeObjects(intruder);
const foreign = await makeObjects(owner);
/** Further places of the caller, where none of the other objects is. */
const [, , besideCloudId = "", , besideProjectId = ""] = (await makeProject(intruder)).split("/");
const sister = await intruder("POST", `/cloud/${own["cloudId"] ?? ""}/project`, { name: "Sister" });
const besides: readonly Objects[] = [
  { cloudId: besideCloudId },
  { cloudId: besideCloudId, projectId: besideProjectId },
  { projectId: idOf(sister.body) },
];
// Nothing may change while the database is compared.
await jobs.stop();

function idOf(body: unknown): string {
  return String((body as { id: number }).id);
}

async function makeObjects(call: Wire): Promise<Objects> {
  const project = await makeProject(call);
  const [, , cloudId = "", , projectId = ""] = project.split("/");
  const cloud = `/cloud/${cloudId}`;
  const file = "air-terminal-propertykinds-ifc4.ifc";
  const bytes = Uint8Array.from(await readFile(`tests/fixtures/ifc/${file}`));
  const older = await upload(call, project, file, bytes);
  const document = await upload(call, project, file, bytes, String(older.id));
  const model = await untilRead(call, project, document.model_id);
  const elements = await call("GET", `${project}/ifc/${model.id}/element/simple`);
  const [uuid = ""] = Object.keys(elements.body as object);
  const redirectUri = `https://platform.example.org${cloud}`;
  const invitation = { email: "someone@example.org", redirect_uri: redirectUri, role: 50 };
  const webhook = { url: "https://hooks.example.org/in", events: ["project.creation"], secret: "s" };
  return {
    cloudId,
    projectId,
    modelId: String(model.id),
    documentId: String(document.id),
    versionId: String(older.id),
    uuid,
    invitationId: idOf((await call("POST", `${cloud}/invitation`, invitation)).body),
    webhookId: idOf((await call("POST", `${cloud}/webhook`, webhook)).body),
    userId: String(await addMember(service.db, Number(cloudId))),
    projectInvitationId: idOf((await call("POST", `${project}/invitation`, invitation)).body),
    projectUserId: String(await addProjectMember(service.db, Number(projectId))),
  };
}

/** The route's address with these ids. @throws Error for a kind of id that makeObjects does not create yet. */
function addressOf(route: Route, objects: Objects): string {
  return route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const id = objects[name];
    if (id === undefined)
      throw new Error(`makeObjects makes no :${name}; ${nameOf(route)} is not tested yet.`);
    return encodeURIComponent(id);
  });
}

/** A body that every operation would accept, and one that none would. */
const BODIES: readonly (object | undefined)[] = [
  {
    name: "Intruder",
    description: "x",
    status: "A",
    email: "intruder@example.org",
    role: 50,
    redirect_uri: "https://platform.example.org/cloud/1",
    archived: true,
    url: "https://hooks.example.org/other",
    events: ["project.creation"],
    secret: "x",
  },
  {},
];

function bodiesFor(route: Route): readonly (object | FormData | undefined)[] {
  if (route.method === "GET" || route.method === "DELETE") return [undefined];
  const form = new FormData();
  form.set("name", "Intruder");
  form.set("file", new Blob(["ISO-10303-21;"]), "intruder.ifc");
  return [...BODIES, form];
}

/** Everything that a call could change. */
async function everything(): Promise<unknown> {
  const files = (await readdir(scratch, { recursive: true })).toSorted();
  return { files: files.map((name) => join("/", name)), database: await dumpDatabase(service.db) };
}

async function expectOnly(
  call: Wire,
  route: Route,
  address: string,
  expected: { status: number; body: unknown },
): Promise<void> {
  for (const body of bodiesFor(route)) {
    const answer = await call(route.method, address, body);
    expect({ address, status: answer.status, body: answer.body }).toEqual({ address, ...expected });
  }
}

describe("the matrix is complete", () => {
  test("every operation is below a cloud, or is named here with its reason", () => {
    const others = serviceRoutes.filter((route) => !owned.includes(route)).map(nameOf);
    expect(others.toSorted()).toEqual(
      [
        // No object in the address; what these operations list and create belongs to the caller.
        ...["GET /cloud", "POST /cloud"],
        // Persons' operations: 403 for every application.
        ...["GET /user", "GET /user/invitations", "GET /user/invitations/:invitationId"],
        ...["POST /user/invitations/:invitationId/accept", "POST /user/invitations/:invitationId/deny"],
      ].toSorted(),
    );
    expect(owned.length).toBeGreaterThan(25);
  });

  test("the objects are there: their owner reads every one of them", async () => {
    const headers = { authorization: `Bearer ${await fetchToken(service.baseUrl, ownerCredentials)}` };
    for (const route of owned.filter(({ method }) => method === "GET")) {
      const response = await fetch(`${service.baseUrl}${addressOf(route, foreign)}`, { headers });
      expect(`${nameOf(route)} ${response.status}`).toBe(`${nameOf(route)} 200`);
      await response.arrayBuffer();
    }
  });
});

describe("another application's objects", () => {
  test.each(rows)("$name: 404, and nothing changes", async ({ route }) => {
    const before = await everything();
    await expectOnly(intruder, route, addressOf(route, foreign), NOT_FOUND);
    await expectOnly(intruder, route, addressOf(route, ABSENT), NOT_FOUND);
    expect(await everything()).toEqual(before);
  });

  const nested = rows.filter(({ route }) => paramsOf(route).length > 1);

  test.each(nested)("$name: not through the caller's own objects either", async ({ route }) => {
    const before = await everything();
    const names = paramsOf(route);
    for (let depth = 1; depth < names.length; depth += 1) {
      const objects = { ...foreign };
      for (const name of names.slice(0, depth)) objects[name] = own[name] ?? "";
      // Two readings of one file have the same GlobalIds: there this id would be the caller's own element.
      if (objects["modelId"] === own["modelId"] && names.at(-1) === "uuid") objects["uuid"] = ABSENT_UUID;
      await expectOnly(intruder, route, addressOf(route, objects), NOT_FOUND);
      // And the reverse: own children under a foreign parent.
      const turned = { ...own };
      for (const name of names.slice(0, depth)) turned[name] = foreign[name] ?? "";
      await expectOnly(intruder, route, addressOf(route, turned), NOT_FOUND);
    }
    expect(await everything()).toEqual(before);
  });

  test.each(nested)("$name: the caller's own objects stand in their own place only", async ({ route }) => {
    const before = await everything();
    const [, ...inside] = paramsOf(route).toReversed();
    for (const beside of besides) {
      if (Object.keys(beside).every((name) => inside.includes(name)))
        await expectOnly(intruder, route, addressOf(route, { ...own, ...beside }), NOT_FOUND);
    }
    expect(await everything()).toEqual(before);
  });

  test("are in no list of the caller", async () => {
    const { body } = await intruder("GET", "/cloud");
    const listed = (body as { id: number }[]).map((cloud) => String(cloud.id));
    expect(listed).toEqual([own["cloudId"], besideCloudId]);
  });

  test.each<[field: string, method: string, path: string, id: string]>([
    ["parent_id of a new project", "POST", "/cloud/:cloudId/project", "projectId"],
    ["parent_id of a project", "PATCH", "/cloud/:cloudId/project/:projectId", "projectId"],
    ["main_model_id of a project", "PATCH", "/cloud/:cloudId/project/:projectId", "modelId"],
  ])("are not reached by an id in the body: %s", async (field, method, path, id) => {
    const before = await everything();
    const name = field.split(" ")[0] ?? "";
    const address = path.replaceAll(/:(\w+)/g, (_whole, param: string) => own[param] ?? "");
    const send = async (value: string): Promise<{ status: number; text: string }> => {
      const answer = await intruder(method, address, { name: "x", [name]: Number(value) });
      return { status: answer.status, text: JSON.stringify(answer.body).replaceAll(value, "ID") };
    };
    const answer = await send(foreign[id] ?? "");
    expect(answer.status).toBe(400);
    expect(answer).toEqual(await send(ABSENT[id] ?? ""));
    expect(await everything()).toEqual(before);
  });
});

describe("the same answer takes the same time", () => {
  const ROUNDS = 15;
  const TRIES_MAX = 5;
  const RATIO_MAX = 1.5;
  /** A smaller difference is hidden by the machine's own noise, and over a network by the network's. */
  const DIFFERENCE_MS_MAX = 1.5;

  async function timeOf(route: Route, address: string): Promise<number> {
    const startMs = performance.now();
    await intruder(route.method, address, bodiesFor(route)[0]);
    return performance.now() - startMs;
  }

  test.each(rows)("$name: foreign as absent", async ({ route }) => {
    // The least of each: whatever else runs on the machine can only add to it, and work that is missing in one is missing every time.
    let [there, absent] = [Infinity, Infinity];
    const timeThere = async (): Promise<void> => {
      there = Math.min(there, await timeOf(route, addressOf(route, foreign)));
    };
    for (let attempt = 1; ; attempt += 1) {
      for (let round = 0; round < ROUNDS; round += 1) {
        // In alternation, and each first equally often.
        if (round % 2 === 0) await timeThere();
        absent = Math.min(absent, await timeOf(route, addressOf(route, ABSENT)));
        if (round % 2 === 1) await timeThere();
      }
      const isSame =
        Math.max(there, absent) / Math.min(there, absent) <= RATIO_MAX ||
        Math.abs(there - absent) <= DIFFERENCE_MS_MAX;
      if (isSame) return;
      if (attempt === TRIES_MAX) expect({ foreignMs: there, absentMs: absent }).toBe("the same");
    }
  });
});

describe("without the right to call", () => {
  const scoped = rows.filter(({ route }) => route.scopes.length > 0);

  test.each(scoped)(
    "$name: 403 without its scope, own or foreign, and nothing changes",
    async ({ route }) => {
      const others = SCOPES.filter((scope) => !route.scopes.includes(scope));
      const call = await signedWire(service.baseUrl, intruderCredentials, others.join(" "));
      const before = await everything();
      const refused = { status: 403, body: { detail: "You do not have permission to perform this action." } };
      for (const objects of [own, foreign, ABSENT]) {
        await expectOnly(call, route, addressOf(route, objects), refused);
      }
      expect(await everything()).toEqual(before);
    },
  );

  test("a disabled application is refused by every operation, and nothing changes", async () => {
    const credentials = await service.register("disabled");
    const call = wire(service.baseUrl, await fetchToken(service.baseUrl, credentials));
    await service.db.serviceApplication.update({
      where: { clientId: credentials.clientId },
      data: { disabledAt: new Date() },
    });
    const before = await everything();
    const refused = { status: 401, body: { detail: "Given token not valid for any token type" } };
    for (const route of serviceRoutes) await expectOnly(call, route, addressOf(route, foreign), refused);
    expect(await everything()).toEqual(before);
  });
});
