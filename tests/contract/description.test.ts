/**
 * The service's description of itself (OpenAPI 3.1): complete, valid, served, and in agreement with the routes. Each call of the other
 * contract tests checks that its answer is as described (tests/support/described.ts).
 */
import { afterAll, describe, expect, test } from "vitest";
import { operations } from "#lib/service/contract/operations/index.ts";
import { serviceRoutes } from "#lib/service/server/handle.ts";
import { openService } from "#tests/support/service-under-test.ts";

const service = await openService();
afterAll(() => service.stop());

/** Operations that only persons may call: they answer 403 to every application, so there is nothing to describe. */
const PERSONS_ONLY = /^\/user(\/|$)/;

test("every operation that is routed is described, with its scopes, and nothing else is", () => {
  const line = (one: { method: string; path: string; scopes: readonly string[] }): string =>
    `${one.method} ${one.path} [${[...one.scopes].sort().join(" ")}]`;
  const routed = serviceRoutes.filter(({ path }) => !PERSONS_ONLY.test(path)).map(line);
  expect(operations.map(line).sort()).toEqual(routed.sort());
});

test("operation ids are unique, so generated functions have names of their own", () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe("GET /service/openapi.json", () => {
  const read = async <T>(): Promise<T> =>
    (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as T;

  test("answers without a token, as JSON, with a tag that spares a second transfer", async () => {
    const response = await fetch(`${service.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    const document = (await response.json()) as { openapi: string; servers: { url: string }[] };
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers[0]?.url).toMatch(/^http.*\/service$/);
    const tag = response.headers.get("etag") ?? "";
    const again = await fetch(`${service.baseUrl}/openapi.json`, { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
  });

  test("every reference in it leads somewhere", async () => {
    const document = await read<Record<string, unknown>>();
    const references = JSON.stringify(document).match(/"#\/[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const parts = (JSON.parse(reference) as string).slice(2).split("/");
      const target = parts.reduce<unknown>(
        (node, key) => (node as Record<string, unknown> | undefined)?.[key],
        document,
      );
      expect(target, reference).toBeTypeOf("object");
    }
  });

  test("it describes no answer and no record that nothing refers to", async () => {
    const document = await read<{ components: Record<"schemas" | "responses", Record<string, unknown>> }>();
    const text = JSON.stringify(document);
    const named = (["schemas", "responses"] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((reference) => !text.includes(`"${reference}"`))).toEqual([]);
  });

  test("takes GET, HEAD and OPTIONS only", async () => {
    const posted = await fetch(`${service.baseUrl}/openapi.json`, { method: "POST" });
    expect(posted.status).toBe(405);
    expect(posted.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    const head = await fetch(`${service.baseUrl}/openapi.json`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

describe("GET /service/docs", () => {
  test("is a page without scripts that shows every operation and every record", async () => {
    const response = await fetch(`${service.baseUrl}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).not.toMatch(/<script/i);
    for (const { id, summary } of operations) {
      expect(page).toContain(`<article id="${id}">`);
      expect(page).toContain(summary);
    }
  });
});
