/**
 * Scopes as they are published (docs/service "Conventions" and "Scopes"), listed here independently: each operation accepts any one of the
 * scopes that it names, and refuses all the others together. Which of them the service's own list names: description.test.ts.
 */
import { afterAll, describe, expect, test } from "vitest";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { makeProject, openModelService, upload } from "#tests/support/model-service.ts";
import { signedWire } from "#tests/support/wire.ts";

type Row = [scopes: readonly string[], method: string, path: string];

/** An id that does not exist and an empty body: whoever is admitted gets 200, 400 or 404, and nothing is created. */
const PUBLISHED: readonly Row[] = [
  [["cloud:manage"], "POST", "/cloud"],
  [["org:manage"], "POST", "{cloud}/project"],
  [["org:manage"], "POST", "{cloud}/invitation"],
  [["ifc:read", "model:read"], "GET", "{project}/ifc"],
  [["ifc:read", "model:read"], "GET", "{project}/model"],
  [["ifc:read", "model:read"], "GET", "{project}/ifc/{model}/element/simple"],
  [["document:write", "ifc:write", "model:write"], "POST", "{project}/document"],
  [["cloud:read"], "GET", "{cloud}/user"],
  [["cloud:read"], "GET", "{project}/user"],
  [["cloud:manage"], "PATCH", "{project}/user/2147483000"],
  [["cloud:manage"], "DELETE", "{project}/user/2147483000"],
  [["org:manage"], "POST", "{project}/invitation"],
  [["org:manage"], "GET", "{project}/invitation"],
  [["org:manage"], "DELETE", "{project}/invitation/2147483000"],
  [["webhook:manage"], "GET", "{cloud}/webhook"],
  [["webhook:manage"], "POST", "{cloud}/webhook"],
  [["webhook:manage"], "GET", "{cloud}/webhook/2147483000"],
  [["webhook:manage"], "PATCH", "{cloud}/webhook/2147483000"],
  [["webhook:manage"], "DELETE", "{cloud}/webhook/2147483000"],
  [["webhook:manage"], "POST", "{cloud}/webhook/2147483000/ping"],
];

/** "Reading clouds and projects needs none." */
const FREE = ["/cloud", "{cloud}", "{cloud}/project", "{cloud}/project/subtree", "{project}"];

const stage = await openModelService();
const bytes = new TextEncoder().encode("no model");
const { model_id: modelId } = await upload(stage.first, stage.project, "a.ifc", bytes);
const cloud = stage.project.split("/").slice(0, 3).join("/");
const places: Record<string, string> = { cloud, project: stage.project, model: String(modelId) };
// A second object, so that lists have more than one entry.
await makeProject(stage.first);
afterAll(() => stage.stop());

function addressOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => places[name] ?? "?");
}

async function statusWith(scopes: readonly string[], method: string, path: string): Promise<number> {
  const call = await signedWire(stage.service.baseUrl, stage.service.first, scopes.join(" "));
  return (await call(method, addressOf(path), method === "GET" || method === "DELETE" ? undefined : {}))
    .status;
}

describe("an operation", () => {
  test.each(PUBLISHED)("with any of %j: %s %s", async (scopes, method, path) => {
    for (const scope of scopes) {
      expect([200, 400, 404], scope).toContain(await statusWith([scope], method, path));
    }
    const others = SCOPES.filter((scope) => !scopes.includes(scope));
    expect(await statusWith(others, method, path)).toBe(403);
  });

  test.each(FREE)("without a scope of its own: GET %s", async (path) => {
    for (const scope of SCOPES) expect(await statusWith([scope], "GET", path), scope).toBe(200);
  });
});
