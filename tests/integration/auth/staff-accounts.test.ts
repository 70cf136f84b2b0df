import { beforeEach, expect, test } from "vitest";
import { openStaffSession } from "#lib/auth/staff-session.ts";
import { getDb, type StaffRole } from "#lib/db/client.ts";
import {
  changeStaffRole,
  disableStaff,
  enableStaff,
  removeSecondFactorOf,
  setSecondFactorRule,
} from "#lib/features/staff/commands.ts";
import { endOwnSessions, getOwnAccount } from "#lib/features/staff/own-account.ts";
import {
  changeOwnPassword,
  findPasswordReset,
  requestPasswordReset,
  sendPasswordReset,
  setNewPassword,
} from "#lib/features/staff/passwords.ts";
import { listStaff } from "#lib/features/staff/queries.ts";
import { createToken } from "#lib/features/tokens/commands.ts";
import { verifyPassword } from "#lib/core/identity/password.ts";
import { cheapHash } from "#tests/support/cheap-hash.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import {
  addPerson,
  addToken,
  auditOf,
  isSessionLive,
  isTokenLive,
  useAccounts,
  PASSWORD,
  readMail,
} from "./accounts.ts";

const NEW_PASSWORD = "kranen boven de haven";

const moveClock = useMovedClock();

await useAccounts();
beforeEach(async () => {
  await getDb().staff.deleteMany({});
  await getDb().signInFailure.deleteMany({});
});

async function hasPassword(staffId: string, password: string): Promise<boolean> {
  const { passwordHash } = await getDb().staff.findUniqueOrThrow({ where: { id: staffId } });
  return verifyPassword(passwordHash, password);
}

test.each([
  ["disabling an account", disableStaff],
  [
    "another role",
    (actor: Parameters<typeof disableStaff>[0], id: string) => changeStaffRole(actor, id, "VIEWER"),
  ],
])("%s ends sessions, tokens and writes at once, and nobody else's", async (_what, change) => {
  const admin = await addPerson("ADMINISTRATOR");
  const [person, colleague] = [await addPerson("OPERATOR"), await addPerson("OPERATOR")];
  const [token, colleagueToken] = [await addToken(person), await addToken(colleague)];
  await change(admin, person.staffId);
  expect([await isSessionLive(person), await isTokenLive(token)]).toEqual([false, false]);
  expect([await isSessionLive(colleague), await isTokenLive(colleagueToken)]).toEqual([true, true]);
  expect(await isSessionLive(admin)).toBe(true);
  expect(await auditOf(person.staffId)).toEqual(["token.end", expect.stringMatching(/^staff\./)]);
});

test("a form that was open while the account was disabled makes no token", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const person = await addPerson("OPERATOR");
  await disableStaff(admin, person.staffId);
  expect(await codeOf(createToken(person, { name: "Doors", scope: "reading", days: 90 }))).toBe(
    "UNAUTHENTICATED",
  );
  await enableStaff(admin, person.staffId);
  expect(await isSessionLive(person)).toBe(false);
  expect(await auditOf(person.staffId)).toEqual(["staff.disable", "staff.enable"]);
});

test("nobody but administrators changes accounts, and nobody the own one", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  await addPerson("ADMINISTRATOR");
  const person = await addPerson("OPERATOR");
  for (const actor of [person, await addPerson("VIEWER")]) {
    expect(await codeOf(changeStaffRole(actor, person.staffId, "ADMINISTRATOR"))).toBe("FORBIDDEN");
    expect(await codeOf(disableStaff(actor, admin.staffId))).toBe("FORBIDDEN");
    expect(await codeOf(sendPasswordReset(actor, admin.staffId))).toBe("FORBIDDEN");
    expect(await codeOf(setSecondFactorRule(actor, "VIEWER", true))).toBe("FORBIDDEN");
    expect(await codeOf(listStaff(actor))).toBe("FORBIDDEN");
  }
  expect(await codeOf(changeStaffRole(admin, admin.staffId, "VIEWER"))).toBe("FORBIDDEN");
  expect(await codeOf(disableStaff(admin, admin.staffId))).toBe("FORBIDDEN");
  expect(await codeOf(removeSecondFactorOf(admin, admin.staffId))).toBe("FORBIDDEN");
  expect(await codeOf(disableStaff(admin, "not-an-id"))).toBe("NOT_FOUND");
});

test("administrators who remove each other at once leave one", async () => {
  const people: Awaited<ReturnType<typeof addPerson>>[] = [];
  for (let n = 0; n < 6; n += 1) people.push(await addPerson("ADMINISTRATOR"));
  await Promise.allSettled(
    people.flatMap((actor, n) =>
      people
        .filter((other) => other !== actor)
        .map((other) =>
          n % 2 === 0 ? disableStaff(actor, other.staffId) : changeStaffRole(actor, other.staffId, "VIEWER"),
        ),
    ),
  );
  const left = await getDb().staff.findMany({ where: { role: "ADMINISTRATOR", disabledAt: null } });
  expect(left).toHaveLength(1);
  const [last] = left;
  const seen = await listStaff({ staffId: last?.id ?? "", name: "", role: "ADMINISTRATOR", requestId: "" });
  expect(seen.filter((person) => person.isLastAdministrator).map(({ id }) => id)).toEqual([last?.id]);
});

test("a person sees and ends own sessions, never those of others", async () => {
  const person = await addPerson("VIEWER");
  const other = await addPerson("VIEWER");
  const openAnother = async () => {
    const sessionId = await openStaffSession(getDb(), person.staffId, { device: "Safari", network: "" });
    return { ...person, sessionId };
  };
  const elsewhere = await openAnother();
  expect((await getOwnAccount(person)).sessions.map(({ id, isThis }) => [id, isThis])).toEqual([
    [elsewhere.sessionId, false],
    [person.sessionId, true],
  ]);
  expect(await codeOf(endOwnSessions(person, other.sessionId))).toBe("NOT_FOUND");
  expect(await isSessionLive(other)).toBe(true);
  await endOwnSessions(person, elsewhere.sessionId);
  expect([await isSessionLive(elsewhere), await isSessionLive(person)]).toEqual([false, true]);
  const third = await openAnother();
  await endOwnSessions(person, null);
  expect([await isSessionLive(third), await isSessionLive(person)]).toEqual([false, true]);
});

test("changing the password asks for the old one, ends every session, and takes no weak one", async () => {
  const person = await addPerson("VIEWER");
  const change = (password: string, newPassword: string): Promise<string> =>
    codeOf(changeOwnPassword(person, { password, newPassword }));
  expect(await change("wrong", NEW_PASSWORD)).toBe("VALIDATION");
  expect(await change(PASSWORD, "baseball2026")).toBe("VALIDATION");
  expect(await change(PASSWORD, PASSWORD)).toBe("VALIDATION");
  expect(await isSessionLive(person)).toBe(true);
  expect(await change(PASSWORD, NEW_PASSWORD)).toBe("none");
  expect(await isSessionLive(person)).toBe(false);
  expect(await hasPassword(person.staffId, NEW_PASSWORD)).toBe(true);
  const passwordHash = await cheapHash(NEW_PASSWORD);
  await getDb().staff.update({ where: { id: person.staffId }, data: { passwordHash } });
  for (let n = 0; n < 10; n += 1) expect(await change("wrong", NEW_PASSWORD)).toBe("VALIDATION");
  expect(await change(NEW_PASSWORD, PASSWORD)).toBe("RATE_LIMITED");
});

test("a link sets a new password once, within its hour, until a newer one is sent", async () => {
  const person = await addPerson("VIEWER");
  const ask = async (): Promise<string> => {
    await requestPasswordReset({ email: person.email, networkAddress: "192.0.2.1" });
    return (await readMail(person.email)).token;
  };
  const [older, late, good] = [await ask(), await ask(), await ask()];
  expect([await findPasswordReset(older), await findPasswordReset(late)]).toEqual([null, null]);
  expect((await findPasswordReset(good))?.email).toBe(person.email);
  moveClock(3_600_000 + 1000);
  expect(await codeOf(setNewPassword(good, { password: NEW_PASSWORD }))).toBe("FORBIDDEN");
  moveClock(0);
  expect(await codeOf(setNewPassword(good, { password: "short" }))).toBe("VALIDATION");
  expect(await isSessionLive(person)).toBe(true);
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => setNewPassword(good, { password: NEW_PASSWORD })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await isSessionLive(person)).toBe(false);
  expect(await hasPassword(person.staffId, NEW_PASSWORD)).toBe(true);
  expect(await auditOf(person.staffId)).toEqual([
    ...["staff.send-reset", "staff.send-reset", "staff.send-reset"],
    "staff.reset-password",
  ]);
});

test("asking for a link says the same for every address, and mails accounts that are live only", async () => {
  const gone = await addPerson("VIEWER");
  await getDb().staff.update({ where: { id: gone.staffId }, data: { disabledAt: new Date() } });
  const before = await getDb().outboxMail.count();
  for (const email of [gone.email, "nobody@example.com"]) {
    expect(await codeOf(requestPasswordReset({ email, networkAddress: "192.0.2.1" }))).toBe("none");
  }
  expect(await getDb().outboxMail.count()).toBe(before);
  const input = { email: "nobody@example.com", networkAddress: "192.0.2.1" };
  for (let n = 1; n < 5; n += 1) await requestPasswordReset(input);
  expect(await codeOf(requestPasswordReset(input))).toBe("RATE_LIMITED");
});

test("an administrator has a link sent without seeing it", async () => {
  const admin = await addPerson("ADMINISTRATOR", "Ada Admin");
  const person = await addPerson("VIEWER");
  await sendPasswordReset(admin, person.staffId);
  const { token, text } = await readMail(person.email);
  expect(text).toContain("Ada Admin asked for a new password");
  await setNewPassword(token, { password: NEW_PASSWORD });
  expect(await hasPassword(person.staffId, NEW_PASSWORD)).toBe(true);
});

test("the list tells role, state, last use and second factor, and no secret", async () => {
  const admin = await addPerson("ADMINISTRATOR", "Ada Admin");
  const roles: StaffRole[] = ["OPERATOR", "VIEWER"];
  for (const role of roles) await addToken(await addPerson(role, `Person ${role}`));
  await setSecondFactorRule(admin, "VIEWER", true);
  const seen = await listStaff(admin);
  expect(seen.map((p) => [p.name, p.isSelf, p.secondFactor, p.liveSessions, p.liveTokens])).toEqual([
    ["Ada Admin", true, "off", 1, 0],
    ["Person OPERATOR", false, "off", 1, 1],
    ["Person VIEWER", false, "missing", 1, 1],
  ]);
  expect(JSON.stringify(seen)).not.toContain("argon2");
  await setSecondFactorRule(admin, "VIEWER", false);
});
