/** The cookie tells people who were signed in a short while ago from strangers; a cookie that a person made up does not pass. */
import { expect, test } from "vitest";
import { findKnownSession, rememberSession } from "#lib/core/identity/known-sessions.ts";

test("a cookie is known once it was found good, under each of its names, and no other one is", () => {
  expect(findKnownSession("portico.session=abc")).toBeNull();
  rememberSession("abc");
  const key = findKnownSession("portico.session=abc");
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(findKnownSession("portico-language=de; __Host-portico.session=abc; x=y")).toBe(key);
  expect(findKnownSession("portico_platform=abc")).toBe(key);
  for (const other of [undefined, "", "abc", "portico.session=abd", "other=abc", "xportico.session=abc"])
    expect(findKnownSession(other)).toBeNull();
});

test("ten thousand sessions are remembered at most; the one that was seen last stays", () => {
  rememberSession("first");
  for (let n = 0; n < 10_000; n++) {
    rememberSession(`s${String(n)}`);
    if (n === 5_000) rememberSession("first");
  }
  expect(findKnownSession("portico.session=first")).not.toBeNull();
  expect(findKnownSession("portico.session=s0")).toBeNull();
  expect(findKnownSession("portico.session=s9999")).not.toBeNull();
});
