/** The router: aliases, ids, precedence; any path gives a match or none, and never throws. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Route } from "#lib/service/server/http/route.ts";
import { createRouter } from "#lib/service/server/http/router.ts";
import { anyWebPath } from "#tests/support/any-text.ts";

function route(method: Route["method"], path: string): Route {
  return { method, path, scopes: [], handler: () => Promise.resolve(new Response(path)) };
}

const find = createRouter([
  route("GET", "/cloud/:cloudId/ifc"),
  route("POST", "/cloud/:cloudId/ifc"),
  route("GET", "/cloud/:cloudId/model/:modelId/element/simple"),
  route("GET", "/cloud/:cloudId/model/:modelId/element/:uuid"),
]);

describe("the router", () => {
  test("answers a path under both names, with its ids", () => {
    for (const segment of ["ifc", "model"]) {
      expect(find("GET", `/cloud/7/${segment}`)?.params).toEqual({ cloudId: 7 });
      expect(find("GET", `/cloud/7/${segment}/8/element/simple`)?.route?.path).toMatch(/simple$/);
      expect(find("GET", `/cloud/7/${segment}/8/element/2O2Fr$t4X7Zf8NOew3FNr2`)?.params).toEqual({
        cloudId: 7,
        modelId: 8,
        uuid: "2O2Fr$t4X7Zf8NOew3FNr2",
      });
    }
  });

  test("two operations for one address are refused at start", () => {
    expect(() => createRouter([route("GET", "/a/ifc"), route("GET", "/a/model")])).toThrow(/Two operations/);
  });

  test("never throws, whatever the path is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyWebPath()), (path) => {
        const match = find("GET", `/cloud/${path}`);
        if (match !== null) expect(Number(match.params["cloudId"])).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
