/**
 * What every operation refuses in the same words, each with its whole body: no token and a wrong one, a missing scope, objects that do not
 * exist or belong to another application, and unreadable bodies.
 */
import { describe, expect, test } from "vitest";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { wire } from "#tests/support/wire.ts";
import { NOT_FOUND, type OperationUnderTest } from "./call.ts";

const ABSENT = "2147483000";
const JSON_TYPE = { "content-type": "application/json" };
const MULTIPART_TYPE = { "content-type": "multipart/form-data; boundary=b" };

export function testRefusals(operation: OperationUnderTest): void {
  const { path, scopes, body } = operation.contract;
  const spellings = path.includes("/ifc") ? (["ifc", "model"] as const) : (["ifc"] as const);
  describe.each(spellings)("refuses, under /%s where that is spelled", (spelling) => {
    test("401 without a token, and with one that is none", async () => {
      const { nobody, baseUrl } = operation.stage();
      const none = await operation.send({ as: nobody, spelling });
      expect(none).toMatchObject({ status: 401 });
      expect(none.body).toEqual({ detail: "Authentication credentials were not provided." });
      expect(none.headers.get("www-authenticate")).toBe('Bearer realm="portico"');
      const wrong = await operation.send({ as: wire(baseUrl, "e30.e30.e30"), spelling });
      expect(wrong).toMatchObject({ status: 401 });
      expect(wrong.body).toEqual({ detail: "Given token not valid for any token type" });
    });

    if (scopes.length > 0)
      test("403 with every scope but its own", async () => {
        const others = SCOPES.filter((scope) => !scopes.includes(scope));
        const answer = await operation.send({ as: await operation.stage().withScopes(others), spelling });
        expect(answer).toMatchObject({ status: 403 });
        expect(answer.body).toEqual({ detail: "You do not have permission to perform this action." });
        expect(answer.headers.get("www-authenticate")).toBe(
          `Bearer realm="portico", error="insufficient_scope", scope="${scopes.join(" ")}"`,
        );
      });

    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    if (names.length > 0)
      test("404 for another application, and for what is not there", async () => {
        const { second, ids } = operation.stage();
        expect(await operation.call({ as: second, spelling })).toEqual(NOT_FOUND);
        for (const name of names) {
          const absent = { ...ids, [name]: name === "uuid" ? "0123456789abcdefABCDEF" : ABSENT };
          expect(await operation.call({ ids: absent, spelling }), name).toEqual(NOT_FOUND);
        }
      });
  });

  if (body !== undefined) describe("refuses, without effect, a body that", () => testBodies(operation));
}

const UNREADABLE: [what: string, body: string, headers: Record<string, string>, answer: object][] = [
  ["is JSON that ends early", '{"name":', JSON_TYPE, { detail: "JSON parse error - unexpected end" }],
  [
    "is JSON, but no object",
    "[]",
    JSON_TYPE,
    { non_field_errors: ["Invalid data. Expected a dictionary, but got list."] },
  ],
  [
    "is a form with a wrong percent sign",
    "name=%zz",
    { "content-type": "application/x-www-form-urlencoded" },
    { detail: "Form parse error - the body is not a well-formed form." },
  ],
  [
    "is multipart and cut off",
    '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nQu',
    MULTIPART_TYPE,
    { detail: "Multipart form parse error - the parts do not end where they should." },
  ],
];

function testBodies(operation: OperationUnderTest): void {
  test.each(UNREADABLE)("%s: 400", async (_what, body, headers, expected) => {
    const before = await operation.read();
    expect(await operation.call({ body, headers })).toEqual({ status: 400, body: expected });
    expect(await operation.read()).toEqual(before);
  });

  test("is one byte larger than 1 MiB: 413", async () => {
    const before = await operation.read();
    const frame = '{"name":""}';
    const body = `{"name":"${"x".repeat(1024 * 1024 + 1 - frame.length)}"}`;
    expect(await operation.call({ body, headers: JSON_TYPE })).toEqual({
      status: 413,
      body: { detail: "The request body is larger than 1 MiB." },
    });
    expect(await operation.read()).toEqual(before);
  });

  test("is of another media type: 415", async () => {
    const before = await operation.read();
    const headers = { "content-type": "text/plain" };
    expect(await operation.call({ body: '{"name":"x"}', headers })).toEqual({
      status: 415,
      body: { detail: 'Unsupported media type "text/plain" in request.' },
    });
    expect(await operation.read()).toEqual(before);
  });
}
