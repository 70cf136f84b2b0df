import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import {
  KNOWN_BROWSER_SECONDS,
  findKnownBrowser,
  rememberBrowser,
} from "#lib/core/identity/known-browser.ts";

const OWNER = "owner@known.example";

beforeEach(() => {
  vi.stubEnv("PORTICO_SECRET", "a secret of the tests of known browsers");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("a browser is known for the account that it signed in to, for no other and in no other realm", () => {
  const cookie = rememberBrowser("", "staff", OWNER);
  expect(findKnownBrowser(cookie, "staff", OWNER)).toMatch(/^[\w-]{22}$/);
  expect(findKnownBrowser(cookie, "staff", "other@known.example")).toBeNull();
  expect(findKnownBrowser(cookie, "platform", OWNER)).toBeNull();
  expect(cookie).not.toContain("owner");
});

test("nobody makes, changes or completes such a cookie without the installation's secret", () => {
  const cookie = rememberBrowser("", "staff", OWNER);
  const [id = "", expiry = "", signature = ""] = cookie.split(".");
  const other = rememberBrowser("", "staff", OWNER).split(".")[0] ?? "";
  for (const forged of [
    "",
    id,
    `${id}.${expiry}.${"A".repeat(43)}`,
    `${id}.${String(Number(expiry) + 1)}.${signature}`,
    `${other}.${expiry}.${signature}`,
    `${cookie}.`,
    cookie.toLowerCase() === cookie ? "" : cookie.toLowerCase(),
    "x".repeat(100_000),
  ])
    expect(findKnownBrowser(forged, "staff", OWNER)).toBeNull();
});

test("several people of one browser are known, the latest five, and each sign-in begins the half year anew", () => {
  let time = Date.now();
  const restore = setClock(() => time);
  try {
    let cookie = "";
    for (let n = 0; n < 7; n += 1) cookie = rememberBrowser(cookie, "staff", `person-${String(n)}`);
    cookie = rememberBrowser(cookie, "staff", "person-3");
    const known = Array.from({ length: 7 }, (_, n) =>
      findKnownBrowser(cookie, "staff", `person-${String(n)}`),
    );
    expect(known.map((id) => id !== null)).toEqual([false, false, true, true, true, true, true]);
    expect(new Set(known.filter((id) => id !== null)).size).toBe(1);
    expect(cookie.length).toBeLessThan(400);
    time += (KNOWN_BROWSER_SECONDS - 1) * 1000;
    cookie = rememberBrowser(cookie, "staff", "person-4");
    time += 1000;
    expect(findKnownBrowser(cookie, "staff", "person-3")).toBeNull();
    expect(findKnownBrowser(cookie, "staff", "person-4")).not.toBeNull();
  } finally {
    restore();
  }
});
