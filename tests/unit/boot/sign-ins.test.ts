/** The edge refuses a flood of sign-ins while the queue of password checks is full. Nobody who may already be known is kept out. */
import { expect, test } from "vitest";
import { refuseSignIn, type SignIn } from "#lib/boot/edge/sign-ins.ts";

const SIGN_IN = "/api/auth/callback/credentials";
const asked = (more: Partial<SignIn> = {}): SignIn => ({
  method: "POST",
  path: SIGN_IN,
  headers: {},
  session: null,
  nonce: "n",
  ...more,
});
const full = (): boolean => false;

test.each([SIGN_IN, "/platform/sign-in"])("a stranger's at %s is told when to come again", (path) => {
  expect(refuseSignIn(asked({ path }), () => true)).toBeNull();
  const refused = refuseSignIn(asked({ path }), full);
  expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(refused?.body).toContain("Too many people are signing in at this moment.");
});

test("nobody else is refused by it: known browsers, people who are signed in, other pages and methods", () => {
  for (const cookie of ["portico.browser=a", "x=1; __Host-portico.browser=a", "portico_platform_browser=a"])
    expect(refuseSignIn(asked({ headers: { cookie } }), full)).toBeNull();
  for (const more of [{ session: "s" }, { method: "GET" }, { path: "/forgotten" }, { path: `${SIGN_IN}/x` }])
    expect(refuseSignIn(asked(more), full)).toBeNull();
  expect(refuseSignIn(asked({ headers: { cookie: "portico.browsers=a" } }), full)?.status).toBe(503);
});
