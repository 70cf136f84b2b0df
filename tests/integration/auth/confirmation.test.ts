/** A fresh proof of the person: when a session has one, what provides one, and what does not. */
import { SignJWT, importJWK, type JWTPayload } from "jose";
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { requireConfirmation, toSignedInActor, type SignedInActor } from "#lib/auth/session.ts";
import { CONFIRMED_MS, findStaffIdentity } from "#lib/auth/staff-session.ts";
import { newId } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import { beginSecondFactor, confirmSecondFactor } from "#lib/features/staff/own-account.ts";
import { confirmIdentity } from "#lib/features/staff/own-proof.ts";
import { inviteStaff } from "#lib/features/staff/invitations.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addPerson, PASSWORD } from "./accounts.ts";
import { arrive, reasonOf, travel, useProvider } from "./provider-desk.ts";

let clock: { ms: number };
const stopClock = useStoppedClock();

const { provider, settings } = await useProvider();
beforeEach(() => {
  clock = stopClock();
});

/** What a request of this session is told where a fresh proof is needed. */
async function askOf({ sessionId }: Pick<SignedInActor, "sessionId">): Promise<string> {
  const identity = await findStaffIdentity(getDb(), sessionId);
  if (identity === null) return "ended";
  return codeOf(Promise.resolve().then(() => requireConfirmation(toSignedInActor(identity))));
}

/** A minute longer than a proof is valid, while the session is kept alive. */
async function wait({ sessionId }: Pick<SignedInActor, "sessionId">): Promise<void> {
  clock.ms += CONFIRMED_MS + 60_000;
  await findStaffIdentity(getDb(), sessionId);
}

test("signing in is a proof that holds for a quarter of an hour; then the password gives a new one, for this session alone", async () => {
  const person = await addPerson("OPERATOR");
  expect(await askOf(person)).toBe("none");
  await wait(person);
  expect(await askOf(person)).toBe("CONFIRMATION_NEEDED");
  expect(await codeOf(confirmIdentity(person, { password: "wrong" }, "192.0.2.1"))).toBe("VALIDATION");
  expect(await askOf(person)).toBe("CONFIRMATION_NEEDED");
  const other = { sessionId: newId() };
  await getDb().staffSession.create({ data: { id: other.sessionId, staffId: person.staffId } });
  await confirmIdentity(person, { password: PASSWORD }, "192.0.2.1");
  expect([await askOf(person), await askOf(other)]).toEqual(["none", "CONFIRMATION_NEEDED"]);
});

test("where the account has a second factor, the password alone is no proof, and a code is good once", async () => {
  const person = await addPerson("OPERATOR");
  const { secret } = await beginSecondFactor(person);
  const code = (): string => new TOTP({ secret }).generate({ timestamp: clock.ms });
  const [recovery = ""] = await confirmSecondFactor(person, { password: PASSWORD, code: code() });
  await wait(person);
  expect(await codeOf(confirmIdentity(person, { password: PASSWORD }, "192.0.2.1"))).toBe("VALIDATION");
  expect(await codeOf(confirmIdentity(person, { password: PASSWORD, code: "000000" }, "192.0.2.1"))).toBe(
    "VALIDATION",
  );
  expect(await askOf(person)).toBe("CONFIRMATION_NEEDED");
  const typed = code();
  await confirmIdentity(person, { password: PASSWORD, code: typed }, "192.0.2.1");
  expect(await askOf(person)).toBe("none");
  expect(await codeOf(confirmIdentity(person, { password: PASSWORD, code: typed }, "192.0.2.1"))).toBe(
    "VALIDATION",
  );
  await confirmIdentity(person, { password: PASSWORD, code: recovery }, "192.0.2.1");
});

test("wrong passwords are counted for the account: a session left open is no place to guess at", async () => {
  const person = await addPerson("VIEWER");
  for (let n = 0; n < 10; n += 1)
    expect(await codeOf(confirmIdentity(person, { password: "wrong" }, "192.0.2.1"))).toBe("VALIDATION");
  expect(await codeOf(confirmIdentity(person, { password: PASSWORD }, "192.0.2.1"))).toBe("RATE_LIMITED");
});

/** Somebody who signed in with the provider, as the portal's request sees them. */
async function joinByProvider(): Promise<{ person: SignedInActor; subject: string }> {
  const subject = newId();
  const email = `${subject}@kanaal.example`;
  provider.people.set(subject, { name: "Noor Smit", email, email_verified: true });
  await inviteStaff(await addPerson("ADMINISTRATOR"), { email, role: "OPERATOR" });
  return {
    person: toSignedInActor(await arrive(settings, await travel(provider, settings, subject))),
    subject,
  };
}

const fresh = ({ staffId, sessionId }: SignedInActor, subject: string) =>
  travel(provider, settings, subject, null, { staffId, sessionId });

test("at the identity provider, only a fresh sign-in of the same person proves the session that asked", async () => {
  const { person, subject } = await joinByProvider();
  const other = await joinByProvider();
  await getDb().staffSession.update({ where: { id: person.sessionId }, data: { confirmedAt: null } });
  expect(await askOf(person)).toBe("CONFIRMATION_NEEDED");
  const theirs = await fresh(person, other.subject);
  expect(await reasonOf(arrive(settings, theirs, person))).toBe("OTHER_PERSON");
  const elsewhere = await fresh(person, subject);
  expect(await reasonOf(arrive(settings, elsewhere, other.person))).toBe("UNSOUND");
  expect(await askOf(person)).toBe("CONFIRMATION_NEEDED");
  const identity = await arrive(settings, await fresh(person, subject), person);
  expect(identity).toMatchObject({ sessionId: person.sessionId, isConfirmed: true });
});

test("a provider that does not say when somebody signed in, or names an older sign-in, proves nothing", async () => {
  const { person, subject } = await joinByProvider();
  await getDb().staffSession.update({ where: { id: person.sessionId }, data: { confirmedAt: null } });
  const key = await importJWK(provider.key, "RS256");
  for (const age of [null, 120]) {
    provider.forge = (claims) => {
      const others = Object.entries(claims).filter(([name]) => name !== "auth_time");
      const said = age === null ? [] : [["auth_time", Math.floor(Date.now() / 1000) - age]];
      return new SignJWT(Object.fromEntries([...others, ...said]) as JWTPayload)
        .setProtectedHeader({ alg: "RS256", kid: "test" })
        .sign(key);
    };
    expect(await reasonOf(arrive(settings, await fresh(person, subject), person))).toBe("NOT_FRESH");
  }
  provider.forge = null;
  expect(await askOf(person)).toBe("CONFIRMATION_NEEDED");
});
