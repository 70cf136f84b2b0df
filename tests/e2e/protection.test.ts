/**
 * What every response of the running product carries, what nobody gets without a session in any disguise, and that planted secrets appear
 * nowhere.
 */
import { expect, product, test } from "#tests/support/browser.ts";
import { addressOf, readDeclaredAccess } from "#tests/support/declared-access.ts";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import { openService } from "#tests/support/service-caller.ts";

/** In the registry's pages and nowhere else. */
const CANARY = `canary-${String(process.pid)}-${Date.now().toString(36)}`;

let cookie = "";
let cloudPath = "";

test.beforeAll(async () => {
  const service = await openService(product);
  await service.post("/cloud", { name: CANARY });
  cookie = await signInOverHttp(product.origin, product);
  const list = await (await ask(`/clouds?q=${CANARY}`, { cookie })).text();
  cloudPath = new RegExp(String.raw`/clouds/[0-9a-f-]{36}`).exec(list)?.[0] ?? "";
  expect(cloudPath).not.toBe("");
});

function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(product.origin + path, { method, headers, redirect: "manual" });
}

const PAGES = [
  "/",
  "/clouds",
  "/exports",
  "/invitations",
  "/operations?show=all",
  "/connections",
  "/audit",
  "/staff",
  "/applications",
  "/settings/tokens",
];

test.describe("headers", () => {
  const signedIn = (): Record<string, string> => ({ cookie });
  const nobody = (): Record<string, string> => ({});
  const KINDS: readonly (readonly [string, number, string, string, () => Record<string, string>])[] = [
    ["a page", 200, "GET", "/clouds", signedIn],
    ["a page without a session", 200, "GET", "/sign-in", nobody],
    ["its data for the router, asked without its mark", 307, "GET", "/clouds", () => ({ cookie, rsc: "1" })],
    ["a redirect", 307, "GET", "/operations", nobody],
    ["no such page", 404, "GET", "/nothing/is/here", signedIn],
    ["JSON", 200, "GET", "/api/health", nobody],
    ["a refusal of a route", 401, "GET", "/api/audit/file", nobody],
    ["a CSV file", 200, "GET", "/api/audit/file?format=csv", signedIn],
    ["a JSON file", 200, "GET", "/api/audit/file?format=json&outcome=FAILED", signedIn],
    ["an image", 200, "GET", "/icon.svg", nobody],
    ["a file of public", 200, "GET", "/robots.txt", nobody],
    ["the web manifest", 200, "GET", "/manifest.webmanifest", nobody],
    ["the service", 401, "GET", "/service/cloud", nobody],
    ["no such address of the service", 404, "GET", "/service//cloud", nobody],
    ["a method that no address takes", 405, "PROPFIND", "/", nobody],
    ["an address that is none", 400, "GET", "/%zz", nobody],
    ["the image optimiser", 404, "GET", "/_next/image?url=%2Ficon.svg&w=64&q=75", nobody],
    ["a foreign page's form", 403, "POST", "/clouds/new", () => ({ cookie, origin: "https://evil.example" })],
    ["a form from nowhere", 403, "POST", "/clouds/new", signedIn],
  ];

  for (const [_kind, status, method, path, headers] of KINDS)
    test(`${_kind} (${String(status)})`, async () => {
      const answer = await ask(path, headers(), method);
      await answer.arrayBuffer();
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": expect.stringMatching(/^(?:no-referrer|same-origin)$/),
        "permissions-policy": expect.stringContaining("camera=()"),
      });
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toContain("unsafe");
      for (const name of ["access-control-allow-origin", "x-powered-by", "server"])
        expect(answer.headers.get(name), name).toBeNull();
    });

  test("no cache may keep where the router is led, whoever asks", async () => {
    for (const path of ["/", "/clouds", "/applications/new", "/nothing/is/here"])
      for (const headers of [{ rsc: "1" }, { rsc: "1", cookie }]) {
        const answer = await ask(path, headers);
        await answer.arrayBuffer();
        expect(answer.headers.get("cache-control"), path).toMatch(/^private, .*\bno-store\b/);
      }
  });

  test("each page has a nonce of its own, and each of its scripts carries it", async () => {
    const nonces = new Set<string>();
    for (const path of ["/sign-in", "/clouds", "/clouds", "/nothing/is/here"]) {
      const answer = await ask(path, {
        cookie,
        "x-nonce": "chosen",
        "content-security-policy": "script-src 'nonce-chosen'",
      });
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";
      nonces.add(nonce);
      const scripts = [...(await answer.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(2);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    }
    expect(nonces.size).toBe(4);
  });
});

test("the health address says how Portico is to everybody, and why to administrators only", async () => {
  const nobody = await ask("/api/health", {});
  expect([nobody.status, await nobody.json()]).toEqual([200, { status: "ok" }]);
  const administrator = await ask("/api/health", { cookie });
  expect(await administrator.json()).toMatchObject({
    status: "ok",
    version: expect.any(String),
    parts: { database: { ok: true }, jobs: { ok: true }, storage: { ok: true } },
  });
});

test.describe("without a session", () => {
  const DISGUISES: readonly (readonly [string, (path: string) => string, Record<string, string>, string?])[] =
    [
      ["as it is", (path) => path, {}],
      ["as the router", (path) => path, { rsc: "1" }],
      ["as the router, prefetching", (path) => path, { rsc: "1", "next-router-prefetch": "1" }],
      [
        "as a segment",
        (path) => path,
        { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
      ],
      ["with .rsc", (path) => `${path}.rsc`, {}],
      ["with a segment's address", (path) => `${path}.segments/_full.segment.rsc`, {}],
      ["with _rsc", (path) => `${path}?_rsc=1`, { rsc: "1" }],
      [
        "as Next's own subrequest",
        (path) => path,
        { "x-middleware-subrequest": "middleware:middleware:middleware" },
      ],
      ["as rewritten", () => "/sign-in", { "x-matched-path": "/clouds", "x-middleware-rewrite": "/clouds" }],
      ["as invoked", () => "/sign-in", { "x-invoke-path": "/clouds", "x-nextjs-data": "1" }],
      ["with route parameters", (path) => `${path}?nxtPcloudId=x`, { "x-now-route-matches": "1" }],
      ["with two slashes", (path) => `/${path}`, {}],
      ["with an encoded slash", (path) => `/${path.slice(1).replaceAll("/", "%2f")}`, {}],
      ["with a dot at its end", (path) => `${path}.`, {}],
      ["with a slash at its end", (path) => `${path}/`, {}],
      ["by HEAD", (path) => path, {}, "HEAD"],
      ["by OPTIONS", (path) => path, {}, "OPTIONS"],
      ["a range of it", (path) => path, { range: "bytes=0-" }],
      ["as a postponed page", (path) => path, { "next-resume": "1" }, "POST"],
      [
        "with somebody's old cookie",
        (path) => path,
        { cookie: "portico.session=eyJhbGciOiJub25lIn0..x.y.z" },
      ],
    ];

  /** Every page that needs no object, and one that does. */
  let protectedPages: string[] = [];
  test.beforeAll(async () => {
    const declared = Object.entries(await readDeclaredAccess());
    const pages = declared.filter(([path, gate]) => path.endsWith("/page.tsx") && gate.includes(":"));
    const addresses = pages.map(([path]) => addressOf(path)).filter((address) => !address.includes("["));
    protectedPages = [...addresses, cloudPath];
    expect(protectedPages.length).toBeGreaterThan(20);
  });

  test("each page names who is signed in, to that person", async () => {
    // The identity provider leads back to a separate window, without the frame that names the person.
    for (const path of protectedPages.filter((page) => page !== "/confirmed"))
      expect((await (await ask(path, { cookie })).text()).includes(product.adminEmail), path).toBe(true);
  });

  for (const [name, address, headers, method = "GET"] of DISGUISES) {
    test(`${name}: no byte of what is protected`, async () => {
      for (const path of new Set(protectedPages.map(address))) {
        const answer = await ask(path, headers, method);
        const body = await answer.text();
        const seen = body.includes(CANARY) || body.includes(product.adminEmail);
        expect(seen, `${path} ${String(answer.status)}`).toBe(false);
        expect(answer.status, path).toBeLessThan(500);
      }
    });
  }
});

test("planted secrets are in no page, no data for the router, no script, no file of the audit", async () => {
  const { password } = new URL(product.databaseUrl);
  const session = cookie.split("=").slice(1).join("=");
  const secrets = {
    "client secret": product.serviceClientSecret,
    session,
    "database password": password,
    "own password": product.adminPassword,
  };
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(7);
  const found: string[] = [];
  const search = (where: string, text: string): void => {
    for (const [name, secret] of Object.entries(secrets))
      if (text.includes(secret)) found.push(`${name} in ${where}`);
  };
  const scripts = new Set<string>();
  for (const path of [...PAGES, cloudPath]) {
    const html = await (await ask(path, { cookie })).text();
    expect(html, path).toContain("</html>");
    search(path, html);
    for (const [, src] of html.matchAll(/"(\/_next\/static\/[^"\\]+\.js)"/g))
      if (src !== undefined) scripts.add(src);
    const data = await fetch(product.origin + path, { headers: { cookie, rsc: "1" } });
    expect(data.headers.get("content-type"), path).toContain("text/x-component");
    search(`${path} (router)`, await data.text());
  }
  expect(scripts.size).toBeGreaterThan(5);
  for (const script of scripts) search(script, await (await ask(script)).text());
  for (const format of ["csv", "json"]) {
    const answer = await ask(`/api/audit/file?format=${format}`, { cookie });
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="portico-audit-/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    search(`the audit as ${format}`, await answer.text());
  }
  expect(found).toEqual([]);
});

test("the audit is verified to its last row, and says so", async () => {
  const answer = await ask("/api/audit/verification", { cookie, "x-portico": "1" }, "POST");
  const lines = (await answer.text()).trim().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "") as { checked: number; total: number; verdict: { ok: boolean } };
  expect(last.verdict.ok).toBe(true);
  expect(last.checked).toBe(last.total);
  expect(await (await ask("/audit?action=audit.verify", { cookie })).text()).toContain("verified the audit");
  const foreign = { cookie, "x-portico": "1", "sec-fetch-site": "cross-site" };
  expect((await ask("/api/audit/verification", foreign, "POST")).status).toBe(403);
});
