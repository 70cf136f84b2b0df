/** POST /cloud/{c}/project (docs/service "Create a project" and "Project"): all six fields, each with right and wrong values. */
import { beforeAll, expect, test } from "vitest";
import { projectSchema, type ProjectRecord } from "#lib/service/contract/records.ts";
import { inEachEncoding, refused, type Answer } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeProject } from "#tests/support/operations/records.ts";
import { makeCloud, makeProject, type Ids } from "#tests/support/operations/stage.ts";
import { NOT_AN_IMAGE, PIXEL, PIXEL_URL } from "#tests/support/pixel.ts";

const NO_URL = "Enter a valid URL.";
const NO_INTEGER = "A valid integer is required.";
const noObject = (id: number | string): string => `Invalid pk "${String(id)}" - object does not exist.`;

testOperation("createProject", (operation) => {
  const { call } = operation;
  let cloud: unknown;
  let parent: number;
  let model: number;
  beforeAll(async () => {
    const stage = operation.stage();
    cloud = (await stage.first("GET", `/cloud/${stage.ids["cloudId"] ?? ""}`)).body;
    parent = Number((await makeProject(stage))["projectId"]);
    model = Number(stage.ids["modelId"]);
  });

  const created = (fields: object): Answer => ({
    status: 201,
    body: wholeProject(cloud, { ...fields }),
  });

  test("201 with the whole record and the whole cloud, from a name alone, in each encoding", async () => {
    for (const [encoding, body] of inEachEncoding({ name: "Blok A – 北" })) {
      const answer = await call({ body });
      expect(answer, encoding).toEqual(created({ name: "Blok A – 北" }));
      expect(Object.keys(answer.body as object)).toEqual(Object.keys(projectSchema.shape));
    }
  });

  test("201 with all six fields kept, readable under its own address and in the list", async () => {
    const body = {
      name: "Child",
      logo: "https://example.org/logo.png?v=1#x",
      description: "Line one\nline two",
      status: "D",
      parent_id: parent,
      main_model_id: model,
    };
    const answer = await call({ body });
    expect(answer).toEqual(created(body));
    const { first } = operation.stage();
    const list = operation.addressOf();
    const { id } = answer.body as ProjectRecord;
    expect((await first("GET", `${list}/${String(id)}`)).body).toEqual(answer.body);
    expect((await first("GET", list)).body).toContainEqual(answer.body);
  });

  test("201 from forms with all six: digits are ids, an empty field is none", async () => {
    const full = {
      name: "By form",
      logo: "http://example.org/a.png",
      description: "d",
      status: "A",
      parent_id: String(parent),
      main_model_id: String(model),
    };
    const empty = { name: "By form", logo: "", description: "", parent_id: "", main_model_id: "" };
    for (const [, body] of inEachEncoding(full).slice(1)) {
      expect(await call({ body })).toEqual(created({ ...full, parent_id: parent, main_model_id: model }));
    }
    for (const [, body] of inEachEncoding(empty).slice(1)) {
      expect(await call({ body })).toEqual(created({ name: "By form", description: "" }));
    }
  });

  test("201 with a logo from a file of a multipart body", async () => {
    const body = new FormData();
    body.set("name", "By parts");
    body.set("logo", new Blob([PIXEL]), "logo.png");
    expect(await call({ body })).toEqual(created({ name: "By parts", logo: PIXEL_URL }));
    body.set("logo", new Blob(["no image"]), "logo.png");
    expect(await call({ body })).toEqual(refused({ logo: [NOT_AN_IMAGE] }));
  });

  test.each([
    ["null", null, null],
    ["an empty text", "", null],
    ["an http URL", "http://example.org/a.png", "http://example.org/a.png"],
    ["an image in the text", PIXEL_URL, PIXEL_URL],
  ])("201 with a logo that is %s", async (_what, logo, kept) => {
    expect(await call({ body: { name: "Logo", logo } })).toEqual(created({ name: "Logo", logo: kept }));
  });

  const big = `data:image/png;base64,${Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    Buffer.alloc(256 * 1024),
  ]).toString("base64")}`;

  test.each<[string, unknown, string]>([
    ["name", undefined, "This field is required."],
    ["name", null, "This field may not be null."],
    ["name", " ", "This field may not be blank."],
    ["name", "n".repeat(257), "Ensure this field has no more than 256 characters."],
    ["name", 5, "Not a valid string."],
    ["name", "a\0b", "Null characters are not allowed."],
    ["logo", "javascript:alert(1)", NO_URL],
    ["logo", "//example.org/a.png", NO_URL],
    ["logo", "https://user:pass@example.org/", NO_URL],
    ["logo", `https://example.org/${"a".repeat(2048)}`, NO_URL],
    ["logo", "data:text/html;base64,PHNjcmlwdD4=", NOT_AN_IMAGE],
    ["logo", "data:image/png;base64,PHNjcmlwdD4=", NOT_AN_IMAGE],
    ["logo", "data:image/png,%89PNG", NOT_AN_IMAGE],
    ["logo", big, "The image is larger than 256 KiB."],
    ["logo", 5, "Not a valid string."],
    ["logo", "https://example.org/\0", "Null characters are not allowed."],
    ["description", 5, "Not a valid string."],
    ["description", "a\0b", "Null characters are not allowed."],
    ["status", "Z", '"Z" is not a valid choice.'],
    ["status", "a", '"a" is not a valid choice.'],
    ["status", "", '"" is not a valid choice.'],
    ["status", 1, '"1" is not a valid choice.'],
    ["status", null, "This field may not be null."],
    ["parent_id", "1", NO_INTEGER],
    ["parent_id", 1.5, NO_INTEGER],
    ["parent_id", true, NO_INTEGER],
    ["parent_id", [1], NO_INTEGER],
    ["parent_id", 1e300, NO_INTEGER],
    ["parent_id", 2147483647, noObject(2147483647)],
    ["parent_id", 9007199254740991, noObject(9007199254740991)],
    ["parent_id", 0, noObject(0)],
    ["parent_id", -1, noObject(-1)],
    ["main_model_id", "x", NO_INTEGER],
    ["main_model_id", 1.5, NO_INTEGER],
    ["main_model_id", 2147483647, noObject(2147483647)],
  ])("400 for %s that is %j", async (field, value, sentence) => {
    expect(await call({ body: { name: "Wrong", [field]: value } })).toEqual(refused({ [field]: [sentence] }));
  });

  test("400 with every complaint at once", async () => {
    const body = { status: "Z", parent_id: "x", logo: "x", description: 1 };
    expect(await call({ body })).toEqual(
      refused({
        name: ["This field is required."],
        logo: [NO_URL],
        description: ["Not a valid string."],
        status: ['"Z" is not a valid choice.'],
        parent_id: [NO_INTEGER],
      }),
    );
    expect(await call()).toEqual(refused({ name: ["This field is required."] }));
  });

  test("400 for a parent and a main model of another cloud", async () => {
    const stage = operation.stage();
    const elsewhere: Ids = await makeProject(stage, await makeCloud(stage));
    const { id: foreignModel } = await stage.service.db.serviceModel.create({
      data: { projectId: Number(elsewhere["projectId"]), name: "Model" },
    });
    const body = { name: "x", parent_id: Number(elsewhere["projectId"]), main_model_id: foreignModel };
    expect(await call({ body })).toEqual(
      refused({
        parent_id: [noObject(elsewhere["projectId"] ?? "")],
        main_model_id: [noObject(foreignModel)],
      }),
    );
  });

  test("a description has no bound of its own, the body has one", async () => {
    const description = "d".repeat(500_000);
    expect(await call({ body: { name: "Long", description } })).toEqual(
      created({ name: "Long", description }),
    );
    expect(await call({ body: { name: "Long", description: "d".repeat(1024 * 1024) } })).toEqual({
      status: 413,
      body: { detail: "The request body is larger than 1 MiB." },
    });
  });

  test("ignores keys that are not the caller's to set", async () => {
    const { cloudId } = await makeCloud(operation.stage());
    const other = Number(cloudId);
    const body = {
      name: "Assigned",
      id: 1,
      cloud: other,
      cloud_id: other,
      cloudId: other,
      root_folder_id: 1,
      created_at: "2001-01-01T00:00:00Z",
      parentId: 1,
    };
    expect(await call({ body })).toEqual(created({ name: "Assigned" }));
  });

  test("below a parent that is being deleted it is 201 or 400, never a fault", async () => {
    const stage = operation.stage();
    for (let round = 0; round < 20; round += 1) {
      const going = (await makeProject(stage))["projectId"] ?? "";
      const answers = await Promise.all([
        stage.first("DELETE", `${operation.addressOf()}/${going}`),
        ...Array.from({ length: 4 }, () => call({ body: { name: "x", parent_id: Number(going) } })),
      ]);
      for (const { status } of answers) expect([201, 204, 400]).toContain(status);
    }
  });
});
