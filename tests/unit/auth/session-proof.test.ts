/** The seal alone tells a real session cookie from a made-up one. This is checked in the server process, outside Next. */
import { expect, test } from "vitest";
import { runModule } from "#tests/support/run-module.ts";

const SCRIPT = `
  import { encode } from "next-auth/jwt";
  import { sessionCookieName, sessionSecret, showsSession } from "#lib/auth/session-key.ts";
  const name = sessionCookieName();
  const make = (secret, maxAge) => encode({ token: { sid: "a" }, secret, maxAge });
  const good = await make(sessionSecret(), 60);
  const cookies = {
    good: \`a=b; \${name}=\${good}; c=d\`,
    none: undefined,
    other: \`x\${name}=\${good}\`,
    empty: \`\${name}=\`,
    "made up": \`\${name}=made-up\`,
    changed: \`\${name}=\${good.slice(0, -8)}AAAAAAAA\`,
    expired: \`\${name}=\${await make(sessionSecret(), -60)}\`,
    "of another installation": \`\${name}=\${await make("another secret of forty characters or so", 60)}\`,
  };
  const shown = {};
  for (const [what, cookie] of Object.entries(cookies)) shown[what] = await showsSession(cookie);
  process.stdout.write(JSON.stringify(shown));`;

test("only a cookie that this installation sealed and that has not expired shows a session", () => {
  const env = { PORTICO_SECRET: "s".repeat(40), PORTICO_ORIGIN: "http://localhost:3000" };
  const ran = runModule(SCRIPT, env);
  expect(ran.stderr).toBe("");
  expect(JSON.parse(ran.stdout)).toEqual({
    good: true,
    none: false,
    other: false,
    empty: false,
    "made up": false,
    changed: false,
    expired: false,
    "of another installation": false,
  });
});
