/**
 * POST /cloud/{c}/create-demo (wire-facts.md "Neighbouring operations"): a project named Demo with one processed model that can be
 * queried at once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloudSchema, documentSchema, modelSchema, projectSchema } from "#lib/service/contract/records.ts";
import { openModelService, type ModelService } from "#tests/support/model-service.ts";
import { until } from "#tests/support/until.ts";
import { signedWire, wire, type Wire } from "#tests/support/wire.ts";

let models: ModelService;
let call: Wire;
let cloud: string;

beforeAll(async () => {
  models = await openModelService();
  call = models.first;
  const { id } = cloudSchema.parse((await call("POST", "/cloud", { name: "Harbour house" })).body);
  cloud = `/cloud/${String(id)}`;
});
afterAll(() => models.stop());

test("200 with the whole project; its one model is processed and answers for its doors", async () => {
  const answer = await call("POST", `${cloud}/create-demo`);
  expect(answer.status).toBe(200);
  const project = projectSchema.parse(answer.body);
  expect(project).toMatchObject({ name: "Demo", status: "A", parent_id: null, logo: null });
  const path = `${cloud}/project/${String(project.id)}`;
  expect((await call("GET", path)).body).toEqual(project);
  const list = modelSchema.array().parse((await call("GET", `${path}/ifc`)).body);
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({
    id: project.main_model_id,
    name: "Duplex A.ifc",
    type: "IFC",
    status: "C",
    source: "UPLOAD",
    version: "IFC2X3",
    errors: [],
  });
  const documents = documentSchema.array().parse((await call("GET", `${path}/document`)).body);
  expect(documents).toEqual([list[0]?.document]);
  const doors = await call("GET", `${path}/ifc/${String(project.main_model_id)}/element/simple?type=IfcDoor`);
  const elements = Object.values(doors.body as Record<string, Record<string, object>>);
  expect(elements).toHaveLength(14);
  expect(Object.keys(elements[0] ?? {}).length).toBeGreaterThan(3);
});

test("each call makes another one, several at once too, and each can be deleted", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => call("POST", `${cloud}/create-demo`, { name: "x" })));
  const projects = answers.map((answer) => projectSchema.parse(answer.body));
  expect(new Set(projects.map((project) => project.id)).size).toBe(3);
  for (const { id, main_model_id: modelId } of projects) {
    const path = `${cloud}/project/${String(id)}`;
    const model = modelSchema.parse((await call("GET", `${path}/model/${String(modelId)}`)).body);
    expect(model.status).toBe("C");
    expect((await call("DELETE", path)).status).toBe(204);
  }
  const folder = `clouds/${cloud.split("/")[2] ?? ""}/projects/${String(projects[0]?.id)}`;
  await until("its files are gone", async () => (await models.storage.listChildren(folder)).length === 0);
});

test("402 when the application's files may take no more, and nothing is made", async () => {
  const { db, baseUrl, second } = models.service;
  const theirs = await signedWire(baseUrl, second);
  const { id } = cloudSchema.parse((await theirs("POST", "/cloud", { name: "Full" })).body);
  await db.serviceApplication.update({
    where: { clientId: second.clientId },
    data: { storageBytesMax: 1000n },
  });
  const answer = await theirs("POST", `/cloud/${String(id)}/create-demo`);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 402,
    body: { detail: expect.stringContaining("1000 bytes") as string },
  });
  expect((await theirs("GET", `/cloud/${String(id)}/project`)).body).toEqual([]);
});

test("needs cloud:manage or org:manage, a token, and a Cloud that the application sees", async () => {
  const path = `${cloud}/create-demo`;
  const { baseUrl, first } = models.service;
  const reader = await signedWire(baseUrl, first, "ifc:read");
  const refused = await reader("POST", path);
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 403,
    body: { detail: "You do not have permission to perform this action." },
  });
  expect((await wire(baseUrl, null)("POST", path)).status).toBe(401);
  const foreign = await models.second("POST", path);
  expect({ status: foreign.status, body: foreign.body }).toEqual({
    status: 404,
    body: { detail: "Not found." },
  });
  const read = await call("GET", path);
  expect([read.status, read.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
});
