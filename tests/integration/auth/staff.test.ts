import { expect, test } from "vitest";
import {
  endStaffSession,
  findStaffIdentity,
  listStaffSessions,
  openStaffSession,
} from "#lib/auth/staff-session.ts";
import type { SignInInput } from "#lib/auth/options.ts";
import { signInStaff } from "#lib/features/staff/sign-in.ts";
import { newId } from "#lib/core/ids.ts";
import { rememberBrowser } from "#lib/core/identity/known-browser.ts";
import { ensureConfiguredAccount } from "#lib/features/staff/first-run.ts";
import { cheapHash } from "#tests/support/cheap-hash.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { until } from "#tests/support/until.ts";
import { ACCOUNT, PASSWORD, withoutAccounts } from "./accounts.ts";
import { fillHashing } from "./held-hashing.ts";

const db = await withoutAccounts();
const stopClock = useStoppedClock();

const FROM = { device: "Firefox on Windows", network: "192.0.2.1" };

async function signIn(input: SignInInput): Promise<{ sessionId: string }> {
  const done = await signInStaff(db, input);
  if (done.outcome !== "signed-in") throw new Error(`Expected a session, got ${done.outcome}`);
  return done;
}

/** The account ACCOUNT. */
async function addAccount(): Promise<string> {
  const { name, email, password } = ACCOUNT;
  const data = { id: newId(), name, email, passwordHash: await cheapHash(password) };
  return (await db.staff.create({ data: { ...data, role: "ADMINISTRATOR" } })).id;
}

test("the address is compared without regard to case, the password exactly", async () => {
  await addAccount();
  const typed = { ...ACCOUNT, networkAddress: "192.0.2.1" };
  const { sessionId } = await signIn({ ...typed, email: " S.Verbeek@EXAMPLE.com " });
  expect((await findStaffIdentity(db, sessionId))?.email).toBe("s.verbeek@example.com");
  const shouted = signIn({ ...typed, password: PASSWORD.toUpperCase() });
  expect(await codeOf(shouted)).toBe("UNAUTHENTICATED");
});

test("an unknown account, a disabled one and a wrong password are answered alike", async () => {
  await addAccount();
  const wordsTo = (email: string, password: string): Promise<unknown> =>
    signIn({ email, password, networkAddress: "192.0.2.1" }).catch((thrown: unknown) => String(thrown));
  const words = await wordsTo(ACCOUNT.email, "not the password");
  expect(await wordsTo("nobody@example.com", PASSWORD)).toBe(words);
  await db.staff.updateMany({ data: { disabledAt: new Date() } });
  expect(await wordsTo(ACCOUNT.email, PASSWORD)).toBe(words);
});

test("in a flood of guesses from everywhere the owner gets in with a browser that has signed in before", async () => {
  await addAccount();
  stopClock();
  const browserCookie = rememberBrowser("", "staff", ACCOUNT.email);
  const guess = (n: number): Promise<string> =>
    codeOf(
      signIn({
        email: ACCOUNT.email,
        password: "guess",
        networkAddress: `2001:db8:${n.toString(16)}::1`,
        browserCookie: rememberBrowser("", "staff", "eve@example.com"),
      }),
    );
  let running = true;
  const codes: string[] = [];
  const flood = Array.from({ length: 3 }, async (_, lane) => {
    for (let n = lane; running; n += 3) codes.push(await guess(n));
  });
  try {
    await until("guesses are limited", () => codes.includes("RATE_LIMITED"));
    expect(await codeOf(signIn({ ...ACCOUNT, networkAddress: "198.51.100.200" }))).toBe("RATE_LIMITED");
    const owner = await signIn({ ...ACCOUNT, networkAddress: "198.51.100.200", browserCookie });
    expect(await findStaffIdentity(db, owner.sessionId)).not.toBeNull();
  } finally {
    running = false;
    await Promise.all(flood);
  }
});

test("when strangers fill the queue of hashes, a known browser signs in and strangers are told to come back", async () => {
  await ensureConfiguredAccount(db, ACCOUNT.email, PASSWORD);
  const browserCookie = rememberBrowser("", "staff", ACCOUNT.email);
  const hashing = fillHashing("stranger");
  try {
    await expect(signIn({ ...ACCOUNT, networkAddress: "192.0.2.1" })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { retryAfterSeconds: 5 },
    });
    expect(await db.signInFailure.count()).toBe(0);
    const owner = signIn({ ...ACCOUNT, networkAddress: "192.0.2.1", browserCookie });
    await hashing.untilKnownWaits();
    hashing.endFirst();
    await owner;
  } finally {
    await hashing.endAll();
  }
});

test("a session ends by sign-out, idleness, age and a disabled account", async () => {
  const staffId = await addAccount();
  const clock = stopClock();
  const start = clock.ms;
  const ended = await openStaffSession(db, staffId, FROM);
  await endStaffSession(db, ended);
  expect(await findStaffIdentity(db, ended)).toBeNull();

  const idle = await openStaffSession(db, staffId, FROM);
  clock.ms = start + 29 * 60_000;
  expect(await findStaffIdentity(db, idle)).not.toBeNull();
  clock.ms = start + 58 * 60_000;
  expect(await findStaffIdentity(db, idle)).not.toBeNull();
  clock.ms = start + 89 * 60_000;
  expect(await findStaffIdentity(db, idle)).toBeNull();

  clock.ms = start;
  const deserted = await openStaffSession(db, staffId, FROM);
  const byItself = (): Promise<unknown> => findStaffIdentity(db, deserted, { isBackground: true });
  clock.ms = start + 29 * 60_000;
  expect(await byItself()).not.toBeNull();
  clock.ms = start + 31 * 60_000;
  expect(await byItself()).toBeNull();

  clock.ms = start;
  const old = await openStaffSession(db, staffId, FROM);
  for (let minute = 20; minute < 12 * 60; minute += 20) {
    clock.ms = start + minute * 60_000;
    expect(await findStaffIdentity(db, old)).not.toBeNull();
  }
  clock.ms = start + 12 * 3_600_000 + 1;
  expect(await findStaffIdentity(db, old)).toBeNull();

  const live = await openStaffSession(db, staffId, FROM);
  await db.staff.update({ where: { id: staffId }, data: { disabledAt: new Date() } });
  expect(await findStaffIdentity(db, live)).toBeNull();
  expect(await findStaffIdentity(db, "not-a-session")).toBeNull();
});

const ROUNDS_MIN = 3;
const ROUNDS_MAX = 12;

test("how much work a refusal takes does not tell whether the account exists", async () => {
  await ensureConfiguredAccount(db, ACCOUNT.email, PASSWORD);
  // Work of this process, in microseconds: elapsed time would depend on whatever else runs on the machine.
  const workSince = (before: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const measure = async (email: string, n: number): Promise<number> => {
    const before = process.cpuUsage();
    // A separate place for each try, so that none is stopped.
    const networkAddress = `198.51.100.${String(n)}`;
    expect(await codeOf(signIn({ email, password: "not the password", networkAddress }))).toBe(
      "UNAUTHENTICATED",
    );
    return workSince(before);
  };
  await measure(ACCOUNT.email, 0);
  // The least of several: whatever else runs on the machine can only add to it. Without the decoy a whole hash is missing, however often
  // this is measured. Comparing more finely would detect one extra row in a query, which no network does.
  const least = { known: Infinity, unknown: Infinity };
  const isAlike = (): boolean => least.known < 2 * least.unknown && least.unknown < 2 * least.known;
  for (let n = 1; n <= ROUNDS_MIN || (n <= ROUNDS_MAX && !isAlike()); n += 1) {
    least.known = Math.min(least.known, await measure(ACCOUNT.email, n));
    least.unknown = Math.min(least.unknown, await measure("nobody@example.com", n));
  }
  expect(isAlike(), JSON.stringify(least)).toBe(true);
});

test("each sign-in has a session of its own, with the device in words and an audit row", async () => {
  await addAccount();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const input = { ...ACCOUNT, networkAddress: "192.0.2.1", userAgent };
  const [first, second] = [await signIn(input), await signIn(input)];
  expect(first.sessionId).not.toBe(second.sessionId);
  const { staffId } = (await findStaffIdentity(db, first.sessionId)) ?? { staffId: "" };
  expect(
    (await listStaffSessions(db, staffId)).map(({ id, device, network }) => [id, device, network]),
  ).toEqual([
    [second.sessionId, "Firefox on Linux", "192.0.2.1"],
    [first.sessionId, "Firefox on Linux", "192.0.2.1"],
  ]);
  expect(await db.audit.count({ where: { action: "staff.sign-in", actorId: staffId } })).toBe(2);
});

test("a hash of an earlier, cheaper cost is replaced at the next sign-in", async () => {
  await addAccount();
  await signIn({ ...ACCOUNT, networkAddress: "192.0.2.1" });
  const { passwordHash } = await db.staff.findFirstOrThrow();
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=7,p=1\$/);
  await signIn({ ...ACCOUNT, networkAddress: "192.0.2.1" });
});
