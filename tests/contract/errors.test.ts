/**
 * The general error rules (docs/service "Conventions"): addresses, methods, media types, sizes, broken bodies; status, headers, whole body.
 * What every operation refuses in the same words: tests/support/operations/refusals.ts.
 */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { cloudSchema, projectSchema } from "#lib/service/contract/records.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { sendRaw } from "#tests/support/raw-request.ts";
import { openService } from "#tests/support/service-under-test.ts";
import { bodyOf, signedWire, wire, type WireAnswer } from "#tests/support/wire.ts";

const service = await openService();
const call = await signedWire(service.baseUrl, service.first);
const cloud = cloudSchema.parse((await call("POST", "/cloud", { name: "Errors" })).body);
const cloudPath = `/cloud/${String(cloud.id)}`;
const project = projectSchema.parse((await call("POST", `${cloudPath}/project`, { name: "P" })).body);
const projectPath = `${cloudPath}/project/${String(project.id)}`;
afterAll(() => service.stop());

type Said = Pick<WireAnswer, "status" | "body">;

function expectAnswer({ status, body }: Said, expected: number, whole: object): void {
  expect({ status, body }).toEqual({ status: expected, body: whole });
}

const NOT_FOUND = { detail: "Not found." };
const JSON_TYPE = { "content-type": "application/json" };

describe("addresses", () => {
  test.each([
    "/",
    "/clouds",
    "/cloud/",
    "/cloud/abc",
    "/cloud/0",
    "/cloud/-1",
    "/cloud/01",
    "/cloud/1.0",
    "/cloud/1e3",
    "/cloud/99999999999",
    "/cloud/2147483648",
    "/cloud/%31%00",
    "/cloud/%zz",
    "/cloud/%2e%2e",
    "//cloud",
    "/cloud//project",
    "/cloud/1/project/",
    "/cloud/1/projects",
    "/cloud/1/project/x",
    "/CLOUD",
    "/cloud/2147483647",
    `/${"a/".repeat(2000)}`,
  ])("GET %s: 404", async (path) => {
    const answer = await call("GET", path);
    expectAnswer(answer, 404, NOT_FOUND);
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test.each(["/nothing", "/cloud/abc", "/cloud/", "/cloud/1/project/0"])(
    "%s, where nothing can be, is 404 also without a token",
    async (path) => {
      const answer = await wire(service.baseUrl, null)("GET", path);
      expectAnswer(answer, 404, NOT_FOUND);
      expect(answer.headers.get("www-authenticate")).toBeNull();
    },
  );

  test("a trailing slash is 404 on every list, never a redirect", async () => {
    for (const path of [cloudPath, `${cloudPath}/project`, projectPath, `${cloudPath}/invitation`])
      expectAnswer(await call("GET", `${path}/`), 404, NOT_FOUND);
  });
});

describe("methods", () => {
  test.each([
    ["PUT", "/cloud", "POST, GET, HEAD, OPTIONS"],
    ["DELETE", "/cloud", "POST, GET, HEAD, OPTIONS"],
    ["PATCH", "/cloud", "POST, GET, HEAD, OPTIONS"],
    ["POST", cloudPath, "GET, PATCH, DELETE, HEAD, OPTIONS"],
    ["POST", `${cloudPath}/project/subtree`, "GET, HEAD, OPTIONS"],
    ["GET", `${cloudPath}/create-demo`, "POST, OPTIONS"],
    ["GET", "/user/invitations/1/accept", "POST, OPTIONS"],
  ])("%s %s: 405 with Allow", async (method, path, allowed) => {
    const answer = await call(method, path);
    expectAnswer(answer, 405, { detail: `Method "${method}" not allowed.` });
    expect(answer.headers.get("allow")).toBe(allowed);
  });

  test("OPTIONS tells the methods", async () => {
    const answer = await call("OPTIONS", "/cloud");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("allow")).toBe("POST, GET, HEAD, OPTIONS");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each(["TRACE", "FOO"])("%s never reaches the service", async (method) => {
    const { hostname, port } = new URL(service.baseUrl);
    const head = `${method} /service/cloud HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;
    const answer = await sendRaw(Number(port), head);
    // Node itself refuses what is not an HTTP method.
    expect(answer).toMatch(method === "FOO" ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 405 /);
    if (method === "TRACE") expect(answer).toContain('{"detail":"Method \\"TRACE\\" not allowed."}');
  });
});

describe("bodies", () => {
  test.each([
    ["nothing", "", { name: ["This field is required."] }],
    ["a lonely brace", "{", { detail: "JSON parse error - unexpected character at position 1" }],
    ["an unquoted word", "{name:1}", { detail: "JSON parse error - unexpected character at position 1" }],
    ["NaN", '{"name":NaN}', { detail: "JSON parse error - unexpected character" }],
    ["a byte order mark", '\ufeff{"name":"x"}', { detail: "JSON parse error - unexpected character" }],
    ["a string", '"x"', { non_field_errors: ["Invalid data. Expected a dictionary, but got string."] }],
    ["null", "null", { non_field_errors: ["Invalid data. Expected a dictionary, but got null."] }],
  ])("JSON that is %s: 400", async (_what, body, expected) => {
    const answer = await call("POST", "/cloud", body, JSON_TYPE);
    expectAnswer(answer, 400, expected);
  });

  test("bytes that are not UTF-8: 400", async () => {
    const answer = await call("POST", "/cloud", Buffer.from('{"name":"\xff"}', "latin1"), JSON_TYPE);
    expectAnswer(answer, 400, { detail: "JSON parse error - the text is not UTF-8" });
  });

  test.each(["application/xml", "application/json; charset=utf-16", "application/jsonx", "x"])(
    "media type %s: 415",
    async (type) => {
      const answer = await call("POST", "/cloud", '{"name":"x"}', { "content-type": type });
      expectAnswer(answer, 415, { detail: `Unsupported media type "${type}" in request.` });
    },
  );

  test("a media type is quoted as it was sent, up to 200 characters; without one nothing is quoted", async () => {
    const long = `text/${"x".repeat(300)}`;
    const sent: [headers: Record<string, string>, quoted: string][] = [
      [{ "content-type": "Text/Plain; a=b" }, "Text/Plain; a=b"],
      [{ "content-type": long }, long.slice(0, 200)],
      [{}, ""],
    ];
    for (const [headers, quoted] of sent) {
      const answer = await call("POST", "/cloud", Buffer.from('{"name":"x"}'), headers);
      expectAnswer(answer, 415, { detail: `Unsupported media type "${quoted}" in request.` });
      for (const name of ["accept", "accept-post", "accept-patch"])
        expect(answer.headers.get(name)).toBeNull();
    }
  });

  test("a body of no bytes is one without fields, whatever its media type", async () => {
    for (const headers of [{ "content-type": "text/plain" }, {}]) {
      const answer = await call("POST", "/cloud", undefined, headers);
      expectAnswer(answer, 400, { name: ["This field is required."] });
    }
  });

  test("of a key or field that comes twice the last one counts", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const [body, headers] of [
      ["name=first&name=last", form],
      ['{"name":"first","name":"last"}', JSON_TYPE],
    ] as const)
      expect(await call("POST", "/cloud", body, headers)).toMatchObject({
        status: 201,
        body: { name: "last" },
      });
  });

  test("a created record has no Location; a query that is wrong comes before a record that is not there", async () => {
    const created = await call("POST", "/cloud", { name: "x" });
    expect([created.status, created.headers.get("location")]).toEqual([201, null]);
    const wrong = await call("GET", `${cloudPath}/project/2147483000/ifc?status=Z`);
    expectAnswer(wrong, 400, { status: ['"Z" is not a valid choice.'] });
  });

  test("multipart without a boundary: 400", async () => {
    const bare = await call("POST", "/cloud", "x", { "content-type": "multipart/form-data" });
    expectAnswer(bare, 400, { detail: "Multipart form parse error - the boundary is missing." });
    const empty = await call("POST", "/cloud", "x", { "content-type": "multipart/form-data; boundary=" });
    expect(empty.status).toBe(400);
  });

  test("one byte more than the limit: 413, when the length is not announced either", async () => {
    const frame = '{"name":""}';
    const fits = `{"name":"${" ".repeat(1024 * 1024 - frame.length)}"}`;
    expect((await call("POST", "/cloud", fits, JSON_TYPE)).body).toEqual({
      name: ["This field may not be blank."],
    });
    const over = `{"name":"${" ".repeat(1024 * 1024 - frame.length + 1)}"}`;
    const token = await service.tokenOf(service.first);
    const chunked = await fetch(`${service.baseUrl}/cloud`, {
      method: "POST",
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      body: new Blob([over]).stream(),
      duplex: "half",
    } as RequestInit);
    const answer = { status: chunked.status, body: await bodyOf(chunked) };
    expectAnswer(answer, 413, { detail: "The request body is larger than 1 MiB." });
  });

  test("a million nested brackets do no harm", async () => {
    const body = `{"name":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
    expect((await call("POST", "/cloud", body, JSON_TYPE)).body).toEqual({ name: ["Not a valid string."] });
    const where = { status: `${cloudPath}/project`, events: `${cloudPath}/webhook` };
    const sentences: string[] = [];
    for (const [field, path] of Object.entries(where)) {
      const answer = await call("POST", path, body.replace("name", field), JSON_TYPE);
      expect(answer.status, field).toBe(400);
      sentences.push(...((answer.body as Record<string, string[]>)[field] ?? []));
    }
    expect(sentences).toEqual(['"[…]" is not a valid choice.', '"[…]" is not a valid choice.']);
  });

  test("any JSON gets 201 or readable complaints, never a fault; no prototype changes", async () => {
    const keys = fc.oneof(
      fc.constantFrom(
        "name",
        "logo",
        "description",
        "status",
        "parent_id",
        "main_model_id",
        "__proto__",
        "id",
      ),
      fc.string(),
    );
    const values = fc.oneof(fc.jsonValue(), anyUnicode({ maxLength: 400 }), fc.double());
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(keys, values), { maxLength: 8 }), async (pairs) => {
        const text = `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
        const answer = await call("POST", `${cloudPath}/project`, text, JSON_TYPE);
        expect([201, 400]).toContain(answer.status);
        if (answer.status === 201) projectSchema.parse(answer.body);
        else {
          for (const sentences of Object.values(answer.body as object)) {
            expect(sentences).toEqual(expect.arrayContaining([expect.any(String)]));
          }
        }
      }),
      { numRuns: 1000 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
  });
});
