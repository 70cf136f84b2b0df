/** The edge refuses requests that Next would answer wrongly, and nothing else. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isServiceAddress, originForm, refuseAtEdge, serviceStarting } from "#lib/boot/edge/addresses.ts";
import { SECURITY_HEADERS } from "#lib/boot/edge/security-headers.ts";
import { anyWebPath } from "#tests/support/any-text.ts";

describe("refuseAtEdge", () => {
  test.each([
    ["TRACE", "/service/cloud", 405],
    ["CONNECT", "/", 405],
    ["PROPFIND", "/", 405],
    ["get", "/", 405],
    ["GET", "/service/cloud/%zz", 404],
    ["GET", "/service/cloud/%c0%80", 404],
    ["GET", "//service/cloud", 404],
    ["GET", "/service//cloud", 404],
    ["GET", "/service\\cloud", null],
    ["GET", "/service/cloud\\x", 404],
    ["GET", "/service", 404],
    ["GET", "/service/", 404],
    ["GET", "/clouds/%zz", 400],
    ["GET", "/clouds/%zz?next=/service/", 400],
    ["GET", "/clouds/%41?x=%zz", null],
    ["GET", "/_next/image?url=%2Ficon.svg&w=64&q=75", 404],
    ["GET", "/_next/image/x", 404],
    ["GET", "/_next/images.js", null],
    ["GET", "/api/auth/csrf", null],
    ["GET", "/api/auth/session?x=1", null],
    ["POST", "/api/auth/callback/credentials?", null],
    ["POST", "/api/auth/signout", null],
    ["GET", "/api/auth/signout", 404],
    ["GET", "/api/auth/callback/credentials", 404],
    ["POST", "/api/auth/session", 404],
    ["POST", "/api/auth/_log", 404],
    ["POST", "/api/auth/%5flog", 404],
    ["POST", "/api//auth/_log", 404],
    ["POST", "http://portico.example/api/auth/_log", 404],
    ["GET", "/api/auth", 404],
    ["GET", "/api/auth/providers", 404],
    ["GET", "/api/authors", null],
    ["POST", "/service/cloud?x=//%zz", null],
    ["GET", "/services//x", null],
    ["GET", "/", null],
    ["GET", "/clouds//x", null],
    ["GET", "http://portico.example/service/cloud", null],
    ["GET", "http://portico.example/service//cloud", 404],
    ["GET", "HTTPS://portico.example/clouds/%zz", 400],
  ])("%s %s: %s", (method, url, status) => {
    expect(refuseAtEdge(method, url)?.status ?? null).toBe(status);
  });

  test("answers under /service are the interface's own", () => {
    expect(refuseAtEdge("TRACE", "/service/cloud")).toMatchObject({
      status: 405,
      headers: { "content-type": "application/json", allow: expect.stringContaining("GET") as string },
      body: '{"detail":"Method \\"TRACE\\" not allowed."}',
    });
    expect(refuseAtEdge("TRACE", "/clouds")).toMatchObject({ status: 405, body: "Method not allowed." });
    expect(refuseAtEdge("GET", "/service/%")).toEqual({
      status: 404,
      headers: {
        ...SECURITY_HEADERS,
        "content-type": "application/json",
        "cache-control": "no-store",
      },
      body: '{"detail":"Not found."}',
    });
  });

  test("never throws and lets every well-formed address of a page pass", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => refuseAtEdge("GET", text)).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(anyWebPath(), (path) => {
        if (!/^\/+service(?:\/|$)/.test(path)) expect(refuseAtEdge("GET", path)).toBeNull();
      }),
      { numRuns: 200 },
    );
  });
});

describe("isServiceAddress", () => {
  test.each([
    ["/service/cloud", true],
    ["/service/cloud?x=/clouds", true],
    ["http://portico.example:3000/service/cloud", true],
    ["/services/cloud", false],
    ["/clouds?next=/service/cloud", false],
    ["/clouds/service/", false],
    ["http://portico.example/clouds", false],
  ])("%s: %s", (url, is) => {
    expect(isServiceAddress(url)).toBe(is);
  });
});

test("a service that is still starting says so in a form that its clients read", () => {
  const { status, headers, body } = serviceStarting();
  expect({ status, retryAfter: headers["retry-after"], type: headers["content-type"] }).toEqual({
    status: 503,
    retryAfter: "1",
    type: "application/json",
  });
  expect(JSON.parse(body)).toEqual({ detail: "The service is starting. Ask again in a moment." });
});

test.each([
  ["http://evil.example/clouds?x=1", "/clouds?x=1"],
  ["HTTPS://evil.example:8443//clouds", "//clouds"],
  ["http://evil.example", "/"],
  ["http://evil.example?x=http://a.example/", "/?x=http://a.example/"],
  ["ftp://evil.example/clouds", "/clouds"],
  ["/clouds?next=http://evil.example/", "/clouds?next=http://evil.example/"],
  ["//evil.example/clouds", "//evil.example/clouds"],
  ["*", "*"],
])("the target %s is %s here, whatever host it names", (url, target) => {
  expect(originForm(url)).toBe(target);
});
