/** Only the portal's own pages may change anything, and no outside request can steer Next's internals. */
import { describe, expect, test } from "vitest";
import { dropUnbelievable, isForeignWrite } from "#lib/boot/edge/incoming.ts";

const OWN = "https://portico.example";

const ORIGINS = {
  "its own": OWN,
  "the Host header's": "http://localhost:3000",
  "another host": "https://evil.example",
  "a longer host": `${OWN}.evil.example`,
  "another port": `${OWN}:8443`,
  "another scheme": "ftp://portico.example",
  "null of a sandbox": "null",
  "nothing in it": "",
  absent: undefined,
} as const;
const SITES = ["same-origin", "same-site", "cross-site", "none", undefined] as const;
const KINDS = {
  "a form": { "content-type": "application/x-www-form-urlencoded" },
  "a form with files": { "content-type": "multipart/form-data; boundary=x" },
  "plain text": { "content-type": "text/plain" },
  "an action": { "content-type": "text/plain;charset=UTF-8", "next-action": "40af" },
  json: { "content-type": "application/json" },
} as const;
const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** The expected grid: allowed are only our own named origin, or an unnamed origin that the browser calls same-origin. */
function mayAct(origin: keyof typeof ORIGINS, site: (typeof SITES)[number]): boolean {
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === "absent") return site === "same-origin";
  return origin === "its own" || origin === "the Host header's";
}

describe.each(METHODS)("%s", (method) => {
  test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
    "of %s, from every origin and site: no foreign page acts",
    (kind) => {
      const wrong: string[] = [];
      for (const name of Object.keys(ORIGINS) as (keyof typeof ORIGINS)[]) {
        for (const site of SITES) {
          for (const forwarded of [undefined, "evil.example", "portico.example"]) {
            const origin = ORIGINS[name];
            const headers = {
              host: "localhost:3000",
              ...KINDS[kind],
              ...(origin !== undefined && { origin }),
              ...(site !== undefined && { "sec-fetch-site": site }),
              ...(forwarded !== undefined && { "x-forwarded-host": forwarded }),
            };
            dropUnbelievable(headers, false);
            if (isForeignWrite(method, "/clouds/new", headers, OWN) !== !mayAct(name, site))
              wrong.push(`${name}, ${String(site)}, ${String(forwarded)}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

test("programs that name no origin reach the routes with a header or token of their own, and no page", () => {
  const headers = { host: "localhost:3000" };
  expect(isForeignWrite("POST", "/", headers, OWN)).toBe(true);
  expect(isForeignWrite("POST", "/api/projects/1/models", headers, OWN)).toBe(true);
  expect(isForeignWrite("POST", "/api/projects/1/models", { ...headers, "x-portico": "1" }, OWN)).toBe(false);
  expect(isForeignWrite("POST", "/api/auth/callback/credentials", headers, OWN)).toBe(false);
  expect(
    isForeignWrite("POST", "/api/auth/signout", { ...headers, origin: "https://evil.example" }, OWN),
  ).toBe(true);
});

test("reading is never foreign", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(isForeignWrite(method, "/", { origin: "https://evil.example" }, OWN)).toBe(false);
});

test("behind a vouched-for proxy the address that it names is the portal's own", () => {
  const headers = {
    host: "127.0.0.1:3000",
    "x-forwarded-host": "inside.example",
    origin: "https://inside.example",
  };
  dropUnbelievable(headers, true);
  expect(isForeignWrite("POST", "/", headers, OWN)).toBe(false);
});

test("Next's own headers, and those of an unknown proxy, do not come from outside", () => {
  const kept = {
    host: "localhost",
    cookie: "a=b",
    rsc: "1",
    "next-router-state-tree": "x",
    "next-action": "40af",
    "x-forwarded-for": "127.0.0.1",
    "x-portico": "1",
  };
  const headers = {
    ...kept,
    "x-middleware-subrequest": "middleware:middleware",
    "x-middleware-override-headers": "cookie",
    "x-matched-path": "/audit",
    "x-now-route-matches": "1",
    "x-invoke-path": "/audit",
    "x-nextjs-data": "1",
    "next-resume": "1",
    "x-next-resume-state-length": "9",
    "x-prerender-revalidate": "x",
    "x-nonce": "chosen",
    "x-asked": "/chosen",
    "content-security-policy": "script-src 'nonce-chosen'",
    "content-security-policy-report-only": "script-src 'nonce-chosen'",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
  };
  dropUnbelievable(headers, false);
  expect(headers).toEqual(kept);
});
