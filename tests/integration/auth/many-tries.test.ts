/** Very many tries from one place, at one account: a few are checked, and nobody elsewhere is locked out. */
import { expect, test } from "vitest";
import { signInStaff } from "#lib/features/staff/sign-in.ts";
import { SIGN_IN_LIMITS } from "#lib/db/try-counter.ts";
import { ensureConfiguredAccount } from "#lib/features/staff/first-run.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useTestDatabase } from "#tests/support/database.ts";

/** PORTICO_TEST_TRIES=10000 takes half a minute. */
const TRIES = Number(process.env["PORTICO_TEST_TRIES"] ?? 500);
const AT_ONCE = 4;
const OWNER = { email: "owner@tries.example", password: "seven columns stand" };

process.env["PORTICO_SECRET"] ??= "a secret of thirty-two characters and more";
const { db } = await useTestDatabase();
await ensureConfiguredAccount(db, OWNER.email, OWNER.password);

const tryOnce = (password: string, networkAddress: string): Promise<string> =>
  codeOf(signInStaff(db, { email: OWNER.email, password, networkAddress }));

test("S10: of very many tries from one place few are judged, and the owner still gets in elsewhere", async () => {
  const codes = new Map<string, number>();
  const tries = Array.from({ length: TRIES }, (_, n) => n).values();
  const guess = async (): Promise<void> => {
    for (const n of tries) {
      const code = await tryOnce(`guess ${String(n)}`, "198.51.100.7");
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guess));
  const judged = codes.get("UNAUTHENTICATED") ?? 0;
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThanOrEqual(SIGN_IN_LIMITS.perPairMax);
  expect(codes).toEqual(new Map([...codes, ["RATE_LIMITED", TRIES - judged]]));
  expect(await tryOnce(OWNER.password, "198.51.100.7")).toBe("RATE_LIMITED");
  expect(await tryOnce(OWNER.password, "192.0.2.1")).toBe("none");
});
