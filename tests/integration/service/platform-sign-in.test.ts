/**
 * Getting back into an account of the platform, and its second factor: against a real database, with links taken from the emails that
 * people get.
 */
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import type * as sessions from "#lib/service/server/platform/sessions.ts";
import { cheapHash } from "#tests/support/cheap-hash.ts";
import { dumpDatabase } from "#tests/support/database-dump.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addUser } from "./people.ts";

const PASSWORD = "a long walk by the water";
const NEW_PASSWORD = "kranen boven de haven";
const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;
const NETWORK = "198.51.100.1";

let counter = 0;
const stopClock = useStoppedClock();

const service = await useServiceServer();
const platform = {
  ...(await import("#lib/service/server/platform/accounts.ts")),
  ...(await import("#lib/service/server/platform/links.ts")),
  ...(await import("#lib/service/server/platform/passwords.ts")),
  ...(await import("#lib/service/server/platform/second-factor.ts")),
  ...(await import("#lib/service/server/platform/sessions.ts")),
};
const passwordHash = await cheapHash(PASSWORD);
beforeEach(async () => {
  await service.db.signInFailure.deleteMany({});
});

type Person = { user: sessions.PlatformUser; sessionId: string };

/** A signed-in person whose account has the password PASSWORD. */
async function addPerson(): Promise<Person> {
  counter += 1;
  const email = `person-${String(counter)}@example.org`;
  const row = await addUser(service.db, email, { passwordHash });
  return { user: platform.toPlatformUser(row), sessionId: await platform.startSession(service.db, row.id) };
}

/** The email that was written last; several may be delivered at the same moment. */
async function newestMail(recipient: string): Promise<{ subject: string; text: string; token: string }> {
  await service.deliverMails();
  const { messageId } = await service.db.outboxMail.findFirstOrThrow({
    where: { recipient },
    orderBy: { id: "desc" },
  });
  const { subject, text } = await service.db.mailboxMessage.findUniqueOrThrow({ where: { messageId } });
  return { subject, text, token: /[?&]token=([\w-]{43})/.exec(text)?.[1] ?? "" };
}

async function askForLink(email: string, networkAddress = NETWORK): Promise<string> {
  await platform.requestPasswordReset(service.db, { email, networkAddress });
  return (await newestMail(email)).token;
}

/** "signed-in", what was asked for, or the code of the refusal. */
async function tryIn(
  { user }: Person,
  { password = PASSWORD, code = "", networkAddress = "203.0.113.1" } = {},
): Promise<string> {
  const input = { email: user.email, password, code, networkAddress };
  return platform.signIn(service.db, input).then(({ outcome }) => outcome, refusalOf);
}

const refusalOf = (thrown: unknown): string => (thrown instanceof AppError ? thrown.code : String(thrown));
const codeOf = (work: Promise<unknown>): Promise<string> => work.then(() => "none", refusalOf);
const isLive = async ({ sessionId }: Person): Promise<boolean> =>
  (await platform.findSessionUser(service.db, sessionId)) !== null;
const setWith = (token: string, password = NEW_PASSWORD): Promise<string> =>
  codeOf(platform.setNewPassword(service.db, token, { password }));

describe("a forgotten password", () => {
  test("a mailed link sets a new one: once, within its hour, until a newer mail", async () => {
    const person = await addPerson();
    const [older, good] = [await askForLink(person.user.email), await askForLink(person.user.email)];
    expect(await platform.findPasswordReset(service.db, older)).toBeNull();
    for (let scan = 0; scan < 50; scan += 1)
      expect(await platform.findPasswordReset(service.db, good)).toMatchObject({ email: person.user.email });
    stopClock(Date.now() + HOUR_MS + 1000);
    expect(await setWith(good)).toBe("FORBIDDEN");
    stopClock();
    expect(await setWith(good, "short")).toBe("VALIDATION");
    expect(await isLive(person)).toBe(true);
    const codes = await Promise.all([setWith(good), setWith(good), setWith(good), setWith(older)]);
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    expect(await tryIn(person)).toBe("UNAUTHENTICATED");
    expect(await tryIn(person, { password: NEW_PASSWORD })).toBe("signed-in");
    expect(await setWith(good)).toBe("FORBIDDEN");
  });

  test("the new one ends every session and every link that waits, and a mail tells the person", async () => {
    const person = await addPerson();
    const other = await addPerson();
    const elsewhere = { ...person, sessionId: await platform.startSession(service.db, person.user.id) };
    expect(await setWith(await askForLink(person.user.email))).toBe("none");
    expect([await isLive(person), await isLive(elsewhere), await isLive(other)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await newestMail(person.user.email)).subject).toBe("Your password was changed");

    const waiting = await askForLink(other.user.email);
    const input = { password: PASSWORD, newPassword: NEW_PASSWORD };
    await platform.changePassword(service.db, other.user, input);
    expect(await setWith(waiting)).toBe("FORBIDDEN");
    expect(await isLive(other)).toBe(false);
    expect((await newestMail(other.user.email)).subject).toBe("Your password was changed");
  });

  test("only the hash of a link's token is kept, and a token of another kind opens nothing", async () => {
    const person = await addPerson();
    const token = await askForLink(person.user.email);
    await service.db.mailboxMessage.deleteMany({});
    const dump = JSON.stringify(await dumpDatabase(service.db));
    expect(dump).not.toContain(token);
    const row = await service.db.servicePasswordReset.findUniqueOrThrow({
      where: { userId: person.user.id },
    });
    for (const guess of [row.tokenHash, person.sessionId, token.toLowerCase(), token.slice(1), ""])
      expect(await platform.findPasswordReset(service.db, guess)).toBeNull();
  });

  test("the answer is the same for an address without an account, which gets no mail", async () => {
    const { user } = await addPerson();
    const before = await service.db.outboxMail.count();
    const ask = (email: string): Promise<unknown> =>
      platform.requestPasswordReset(service.db, { email, networkAddress: NETWORK });
    expect(await ask("never-invited@example.org")).toBeUndefined();
    expect(await service.db.outboxMail.count()).toBe(before);
    expect(await ask(user.email.toUpperCase())).toBeUndefined();
    expect(await service.db.outboxMail.count()).toBe(before + 1);
    expect(await codeOf(ask("no address at all"))).toBe("VALIDATION");
  });

  test("asking is slowed down by place, and for one address from however many places, account or not", async () => {
    const { user } = await addPerson();
    for (const email of [user.email, "nobody-here@example.org"]) {
      const fromOne = await Promise.all(
        Array.from({ length: 8 }, () =>
          codeOf(platform.requestPasswordReset(service.db, { email, networkAddress: "198.51.100.9" })),
        ),
      );
      expect(fromOne.filter((code) => code === "none").length).toBeLessThanOrEqual(5);
      const before = await service.db.outboxMail.count({ where: { recipient: email } });
      const fromMany: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const input = { email, networkAddress: `203.0.113.${String(n)}` };
        fromMany.push(await codeOf(platform.requestPasswordReset(service.db, input)));
      }
      expect(fromMany.at(-1)).toBe("RATE_LIMITED");
      const mails = await service.db.outboxMail.count({ where: { recipient: email } });
      expect(mails - before).toBeLessThanOrEqual(6);
    }
  });

  test("an operator has a link sent, for a day, and the mail tells who asked", async () => {
    const { user } = await addPerson();
    await service.db.$transaction((tx) => platform.sendPasswordReset(tx, user.id, "Ada Admin"));
    const { text, token } = await newestMail(user.email);
    expect(text).toContain("Ada Admin asked for a new password");
    stopClock(Date.now() + 23 * HOUR_MS);
    expect(await setWith(token)).toBe("none");
  });

  test("who has an account but no invitation that waits gets a mail, too, when asking for an invitation's link", async () => {
    const { user } = await addPerson();
    await platform.requestFreshLink(service.db, { email: user.email, networkAddress: NETWORK });
    const { subject, text } = await newestMail(user.email);
    expect(subject).toBe("You have no pending invitation");
    expect(text).toContain(`${service.origin}/platform/sign-in`);
  });
});

describe("the own password", () => {
  test("is asked for before another is taken, and guessing it is stopped", async () => {
    const person = await addPerson();
    const change = (password: string, newPassword: string): Promise<string> =>
      codeOf(platform.changePassword(service.db, person.user, { password, newPassword }));
    expect(await change("wrong", NEW_PASSWORD)).toBe("VALIDATION");
    expect(await change(PASSWORD, "baseball2026")).toBe("VALIDATION");
    expect(await change(PASSWORD, PASSWORD)).toBe("VALIDATION");
    expect(await isLive(person)).toBe(true);
    expect(await change(PASSWORD, NEW_PASSWORD)).toBe("none");
    for (let n = 0; n < 10; n += 1) expect(await change("wrong", NEW_PASSWORD)).toBe("VALIDATION");
    expect(await change(NEW_PASSWORD, PASSWORD)).toBe("RATE_LIMITED");
  });
});

describe("a second factor", () => {
  const codeAt = (secret: string, atMs: number): string => new TOTP({ secret }).generate({ timestamp: atMs });
  let clock: { ms: number };
  beforeEach(() => {
    clock = stopClock(Date.UTC(2026, 10, 22, 12));
  });

  /** A person with a second factor; the clock is one step later. */
  async function addProtected(): Promise<{ person: Person; secret: string; codes: string[] }> {
    const person = await addPerson();
    const { secret } = await platform.beginSecondFactor(service.db, person.user);
    const code = codeAt(secret, clock.ms);
    const codes = await platform.confirmSecondFactor(service.db, person.user, {
      password: PASSWORD,
      code,
      sessionId: person.sessionId,
    });
    clock.ms += STEP_MS;
    return { person, secret, codes };
  }

  test("is on only after a first right code and the password; other sessions end, and a mail tells", async () => {
    const person = await addPerson();
    const elsewhere = { ...person, sessionId: await platform.startSession(service.db, person.user.id) };
    const shown = await platform.beginSecondFactor(service.db, person.user);
    expect(shown.uri).toContain(`secret=${shown.secret}`);
    expect(await tryIn(person)).toBe("signed-in");
    const confirm = (password: string, code: string): Promise<string> =>
      codeOf(
        platform.confirmSecondFactor(service.db, person.user, {
          password,
          code,
          sessionId: person.sessionId,
        }),
      );
    expect(await confirm(PASSWORD, codeAt(shown.secret, clock.ms + 10 * STEP_MS))).toBe("VALIDATION");
    expect(await confirm("wrong", codeAt(shown.secret, clock.ms))).toBe("VALIDATION");
    expect(await confirm(PASSWORD, codeAt(shown.secret, clock.ms))).toBe("none");
    expect([await isLive(person), await isLive(elsewhere)]).toEqual([true, false]);
    expect(await tryIn(person)).toBe("code-needed");
    expect(await codeOf(platform.beginSecondFactor(service.db, person.user))).toBe("CONFLICT");
    expect((await newestMail(person.user.email)).subject).toBe("Your account has a second factor");
    expect(JSON.stringify(await dumpDatabase(service.db))).not.toContain(shown.secret);
  });

  test("a code opens once, also when it is sent several times at once", async () => {
    const { person, secret } = await addProtected();
    expect(await tryIn(person, { code: codeAt(secret, clock.ms - STEP_MS) })).toBe("code-refused");
    const code = codeAt(secret, clock.ms);
    const tries = await Promise.all(Array.from({ length: 5 }, () => tryIn(person, { code })));
    expect(tries.filter((outcome) => outcome === "signed-in")).toHaveLength(1);
    expect(await tryIn(person, { code })).toBe("code-refused");
  });

  test("a recovery code opens once, and only the account that it was made for", async () => {
    const [first, second] = [await addProtected(), await addProtected()];
    const [code = "", another = ""] = first.codes;
    expect(first.codes).toHaveLength(10);
    expect(await tryIn(second.person, { code })).toBe("code-refused");
    expect(await tryIn(first.person, { code: code.toLowerCase().replaceAll("-", " ") })).toBe("signed-in");
    expect(await tryIn(first.person, { code })).toBe("code-refused");
    const { user } = first.person;
    expect(await platform.getSecondFactor(service.db, user)).toMatchObject({ recoveryCodesLeft: 9 });
    const renewed = await platform.renewRecoveryCodes(service.db, user, { password: PASSWORD });
    expect(await tryIn(first.person, { code: another })).toBe("code-refused");
    expect(await tryIn(first.person, { code: renewed[0] ?? "" })).toBe("signed-in");
    const rows = JSON.stringify(await service.db.serviceRecoveryCode.findMany());
    expect([...first.codes, ...renewed].filter((each) => rows.includes(each.replaceAll("-", "")))).toEqual(
      [],
    );
  });

  test("guessing codes is stopped for the account, from however many places, and for no other account", async () => {
    const [target, other] = [await addProtected(), await addProtected()];
    for (let n = 0; n < 10; n += 1) {
      const networkAddress = `198.51.100.${String(n)}`;
      expect(await tryIn(target.person, { code: "000000", networkAddress })).toBe("code-refused");
    }
    const code = codeAt(target.secret, clock.ms);
    expect(await tryIn(target.person, { code, networkAddress: "203.0.113.9" })).toBe("RATE_LIMITED");
    expect(await tryIn(other.person, { code: codeAt(other.secret, clock.ms) })).toBe("signed-in");
  });

  test("a new password does not get around it", async () => {
    const { person, secret } = await addProtected();
    expect(await setWith(await askForLink(person.user.email))).toBe("none");
    expect(await tryIn(person, { password: NEW_PASSWORD })).toBe("code-needed");
    expect(await tryIn(person, { password: NEW_PASSWORD, code: codeAt(secret, clock.ms) })).toBe("signed-in");
  });

  test("is removed with the password, or by an operator for who lost everything; a mail tells", async () => {
    const { person } = await addProtected();
    const remove = (password: string): Promise<string> =>
      codeOf(platform.removeSecondFactor(service.db, person.user, { password }));
    expect(await remove("wrong")).toBe("VALIDATION");
    expect(await tryIn(person)).toBe("code-needed");
    // Emails are told apart by their times.
    clock.ms += 1000;
    expect(await remove(PASSWORD)).toBe("none");
    expect(await tryIn(person)).toBe("signed-in");
    expect((await newestMail(person.user.email)).subject).toBe("Your second factor was removed");
    expect(await service.db.serviceRecoveryCode.count({ where: { userId: person.user.id } })).toBe(0);

    const lost = await addProtected();
    await service.db.$transaction((tx) => platform.clearSecondFactor(tx, lost.person.user.id));
    expect(await tryIn(lost.person)).toBe("signed-in");
  });
});
