/**
 * Access tokens live as long as what they were based on: the password, the second factor, the role, the account at the identity provider.
 */
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { requireTokenActor } from "#lib/auth/personal-token.ts";
import type { SignedInActor } from "#lib/auth/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { getDb } from "#lib/db/client.ts";
import {
  changeStaffRole,
  disableStaff,
  removeSecondFactorOf,
  setSecondFactorRule,
} from "#lib/features/staff/commands.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endOwnSessions,
  removeSecondFactor,
} from "#lib/features/staff/own-account.ts";
import {
  changeOwnPassword,
  requestPasswordReset,
  sendPasswordReset,
  setNewPassword,
} from "#lib/features/staff/passwords.ts";
import { createToken } from "#lib/features/tokens/commands.ts";
import { listTokens } from "#lib/features/tokens/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addPerson, addToken, auditOf, isTokenLive, useAccounts, PASSWORD, readMail } from "./accounts.ts";
import { findTokenActor } from "#tests/support/token-actor.ts";

const START = Date.UTC(2026, 10, 22, 12, 0, 0);
const STEP_MS = 30_000;
const DAY_MS = 24 * 3_600_000;
const NEW_PASSWORD = "kranen boven de haven";

let clock: { ms: number };
const stopClock = useStoppedClock();

await useAccounts();
beforeEach(async () => {
  clock = stopClock(START);
  await getDb().secondFactorRule.deleteMany({});
});

async function turnFactorOn(person: SignedInActor): Promise<string> {
  const { secret } = await beginSecondFactor(person);
  await confirmSecondFactor(person, { password: PASSWORD, code: codeAt(secret) });
  clock.ms += STEP_MS;
  return secret;
}

const codeAt = (secret: string): string => new TOTP({ secret }).generate({ timestamp: clock.ms });

/** What the person's page says of the newest token, and whether that token gives access. */
async function standing(person: SignedInActor, token: string): Promise<[boolean, string | null | undefined]> {
  return [await isTokenLive(token), (await listTokens(person))[0]?.revokedFor];
}

test("a password that was reset by a mailed link ends every token, says why, and stands in the audit", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const asked = await addPerson("VIEWER");
  const sent = await addPerson("VIEWER");
  const other = await addPerson("VIEWER");
  const tokens = [await addToken(asked), await addToken(sent), await addToken(other)] as const;
  await requestPasswordReset({ email: asked.email, networkAddress: "192.0.2.1" });
  await sendPasswordReset(admin, sent.staffId);
  expect([await isTokenLive(tokens[0]), await isTokenLive(tokens[1])]).toEqual([true, true]);
  for (const person of [asked, sent])
    await setNewPassword((await readMail(person.email)).token, { password: NEW_PASSWORD });
  expect(await standing(asked, tokens[0])).toEqual([false, "PASSWORD"]);
  expect(await standing(sent, tokens[1])).toEqual([false, "PASSWORD"]);
  expect(await standing(other, tokens[2])).toEqual([true, null]);
  const [row] = await getDb().audit.findMany({ where: { action: "token.end", objectId: asked.staffId } });
  expect(row?.after).toMatchObject({
    reason: "password",
    tokens: [`Door schedule (…${tokens[0].slice(-4)})`],
  });
});

test("one's own new password ends tokens when the person says so, and leaves them otherwise", async () => {
  const [plain, careful] = [await addPerson("VIEWER"), await addPerson("VIEWER")];
  const tokens = [await addToken(plain), await addToken(careful)] as const;
  await changeOwnPassword(plain, { password: PASSWORD, newPassword: NEW_PASSWORD });
  await changeOwnPassword(careful, { password: PASSWORD, newPassword: NEW_PASSWORD, endTokens: "on" });
  expect(await standing(plain, tokens[0])).toEqual([true, null]);
  expect(await standing(careful, tokens[1])).toEqual([false, "PASSWORD"]);
});

test("a second factor that is removed, by its owner or an administrator, ends every token", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const [own, lost] = [await addPerson("VIEWER"), await addPerson("VIEWER")];
  const secret = await turnFactorOn(own);
  await turnFactorOn(lost);
  const tokens = [await addToken(own), await addToken(lost)] as const;
  await removeSecondFactor(own, { password: PASSWORD, code: codeAt(secret) });
  await removeSecondFactorOf(admin, lost.staffId);
  expect(await standing(own, tokens[0])).toEqual([false, "SECOND_FACTOR"]);
  expect(await standing(lost, tokens[1])).toEqual([false, "SECOND_FACTOR"]);
  expect(await auditOf(lost.staffId)).toContain("token.end");
});

test("ending one's other sessions ends tokens when the person says so", async () => {
  const person = await addPerson("VIEWER");
  const token = await addToken(person);
  await endOwnSessions(person, null);
  expect(await standing(person, token)).toEqual([true, null]);
  await endOwnSessions(person, null, { andTokens: true });
  expect(await standing(person, token)).toEqual([false, "SESSIONS"]);
});

test("another role and a disabled account end tokens for good, and the page says why", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const [moved, left] = [await addPerson("OPERATOR"), await addPerson("OPERATOR")];
  const tokens = [await addToken(moved), await addToken(left)] as const;
  await changeStaffRole(admin, moved.staffId, "VIEWER");
  await disableStaff(admin, left.staffId);
  expect(await standing({ ...moved, role: "VIEWER" }, tokens[0])).toEqual([false, "ROLE"]);
  expect(await standing(left, tokens[1])).toEqual([false, "DISABLED"]);
});

test("where the role demands a second factor, an account without one makes no token, and its tokens rest until it has one", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const person = await addPerson("OPERATOR");
  const token = await addToken(person);
  await setSecondFactorRule(admin, "OPERATOR", true);
  expect(await codeOf(createToken(person, { name: "More", scope: "reading", days: 7 }))).toBe("FORBIDDEN");
  expect(await findTokenActor(token)).toBeNull();
  const refusal = await requireTokenActor(getDb(), `Bearer ${token}`, "192.0.2.1").catch(
    (thrown: unknown) => thrown,
  );
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining("no second factor") as string,
  });
  await turnFactorOn(person);
  expect(await isTokenLive(token)).toBe(true);
  expect(await codeOf(createToken(person, { name: "More", scope: "reading", days: 7 }))).toBe("none");
});

test("tokens of somebody of the identity provider rest two weeks after the last sign-in there, and work again after the next", async () => {
  const person = await addPerson("VIEWER");
  await getDb().staff.update({ where: { id: person.staffId }, data: { passwordHash: null } });
  const identity = { staffId: person.staffId, issuer: "https://iam.example", subject: person.staffId };
  await getDb().staffIdentity.create({
    data: { ...identity, linkedAt: new Date(clock.ms), provedAt: new Date(clock.ms) },
  });
  const token = await addToken(person);
  clock.ms += 14 * DAY_MS;
  expect(await isTokenLive(token)).toBe(true);
  clock.ms += 1;
  expect(await isTokenLive(token)).toBe(false);
  await expect(requireTokenActor(getDb(), `Bearer ${token}`, "192.0.2.1")).rejects.toThrow(
    /identity provider for 14 days/,
  );
  await getDb().staffIdentity.update({
    where: { staffId: person.staffId },
    data: { provedAt: new Date(clock.ms) },
  });
  expect(await isTokenLive(token)).toBe(true);
});
