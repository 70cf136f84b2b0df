/**
 * Projects (interface.md endpoint 3): all six fields, each right and wrong, in each kind of body.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cloudSchema,
  projectSchema,
  type CloudRecord,
  type ProjectRecord,
} from "#lib/service/contract/records.ts";
import { openService, type ServiceUnderTest } from "#tests/support/service-under-test.ts";
import { signedWire, type Wire } from "#tests/support/wire.ts";

let service: ServiceUnderTest;
let call: Wire;
let cloud: CloudRecord;
let otherCloud: CloudRecord;
let projects: string;

beforeAll(async () => {
  service = await openService();
  call = await signedWire(service.baseUrl, service.first);
  cloud = cloudSchema.parse((await call("POST", "/cloud", { name: "Projects" })).body);
  otherCloud = cloudSchema.parse((await call("POST", "/cloud", { name: "Elsewhere" })).body);
  projects = `/cloud/${String(cloud.id)}/project`;
});
afterAll(() => service.stop());

async function makeProject(body: Record<string, unknown>, path = projects): Promise<ProjectRecord> {
  const answer = await call("POST", path, body);
  expect(answer.body).toMatchObject({ name: expect.any(String) as string });
  return projectSchema.parse(answer.body);
}

async function makeModel(projectId: number): Promise<number> {
  const { id } = await service.db.serviceModel.create({ data: { projectId, name: "Model" } });
  return id;
}

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("POST …/project", () => {
  test("201 with the whole record and the whole cloud, from a name alone", async () => {
    const answer = await call("POST", projects, { name: "Blok A" });
    expect(answer.status).toBe(201);
    const record = projectSchema.parse(answer.body);
    expect(record).toEqual({
      id: record.id,
      name: "Blok A",
      logo: null,
      description: null,
      status: "A",
      cloud,
      parent_id: null,
      main_model_id: null,
      root_folder_id: record.root_folder_id,
      created_at: record.created_at,
      updated_at: record.created_at,
    });
    expect(Object.keys(answer.body as object)).toEqual(Object.keys(projectSchema.shape));
  });

  test("keeps all six fields", async () => {
    const parent = await makeProject({ name: "Parent" });
    const modelId = await makeModel(parent.id);
    const sent = {
      name: "Child",
      logo: "https://example.org/logo.png?v=1#x",
      description: "Line one\nline two",
      status: "D",
      parent_id: parent.id,
      main_model_id: modelId,
    };
    const record = await makeProject(sent);
    expect(record).toMatchObject(sent);
    expect(await call("GET", `${projects}/${String(record.id)}`)).toMatchObject({
      status: 200,
      body: record,
    });
    expect((await call("GET", projects)).body).toContainEqual(record);
  });

  test("takes form-urlencoded bodies: digits are ids, an empty field is none", async () => {
    const parent = await makeProject({ name: "Parent" });
    const body = new URLSearchParams({
      name: "By form",
      status: "A",
      parent_id: String(parent.id),
      main_model_id: "",
      logo: "",
      description: "",
    });
    expect(projectSchema.parse((await call("POST", projects, body)).body)).toMatchObject({
      name: "By form",
      parent_id: parent.id,
      main_model_id: null,
      logo: null,
      description: "",
    });
  });

  test("takes multipart bodies with an image file", async () => {
    const body = new FormData();
    body.set("name", "By parts");
    body.set("logo", new Blob([Buffer.from(PIXEL.replace(/^.*,/, ""), "base64")]), "logo.png");
    const answer = await call("POST", projects, body);
    expect(answer.status).toBe(201);
    expect(projectSchema.parse(answer.body).logo).toBe(PIXEL);
  });

  test.each([
    ["null", null, null],
    ["an empty text", "", null],
    ["an http URL", "http://example.org/a.png", "http://example.org/a.png"],
    ["an image in the text", PIXEL, PIXEL],
  ])("a logo that is %s is taken", async (_what, logo, kept) => {
    expect((await makeProject({ name: "Logo", logo })).logo).toBe(kept);
  });

  const NO_URL = "Enter a valid URL.";
  const NO_IMAGE =
    "Upload a valid image. The file you uploaded was either not an image or a corrupted image.";
  const NO_INTEGER = "A valid integer is required.";
  const big = `data:image/png;base64,${Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    Buffer.alloc(256 * 1024),
  ]).toString("base64")}`;

  test.each<[string, Record<string, unknown>, string]>([
    ["logo", { logo: "javascript:alert(1)" }, NO_URL],
    ["logo", { logo: "//example.org/a.png" }, NO_URL],
    ["logo", { logo: "https://user:pass@example.org/" }, NO_URL],
    ["logo", { logo: `https://example.org/${"a".repeat(2048)}` }, NO_URL],
    ["logo", { logo: "data:text/html;base64,PHNjcmlwdD4=" }, NO_IMAGE],
    ["logo", { logo: "data:image/png;base64,PHNjcmlwdD4=" }, NO_IMAGE],
    ["logo", { logo: "data:image/png,%89PNG" }, NO_IMAGE],
    ["logo", { logo: big }, "The image is larger than 256 KiB."],
    ["logo", { logo: 5 }, "Not a valid string."],
    ["logo", { logo: "https://example.org/\0" }, "Null characters are not allowed."],
    ["description", { description: 5 }, "Not a valid string."],
    ["description", { description: "a\0b" }, "Null characters are not allowed."],
    ["status", { status: "Z" }, '"Z" is not a valid choice.'],
    ["status", { status: "a" }, '"a" is not a valid choice.'],
    ["status", { status: "" }, '"" is not a valid choice.'],
    ["status", { status: 1 }, '"1" is not a valid choice.'],
    ["status", { status: null }, "This field may not be null."],
    ["parent_id", { parent_id: "1" }, NO_INTEGER],
    ["parent_id", { parent_id: 1.5 }, NO_INTEGER],
    ["parent_id", { parent_id: true }, NO_INTEGER],
    ["parent_id", { parent_id: [1] }, NO_INTEGER],
    ["parent_id", { parent_id: 1e300 }, NO_INTEGER],
    ["parent_id", { parent_id: 2147483647 }, 'Invalid pk "2147483647" - object does not exist.'],
    ["parent_id", { parent_id: 9007199254740991 }, 'Invalid pk "9007199254740991" - object does not exist.'],
    ["parent_id", { parent_id: 0 }, 'Invalid pk "0" - object does not exist.'],
    ["parent_id", { parent_id: -1 }, 'Invalid pk "-1" - object does not exist.'],
    ["main_model_id", { main_model_id: "x" }, NO_INTEGER],
    ["main_model_id", { main_model_id: 2147483647 }, 'Invalid pk "2147483647" - object does not exist.'],
  ])("%s wrong: 400", async (field, body, sentence) => {
    const answer = await call("POST", projects, { name: "Wrong", ...body });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { [field]: [sentence] },
    });
  });

  test("every complaint is answered at once", async () => {
    const answer = await call("POST", projects, { status: "Z", parent_id: "x", logo: "x", description: 1 });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: {
        name: ["This field is required."],
        logo: [NO_URL],
        description: ["Not a valid string."],
        status: ['"Z" is not a valid choice.'],
        parent_id: [NO_INTEGER],
      },
    });
  });

  test("parent and main model must be of the same cloud", async () => {
    const foreign = await makeProject({ name: "Foreign" }, `/cloud/${String(otherCloud.id)}/project`);
    const modelId = await makeModel(foreign.id);
    const answer = await call("POST", projects, { name: "x", parent_id: foreign.id, main_model_id: modelId });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: {
        parent_id: [`Invalid pk "${String(foreign.id)}" - object does not exist.`],
        main_model_id: [`Invalid pk "${String(modelId)}" - object does not exist.`],
      },
    });
  });

  test("a description has no bound of its own, the body has one", async () => {
    const description = "d".repeat(500_000);
    expect((await makeProject({ name: "Long", description })).description).toBe(description);
    const answer = await call("POST", projects, { name: "Long", description: "d".repeat(1024 * 1024) });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 413,
      body: { detail: "The request body is larger than 1 MiB." },
    });
  });

  test("keys that are not the caller's to set change nothing", async () => {
    const record = await makeProject({
      name: "Assigned",
      id: 1,
      cloud: otherCloud.id,
      cloud_id: otherCloud.id,
      cloudId: otherCloud.id,
      root_folder_id: 1,
      created_at: "2001-01-01T00:00:00Z",
      parentId: 1,
    });
    expect(record.cloud).toEqual(cloud);
    expect(record.parent_id).toBeNull();
  });
});

describe("changing and deleting", () => {
  test("PATCH changes what is sent and nothing else", async () => {
    const project = await makeProject({ name: "Before", description: "kept" });
    const answer = await call("PATCH", `${projects}/${String(project.id)}`, {
      status: "D",
      cloud: otherCloud.id,
    });
    expect(answer.status).toBe(200);
    const changed = projectSchema.parse(answer.body);
    expect(changed).toEqual({ ...project, status: "D", updated_at: changed.updated_at });
  });

  test("a project cannot be put below itself", async () => {
    const top = await makeProject({ name: "Top" });
    const below = await makeProject({ name: "Below", parent_id: top.id });
    for (const parentId of [top.id, below.id]) {
      const answer = await call("PATCH", `${projects}/${String(top.id)}`, { parent_id: parentId });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 400,
        body: { parent_id: ["A project cannot be put below itself."] },
      });
    }
  });

  test("DELETE: 204, then 404; projects below it stay", async () => {
    const top = await makeProject({ name: "Top" });
    const below = await makeProject({ name: "Below", parent_id: top.id });
    expect((await call("DELETE", `${projects}/${String(top.id)}`)).status).toBe(204);
    expect(await call("GET", `${projects}/${String(top.id)}`)).toMatchObject({
      status: 404,
      body: { detail: "Not found." },
    });
    expect((await call("GET", `${projects}/${String(below.id)}`)).body).toMatchObject({ parent_id: null });
  });

  test("a deleted main model or parent is nobody's main model or parent any more", async () => {
    const parent = await makeProject({ name: "Parent" });
    const modelId = await makeModel(parent.id);
    const project = await makeProject({ name: "Child", parent_id: parent.id, main_model_id: modelId });
    await service.db.serviceModel.delete({ where: { id: modelId } });
    expect((await call("GET", `${projects}/${String(project.id)}`)).body).toMatchObject({
      main_model_id: null,
    });
  });

  test("DELETE of a project with 10,000 models: 204", async () => {
    const { id: projectId } = await makeProject({ name: "Archive" });
    const data = Array.from({ length: 10_000 }, (_none, index) => ({ projectId, name: String(index) }));
    await service.db.serviceModel.createMany({ data });
    expect((await call("DELETE", `${projects}/${String(projectId)}`)).status).toBe(204);
    expect(await service.db.serviceModel.count({ where: { projectId } })).toBe(0);
  });

  test("creating below a parent that is being deleted is 201 or 400, never a fault", async () => {
    for (let round = 0; round < 20; round += 1) {
      const parent = await makeProject({ name: "Going" });
      const answers = await Promise.all([
        call("DELETE", `${projects}/${String(parent.id)}`),
        ...Array.from({ length: 4 }, () => call("POST", projects, { name: "x", parent_id: parent.id })),
      ]);
      for (const answer of answers) expect([201, 204, 400]).toContain(answer.status);
    }
  });

  test("a project is not found under another cloud of the same application", async () => {
    const project = await makeProject({ name: "Here" });
    const path = `/cloud/${String(otherCloud.id)}/project/${String(project.id)}`;
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const answer = await call(method, path, method === "PATCH" ? { name: "x" } : undefined);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { detail: "Not found." },
      });
    }
  });
});
