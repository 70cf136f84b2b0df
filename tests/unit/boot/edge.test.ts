/** The edge refuses what Next would answer wrongly, and nothing else. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refuseAtEdge } from "#lib/boot/edge.ts";

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
    ["POST", "/service/cloud?x=//%zz", null],
    ["GET", "/services//x", null],
    ["GET", "/", null],
    ["GET", "/clouds//x", null],
  ])("%s %s: %s", (method, url, status) => {
    expect(refuseAtEdge(method, url)?.status ?? null).toBe(status);
  });

  test("answers under /service are the interface's own", () => {
    expect(refuseAtEdge("GET", "/service/%")).toEqual({
      status: 404,
      headers: {
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
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
      fc.property(fc.webPath(), (path) => {
        if (!/^\/+service(?:\/|$)/.test(path)) expect(refuseAtEdge("GET", path)).toBeNull();
      }),
      { numRuns: 200 },
    );
  });
});
