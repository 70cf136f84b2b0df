import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import type { SignedInActor } from "#lib/auth/session.ts";
import { findStaffIdentity } from "#lib/auth/staff-session.ts";
import { signInStaff } from "#lib/features/staff/sign-in.ts";
import { getDb } from "#lib/db/client.ts";
import { removeSecondFactorOf, setSecondFactorRule } from "#lib/features/staff/commands.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getOwnAccount,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#lib/features/staff/own-account.ts";
import { requestPasswordReset, setNewPassword } from "#lib/features/staff/passwords.ts";
import { cheapHash } from "#tests/support/cheap-hash.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addPerson, isSessionLive, useAccounts, PASSWORD, readMail } from "./accounts.ts";

/** Time steps at which the tests set the clock. */
const START = Date.UTC(2026, 10, 21, 12, 0, 0);
const STEP_MS = 30_000;

let clock: { ms: number };
const stopClock = useStoppedClock();

await useAccounts();
beforeEach(async () => {
  clock = stopClock(START);
  await getDb().signInFailure.deleteMany({});
  await getDb().secondFactorRule.deleteMany({});
});

const codeAt = (secret: string, atMs: number): string => new TOTP({ secret }).generate({ timestamp: atMs });

/** Signs in; returns the session's id, or what was asked for or refused. */
async function signIn(
  email: string,
  code?: string,
  { password = PASSWORD, networkAddress = "192.0.2.1" } = {},
): Promise<string> {
  const done = await signInStaff(getDb(), { email, password, code, networkAddress });
  if (done.outcome !== "signed-in") return done.outcome;
  // Signing in renewed it at the product's cost, which every later check would pay.
  await getDb().staff.update({ where: { email }, data: { passwordHash: await cheapHash(password) } });
  return done.sessionId;
}

/** A person with a second factor; the clock is one step later. */
async function addProtected(): Promise<{ person: SignedInActor; secret: string; codes: string[] }> {
  const person = await addPerson("OPERATOR");
  const { secret } = await beginSecondFactor(person);
  const codes = await confirmSecondFactor(person, { password: PASSWORD, code: codeAt(secret, clock.ms) });
  clock.ms += STEP_MS;
  return { person, secret, codes };
}

test("it is on only after a first right code and the password; until then signing in is as before", async () => {
  const person = await addPerson("OPERATOR");
  const shown = await beginSecondFactor(person);
  expect(shown.uri).toContain(`secret=${shown.secret}`);
  expect(shown.qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);
  expect(await signIn(person.email)).toMatch(/^[0-9a-f-]{36}$/);
  const wrong = codeAt(shown.secret, clock.ms + 10 * STEP_MS);
  expect(await codeOf(confirmSecondFactor(person, { password: PASSWORD, code: wrong }))).toBe("VALIDATION");
  const code = codeAt(shown.secret, clock.ms);
  expect(await codeOf(confirmSecondFactor(person, { password: "wrong", code }))).toBe("VALIDATION");
  expect(await confirmSecondFactor(person, { password: PASSWORD, code })).toHaveLength(10);
  expect(await signIn(person.email)).toBe("code-needed");
  expect(await codeOf(beginSecondFactor(person))).toBe("CONFLICT");
});

test("a code opens once, also when it is sent several times at once; older ones open nothing any more", async () => {
  const { person, secret } = await addProtected();
  // The code that was used to set it up.
  expect(await signIn(person.email, codeAt(secret, clock.ms - STEP_MS))).toBe("code-refused");
  const code = codeAt(secret, clock.ms);
  const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(person.email, code)));
  expect(tries.filter((outcome) => outcome !== "code-refused")).toHaveLength(1);
  expect(await signIn(person.email, code)).toBe("code-refused");
  clock.ms += STEP_MS;
  const later = `${codeAt(secret, clock.ms).slice(0, 3)} ${codeAt(secret, clock.ms).slice(3)}`;
  expect(await signIn(person.email, later)).toMatch(/^[0-9a-f-]{36}$/);
  clock.ms += 2 * STEP_MS;
  expect(await signIn(person.email, codeAt(secret, clock.ms - 2 * STEP_MS))).toBe("code-refused");
});

test("a recovery code opens once, and only the account that it was made for", async () => {
  const [first, second] = [await addProtected(), await addProtected()];
  const [code = "", another = ""] = first.codes;
  expect(await signIn(second.person.email, code)).toBe("code-refused");
  expect(await signIn(first.person.email, code.toLowerCase().replaceAll("-", " "))).toMatch(
    /^[0-9a-f-]{36}$/,
  );
  expect(await signIn(first.person.email, code)).toBe("code-refused");
  expect((await getOwnAccount(first.person)).recoveryCodesLeft).toBe(9);
  expect(await codeOf(renewRecoveryCodes(first.person, { password: PASSWORD }))).toBe("VALIDATION");
  const renewed = await renewRecoveryCodes(first.person, {
    password: PASSWORD,
    code: codeAt(first.secret, clock.ms),
  });
  expect(await signIn(first.person.email, another)).toBe("code-refused");
  expect(await signIn(first.person.email, renewed[0])).toMatch(/^[0-9a-f-]{36}$/);
  const rows = JSON.stringify(await getDb().recoveryCode.findMany());
  expect([...first.codes, ...renewed].filter((each) => rows.includes(each.replaceAll("-", "")))).toEqual([]);
});

test("without the right password a right code is worth nothing, and is not used up", async () => {
  const { person, secret } = await addProtected();
  const code = codeAt(secret, clock.ms);
  expect(await codeOf(signIn(person.email, code, { password: "wrong" }))).toBe("UNAUTHENTICATED");
  expect(await signIn(person.email, code)).toMatch(/^[0-9a-f-]{36}$/);
});

test("guessing codes is stopped for the account, from however many places, and for no other account", async () => {
  const [target, other] = [await addProtected(), await addProtected()];
  for (let n = 0; n < 10; n += 1) {
    const networkAddress = `198.51.100.${String(n)}`;
    expect(await signIn(target.person.email, "000000", { networkAddress })).toBe("code-refused");
  }
  const right = codeAt(target.secret, clock.ms);
  expect(await codeOf(signIn(target.person.email, right, { networkAddress: "203.0.113.9" }))).toBe(
    "RATE_LIMITED",
  );
  expect(await signIn(other.person.email, codeAt(other.secret, clock.ms))).toMatch(/^[0-9a-f-]{36}$/);
});

test("a new password does not get around it, and it survives the new password", async () => {
  const { person, secret } = await addProtected();
  await requestPasswordReset({ email: person.email, networkAddress: "192.0.2.1" });
  const password = "kranen boven de haven";
  await setNewPassword((await readMail(person.email)).token, { password });
  expect(await signIn(person.email, undefined, { password })).toBe("code-needed");
  expect(await signIn(person.email, codeAt(secret, clock.ms), { password })).toMatch(/^[0-9a-f-]{36}$/);
});

test("where the role demands one, a session without one may do nothing, and one that is on cannot be removed", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const without = await addPerson("OPERATOR");
  const { person, secret: own } = await addProtected();
  await setSecondFactorRule(admin, "OPERATOR", true);
  const missing = async ({ sessionId }: SignedInActor): Promise<boolean | undefined> =>
    (await findStaffIdentity(getDb(), sessionId))?.secondFactorMissing;
  expect([await missing(without), await missing(person), await missing(admin)]).toEqual([true, false, false]);
  const proof = (): { password: string; code: string } => ({
    password: PASSWORD,
    code: codeAt(own, clock.ms),
  });
  expect(await codeOf(removeSecondFactor(person, proof()))).toBe("CONFLICT");
  clock.ms += STEP_MS;
  const { secret } = await beginSecondFactor(without);
  await confirmSecondFactor(without, { password: PASSWORD, code: codeAt(secret, clock.ms) });
  expect(await missing(without)).toBe(false);
  await setSecondFactorRule(admin, "OPERATOR", false);
  expect(await codeOf(removeSecondFactor(person, { ...proof(), password: "wrong" }))).toBe("VALIDATION");
  expect(await codeOf(removeSecondFactor(person, { password: PASSWORD }))).toBe("VALIDATION");
  expect(await codeOf(removeSecondFactor(person, { password: PASSWORD, code: "000000" }))).toBe("VALIDATION");
  await removeSecondFactor(person, proof());
  expect(await signIn(person.email)).toMatch(/^[0-9a-f-]{36}$/);
});

test("an administrator removes the second factor of somebody who lost it; sessions end with it", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const { person, codes } = await addProtected();
  await removeSecondFactorOf(admin, person.staffId);
  expect(await isSessionLive(person)).toBe(false);
  expect(await getDb().recoveryCode.count({ where: { staffId: person.staffId } })).toBe(0);
  expect(codes).toHaveLength(10);
  expect(await signIn(person.email)).toMatch(/^[0-9a-f-]{36}$/);
});
