import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

/** The session cookie of an installation with this address. */
async function cookieAt(origin: string) {
  vi.stubEnv("PORTICO_ORIGIN", origin);
  vi.stubEnv("PORTICO_SECRET", "a secret of the tests, 32 characters");
  const { createAuthOptions } = await import("#lib/auth/options.ts");
  return createAuthOptions().cookies?.sessionToken;
}

test("over https the cookie is tied to the host, its root, and https", async () => {
  expect(await cookieAt("https://portico.example.org")).toEqual({
    name: "__Host-portico.session",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
  });
});

test("over plain http, where browsers would drop such a cookie, it goes by another name", async () => {
  expect(await cookieAt("http://localhost:3000")).toEqual({
    name: "portico.session",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: false },
  });
});
