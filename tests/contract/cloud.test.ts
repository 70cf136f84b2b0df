/**
 * Clouds (interface.md endpoint 2 and its neighbours): whole records, whole errors, every way to send a body.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloudSchema, cloudSizeSchema, type CloudRecord } from "#lib/service/contract/records.ts";
import { openService, type ServiceUnderTest } from "#tests/support/service-under-test.ts";
import { signedWire, type Wire } from "#tests/support/wire.ts";

let service: ServiceUnderTest;
let call: Wire;

beforeAll(async () => {
  service = await openService();
  call = await signedWire(service.baseUrl, service.first);
});
afterAll(() => service.stop());

async function makeCloud(name: string): Promise<CloudRecord> {
  return cloudSchema.parse((await call("POST", "/cloud", { name })).body);
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("POST /cloud", () => {
  test("201 with the whole record", async () => {
    const answer = await call("POST", "/cloud", { name: "Kanaalzone Noord" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const record = cloudSchema.parse(answer.body);
    expect(record).toEqual({
      id: record.id,
      name: "Kanaalzone Noord",
      features: [],
      marketplace_apps: [],
      organization: null,
      creator: null,
      creator_app: `Application ${service.first.clientId}`,
      is_default: false,
      image: null,
      created_at: record.created_at,
      updated_at: record.created_at,
    });
    expect(Object.keys(answer.body as object)).toEqual(Object.keys(cloudSchema.shape));
  });

  test("takes form-urlencoded and multipart bodies as well", async () => {
    const asForm = await call("POST", "/cloud", new URLSearchParams({ name: "By form é" }));
    expect(asForm.status).toBe(201);
    expect(cloudSchema.parse(asForm.body).name).toBe("By form é");
    const multipart = new FormData();
    multipart.set("name", "By parts é");
    multipart.set("image", new Blob([PIXEL], { type: "text/plain" }), "../pixel.exe");
    const asParts = await call("POST", "/cloud", multipart);
    expect(asParts.status).toBe(201);
    expect(cloudSchema.parse(asParts.body)).toMatchObject({
      name: "By parts é",
      image: `data:image/png;base64,${PIXEL.toString("base64")}`,
    });
  });

  test("ignores keys that are not the caller's to set", async () => {
    const extra = {
      id: 1,
      creator_app: "me",
      creator_app_id: 1,
      is_default: true,
      created_at: "2001-01-01T00:00:00Z",
      features: [{ name: "x" }],
      __proto__: { name: "polluted" },
      constructor: { prototype: {} },
      applications: [{ applicationId: 1 }],
    };
    const record = cloudSchema.parse((await call("POST", "/cloud", { name: "Only a name", ...extra })).body);
    expect(record).toMatchObject({
      name: "Only a name",
      is_default: false,
      features: [],
      creator_app: `Application ${service.first.clientId}`,
    });
    expect(record.created_at > "2020").toBe(true);
  });

  test.each([
    ["1 character", "x"],
    ["256 characters", "n".repeat(256)],
    ["256 characters outside the basic plane", "🏛".repeat(256)],
    ["a decomposed accent stays as it is", "Cafe\u0301"],
    ["right-to-left override", "a\u202eb"],
    ["markup", "<script>alert(1)</script>"],
    ["a path", "../../etc/passwd"],
    ["line breaks inside", "a\r\nBcc: x@example.org"],
    ["template braces", "{{7*7}}${7*7}"],
  ])("a name of %s is kept exactly", async (_what, name) => {
    const answer = await call("POST", "/cloud", { name });
    expect(answer.status).toBe(201);
    const { id } = cloudSchema.parse(answer.body);
    expect(cloudSchema.parse((await call("GET", `/cloud/${String(id)}`)).body).name).toBe(name);
  });

  test("white space around a name is dropped", async () => {
    expect((await makeCloud("  Haus am See \t")).name).toBe("Haus am See");
  });

  test.each([
    ["missing", {}, ["This field is required."]],
    ["null", { name: null }, ["This field may not be null."]],
    ["empty", { name: "" }, ["This field may not be blank."]],
    ["white space only", { name: " \t\n " }, ["This field may not be blank."]],
    ["257 characters", { name: "n".repeat(257) }, ["Ensure this field has no more than 256 characters."]],
    ["a number", { name: 5 }, ["Not a valid string."]],
    ["a boolean", { name: true }, ["Not a valid string."]],
    ["a list", { name: ["x"] }, ["Not a valid string."]],
    ["an object", { name: { $ne: "" } }, ["Not a valid string."]],
    ["NUL", { name: "a\0b" }, ["Null characters are not allowed."]],
    ["half a surrogate pair", { name: "a\ud800" }, ["Surrogate characters are not allowed: U+D800."]],
  ])("a name that is %s: 400", async (_what, body, sentences) => {
    const answer = await call("POST", "/cloud", body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: { name: sentences } });
  });

  test.each([
    ["a text", { name: "x", image: "https://example.org/a.png" }],
    ["a number", { name: "x", image: 5 }],
  ])("an image that is %s: 400, it is a file", async (_what, body) => {
    const answer = await call("POST", "/cloud", body);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { image: ["The submitted data was not a file. Check the encoding type on the form."] },
    });
  });

  test("a file that is no image: 400", async () => {
    const multipart = new FormData();
    multipart.set("name", "x");
    multipart.set("image", new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), "a.png");
    const answer = await call("POST", "/cloud", multipart);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: {
        image: ["Upload a valid image. The file you uploaded was either not an image or a corrupted image."],
      },
    });
  });
});

describe("reading, changing, deleting", () => {
  test("GET /cloud is a bare array with the created cloud, and GET /cloud/{c} the same record", async () => {
    const cloud = await makeCloud("Listed");
    const list = await call("GET", "/cloud");
    expect(list.status).toBe(200);
    expect(list.body).toContainEqual(cloud);
    expect(await call("GET", `/cloud/${String(cloud.id)}`)).toMatchObject({ status: 200, body: cloud });
  });

  test("PATCH changes what is sent and nothing else", async () => {
    const cloud = await makeCloud("Before");
    const answer = await call("PATCH", `/cloud/${String(cloud.id)}`, {
      name: "After",
      id: 1,
      is_default: true,
    });
    expect(answer.status).toBe(200);
    const changed = cloudSchema.parse(answer.body);
    expect(changed).toEqual({ ...cloud, name: "After", updated_at: changed.updated_at });
    expect(changed.updated_at >= cloud.updated_at).toBe(true);
    expect((await call("PATCH", `/cloud/${String(cloud.id)}`, { name: "" })).body).toEqual({
      name: ["This field may not be blank."],
    });
  });

  test("DELETE: 204 without a body, then 404", async () => {
    const cloud = await makeCloud("Short-lived");
    const deleted = await call("DELETE", `/cloud/${String(cloud.id)}`);
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: null });
    for (const method of ["GET", "DELETE", "PATCH"]) {
      const answer = await call(
        method,
        `/cloud/${String(cloud.id)}`,
        method === "PATCH" ? { name: "x" } : undefined,
      );
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { detail: "Not found." },
      });
    }
  });

  test("GET /cloud/{c}/size of an empty cloud", async () => {
    const cloud = await makeCloud("Empty");
    const answer = await call("GET", `/cloud/${String(cloud.id)}/size`);
    expect(answer.status).toBe(200);
    expect(cloudSizeSchema.parse(answer.body)).toEqual({
      managed_by_cloud_size: 0,
      managed_by_other_size: 0,
      total: 0,
    });
  });

  test("HEAD answers the headers of GET without content", async () => {
    const cloud = await makeCloud("Head");
    const answer = await call("HEAD", `/cloud/${String(cloud.id)}`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: null });
    expect(answer.headers.get("content-type")).toBe("application/json");
  });
});
