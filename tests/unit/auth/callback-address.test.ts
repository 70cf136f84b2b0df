/** No text given as the address to return to leads to another site, and none causes a server error. */
import { expect, test } from "vitest";
import { hasSoundCallbacks, ownCallback } from "#lib/auth/callback-address.ts";

const ORIGIN = "https://portico.example.org";

test("one's own address is kept, and every other one becomes the portal's start", () => {
  expect(ownCallback("/sign-in?left=1", ORIGIN)).toBe(`${ORIGIN}/sign-in?left=1`);
  expect(ownCallback(`${ORIGIN}/clouds`, ORIGIN)).toBe(`${ORIGIN}/clouds`);
  const others = [
    "",
    "https://evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    "https://[",
    "\u0000",
    `${ORIGIN}.evil`,
  ];
  for (const other of others) expect(new URL(ownCallback(other, ORIGIN)).origin).toBe(ORIGIN);
});

test("in a question or a cookie, what is no address is told from one", () => {
  const at = (question: string, cookie: string | null = null): boolean =>
    hasSoundCallbacks(`http://localhost:3000/api/auth/session${question}`, cookie);
  expect(at("")).toBe(true);
  expect(at("?callbackUrl=%2Fclouds")).toBe(true);
  expect(at("?callbackUrl=https%3A%2F%2Fportico.example.org%2F")).toBe(true);
  for (const wrong of ["a", "a.a.a", "javascript:alert(1)", "https%3A%2F%2F%5B"])
    expect(at(`?callbackUrl=${wrong}`)).toBe(false);
  expect(at("", "next-auth.callback-url=http%3A%2F%2Flocalhost%3A3000%2F; x=y")).toBe(true);
  for (const wrong of ["aaaa", "%E0%A4%A", "%5B%5B"])
    expect(at("", `x=y; __Secure-next-auth.callback-url=${wrong}`)).toBe(false);
});
