import { expect, test } from "vitest";
import { safeNext } from "#lib/auth/callback-address.ts";

const ORIGIN = "https://portico.example.org";
const EVIL = "evil.example";

const BEGINNINGS = [
  "//",
  "///",
  "////",
  "/\\",
  "\\/",
  "\\\\",
  "/\\/",
  "//\\",
  "/\t/",
  "/\n/",
  "/\r/",
  "\t//",
  " //",
  "/ /",
  ...["https://", "http://", "https:", "https:/", "https:\\\\", "HTTPS://", "ftp://", "//user@", "/@", "@"],
  ...["javascript:alert(1)//", "data:text/html,", "vbscript:", "file:///", "blob:", "about:blank#"],
  ...["/%2f%2f", "/%2F", "/%5c", "/%5C%5C", "%2f%2f", "/%09/", "/%0d%0aLocation:", "/..//", "/.//", "/./\\"],
  "/clouds/..//",
  "/clouds/../..//",
  "/?next=//",
  "/#//",
  "/\u2215\u2215",
  "/\uff0f",
  "\u3002//",
  "/\u0000/",
];
const ENDINGS = ["", "/", "/clouds", "?x=1"];

test("whatever the address says, one stays in the portal", () => {
  const spellings = BEGINNINGS.flatMap((begin) => ENDINGS.map((end) => `${begin}${EVIL}${end}`));
  expect(spellings.length).toBeGreaterThan(150);
  const outside = spellings.filter((spelling) => {
    const next = safeNext(spelling);
    return new URL(next, ORIGIN).origin !== ORIGIN || !/^\/(?![/\\])/.test(next);
  });
  expect(outside).toEqual([]);
});

test.each(["/", "/clouds?q=noord&page=2", "/clouds/00000000-0000-7000-8000-000000000000/projects/new"])(
  "%s is kept",
  (path) => {
    expect(safeNext(path)).toBe(path);
  },
);

test("none, or several, is the overview", () => {
  expect([safeNext(undefined), safeNext(""), safeNext(["/clouds", "/staff"])]).toEqual(["/", "/", "/"]);
});
