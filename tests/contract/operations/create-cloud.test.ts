/** POST /cloud (docs/service "Create a Cloud" and "Cloud"). */
import { expect, test } from "vitest";
import { cloudSchema } from "#lib/service/contract/records.ts";
import { inEachEncoding, refused, type Answer } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import { wholeCloud } from "#tests/support/operations/records.ts";
import { withSettings } from "#tests/support/operations/stage.ts";
import { NOT_A_FILE, NOT_AN_IMAGE, PIXEL, PIXEL_URL } from "#tests/support/pixel.ts";

testOperation("createCloud", (operation) => {
  const { call } = operation;
  const created = (name: string, image: string | null = null): Answer => ({
    status: 201,
    body: wholeCloud(operation.stage(), { name, image }),
  });

  test("201 with the whole record, from a name alone, in each encoding", async () => {
    for (const [encoding, body] of inEachEncoding({ name: "Kanaalzone é" })) {
      const { status, body: record, headers } = await operation.send({ body });
      expect({ status, body: record }, encoding).toEqual(created("Kanaalzone é"));
      expect(Object.keys(record as object)).toEqual(Object.keys(cloudSchema.shape));
      expect(headers.get("content-type")).toBe("application/json");
    }
  });

  test("201 with an image from a file, whatever it is called", async () => {
    const body = new FormData();
    body.set("name", "By parts");
    body.set("image", new Blob([PIXEL], { type: "text/plain" }), "../pixel.exe");
    expect(await call({ body })).toEqual(created("By parts", PIXEL_URL));
  });

  test("ignores keys that are not the caller's to set", async () => {
    const body = {
      name: "Only a name",
      id: 1,
      creator_app: "me",
      creator_app_id: 1,
      is_default: true,
      created_at: "2001-01-01T00:00:00Z",
      features: [{ name: "x" }],
      ["__proto__"]: { name: "polluted" },
      constructor: { prototype: {} },
      applications: [{ applicationId: 1 }],
    };
    const answer = await call({ body });
    expect(answer).toEqual(created("Only a name"));
    expect((answer.body as { created_at: string }).created_at > "2020").toBe(true);
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
    const answer = await call({ body: { name } });
    expect(answer).toEqual(created(name));
    const path = `/cloud/${String((answer.body as { id: number }).id)}`;
    expect((await operation.stage().first("GET", path)).body).toEqual(answer.body);
  });

  test("white space around a name is dropped", async () => {
    expect(await call({ body: { name: "  Haus am See \t" } })).toEqual(created("Haus am See"));
  });

  test.each<[what: string, body: object | undefined, sentences: string[]]>([
    ["missing", {}, ["This field is required."]],
    ["missing, because there is no body", undefined, ["This field is required."]],
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
  ])("400 for a name that is %s", async (_what, body, sentences) => {
    expect(await call({ body })).toEqual(refused({ name: sentences }));
  });

  test("400 for an image that is no file, or a file that is no image", async () => {
    for (const image of ["https://example.org/a.png", 5]) {
      expect(await call({ body: { name: "x", image } })).toEqual(refused({ image: [NOT_A_FILE] }));
    }
    const body = new FormData();
    body.set("name", "x");
    body.set("image", new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), "a.png");
    expect(await call({ body })).toEqual(refused({ image: [NOT_AN_IMAGE] }));
  });

  test("402 when the application has as many as it may, and nothing is made", async () => {
    const stage = operation.stage();
    const { service, first, second } = stage;
    const answer = await withSettings(stage, service.second, { cloudsMax: 0 }, () =>
      call({ as: second, body: { name: "One more" } }),
    );
    const detail = "This application may have 0 clouds and has 1. Delete one, or ask the operator for more.";
    expect(answer).toEqual({ status: 402, body: { detail } });
    expect((await second("GET", "/cloud")).body).toHaveLength(1);
    expect((await first("POST", "/cloud", { name: "Another application's" })).status).toBe(201);
  });
});
