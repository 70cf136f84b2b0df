/**
 * Sign-in with an identity provider, against a real one over HTTP: what must give no access, and what gives which. The provider's answers
 * are forged where a hostile provider, or an attacker in between, would forge them.
 */
import {
  SignJWT,
  UnsecuredJWT,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
} from "jose";
import { expect, test } from "vitest";
import { findStaffIdentity } from "#lib/auth/staff-session.ts";
import { newId } from "#lib/core/ids.ts";
import { parseRoleMapping } from "#lib/core/role-mapping.ts";
import { getDb } from "#lib/db/client.ts";
import {
  changeStaffRole,
  disableStaff,
  disconnectStaff,
  setSecondFactorRule,
} from "#lib/features/staff/commands.ts";
import { inviteStaff } from "#lib/features/staff/invitations.ts";
import { requestPasswordReset, sendPasswordReset } from "#lib/features/staff/passwords.ts";
import { openFlow, sealFlow } from "#lib/features/staff/provider/flow.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { addPerson, addToken, auditOf, isSessionLive, isTokenLive, readMail } from "./accounts.ts";
import { arrive, reasonOf, somewhere, travel, useProvider } from "./provider-desk.ts";

const moveClock = useMovedClock();

const { provider, settings } = await useProvider({
  OIDC_LABEL: "Kanaal account",
  OIDC_SCOPES: "openid email profile roles",
  OIDC_ROLES_CLAIM: "realm_access.roles",
  OIDC_ROLES: "looks=viewer, runs=administrator",
});

/** Somebody whom the provider knows, with a verified address. */
function addIdentity(roles: string[] = ["looks"]): { subject: string; email: string } {
  const subject = newId();
  const email = `${subject}@kanaal.example`;
  const claims = { name: "Noor Smit", email, email_verified: true, realm_access: { roles } };
  provider.people.set(subject, claims);
  return { subject, email };
}

/** The same person, invited here. */
async function invite(roles?: string[]): Promise<{ subject: string; email: string }> {
  const identity = addIdentity(roles);
  await inviteStaff(await addPerson("ADMINISTRATOR"), { email: identity.email, role: "OPERATOR" });
  return identity;
}

const without = (name: string, claims: JWTPayload): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));

const signIn = async (subject: string, by = settings) => arrive(by, await travel(provider, by, subject));

test("an invited person joins with the verified address, and has the role that the provider gives", async () => {
  const { subject, email } = await invite();
  const first = await signIn(subject);
  expect(first).toMatchObject({ email, name: "Noor Smit", role: "VIEWER", byProvider: true });
  const second = await signIn(subject);
  expect(second.staffId).toBe(first.staffId);
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(await auditOf(first.staffId)).toEqual(["staff.join", "staff.sign-in", "staff.sign-in"]);
  const row = await getDb().staff.findUniqueOrThrow({ where: { id: first.staffId } });
  expect(row.passwordHash).toBeNull();
  expect(await getDb().staffInvitation.count({ where: { openKey: email } })).toBe(0);
});

test("ten returns of an invited person at once make one account", async () => {
  const { subject, email } = await invite();
  const journeys = await Promise.all(Array.from({ length: 10 }, () => travel(provider, settings, subject)));
  const people = await Promise.all(journeys.map((journey) => arrive(settings, journey)));
  expect(new Set(people.map(({ staffId }) => staffId)).size).toBe(1);
  expect(await getDb().staff.count({ where: { email } })).toBe(1);
});

test("a forged, foreign or missing state opens nothing", async () => {
  const { subject } = await invite();
  const mine = await travel(provider, settings, subject);
  const other = await travel(provider, settings, subject);
  const forged = new URLSearchParams(mine.search);
  forged.set("state", "forged");
  const without = new URLSearchParams(mine.search);
  without.delete("state");
  for (const search of [
    `?${forged.toString()}`,
    `?${without.toString()}`,
    other.search,
    "",
    "?code=1&code=2",
  ])
    expect(await reasonOf(arrive(settings, { flow: mine.flow, search })), search).toBe("UNSOUND");
  expect(await reasonOf(arrive(settings, { flow: null, search: mine.search }))).toBe("UNSOUND");
  expect((await arrive(settings, mine)).role).toBe("VIEWER");
});

test("a code is good once, and only with the proof of the browser that asked for it", async () => {
  const { subject } = await invite();
  const journey = await travel(provider, settings, subject);
  await arrive(settings, journey);
  expect(await reasonOf(arrive(settings, journey))).toBe("UNSOUND");
  // Another person's code put into one's own sign-in: the verifier differs.
  const [theirs, mine] = [
    await travel(provider, settings, subject),
    await travel(provider, settings, subject),
  ];
  const injected = new URLSearchParams(mine.search);
  injected.set("code", new URLSearchParams(theirs.search).get("code") ?? "");
  expect(await reasonOf(arrive(settings, { flow: mine.flow, search: `?${injected.toString()}` }))).toBe(
    "UNSOUND",
  );
});

test("an answer in the name of another issuer, or of none, is not this provider's", async () => {
  const { subject } = await invite();
  for (const iss of ["https://evil.example", null]) {
    const { flow, search } = await travel(provider, settings, subject);
    const query = new URLSearchParams(search);
    if (iss === null) query.delete("iss");
    else query.set("iss", iss);
    expect(await reasonOf(arrive(settings, { flow, search: `?${query.toString()}` })), String(iss)).toBe(
      "UNSOUND",
    );
  }
});

test("an ID token that was changed, signed by another, or not for now and here opens nothing", async () => {
  const { subject } = await invite();
  const own = await importJWK(provider.key, "RS256");
  const { privateKey: foreign } = await generateKeyPair("RS256");
  const { kty, n, e } = provider.key;
  const pem = await exportSPKI(
    (await importJWK({ kty, n, e } as JWK, "RS256", { extractable: true })) as CryptoKey,
  );
  const header = { alg: "RS256", kid: "test" };
  const resigned = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader(header).sign(own);
  const hmac = (claims: JWTPayload, secret: string): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "test" }).sign(Buffer.from(secret));
  const past = Math.floor(Date.now() / 1000) - 3600;
  const forgeries: Record<string, (claims: JWTPayload) => Promise<string>> = {
    "wrong nonce": (claims) => resigned({ ...claims, nonce: "another" }),
    "no nonce": (claims) => resigned(without("nonce", claims)),
    "wrong issuer": (claims) => resigned({ ...claims, iss: "https://evil.example" }),
    "wrong audience": (claims) => resigned({ ...claims, aud: "another-client" }),
    "another authorized party": (claims) =>
      resigned({ ...claims, aud: [provider.clientId, "another"], azp: "another" }),
    expired: (claims) => resigned({ ...claims, iat: past, exp: past + 60 }),
    "no subject": (claims) => resigned(without("sub", claims)),
    "signed by another key": (claims) => new SignJWT(claims).setProtectedHeader(header).sign(foreign),
    "alg none": (claims) => Promise.resolve(new UnsecuredJWT(claims).encode()),
    "HS256 with the client's secret": (claims) => hmac(claims, provider.clientSecret),
    "HS256 with the public key": (claims) => hmac(claims, pem),
    "another person's subject under the old signature": async (claims) => {
      const [head = "", , signature = ""] = (await resigned(claims)).split(".");
      const body = Buffer.from(JSON.stringify({ ...claims, sub: "somebody-else" })).toString("base64url");
      return `${head}.${body}.${signature}`;
    },
    "no token at all": () => Promise.resolve("nothing"),
  };
  const opened: string[] = [];
  for (const [name, forge] of Object.entries(forgeries)) {
    const journey = await travel(provider, settings, subject);
    provider.forge = forge;
    const reason = await reasonOf(arrive(settings, journey));
    if (reason !== "UNSOUND") opened.push(`${name}: ${reason}`);
  }
  expect(opened).toEqual([]);
  expect(await getDb().staffIdentity.count({ where: { subject } })).toBe(0);
  // The forger's signing is itself sound when nothing is forged.
  const journey = await travel(provider, settings, subject);
  provider.forge = resigned;
  expect((await arrive(settings, journey)).role).toBe("VIEWER");
});

test("a provider that is silent, broken or gone is said to be, and asked again the next time", async () => {
  const { subject } = await invite();
  const journey = await travel(provider, settings, subject);
  provider.fault = 502;
  expect(await reasonOf(arrive(settings, journey))).toBe("SILENT");
  provider.fault = null;
  const gone = { ...settings, issuer: new URL("http://localhost:9") };
  expect(await reasonOf(travel(provider, gone, subject))).toBe("SILENT");
  const plainElsewhere = { ...settings, issuer: new URL("http://192.0.2.1") };
  expect(await reasonOf(travel(provider, plainElsewhere, subject))).toBe("SILENT");
  expect((await signIn(subject)).role).toBe("VIEWER");
  const denied = await travel(provider, settings, subject);
  const query = new URLSearchParams(denied.search);
  query.delete("code");
  query.set("error", "access_denied");
  expect(await reasonOf(arrive(settings, { ...denied, search: `?${query.toString()}` }))).toBe("DENIED");
});

test("an address that is not verified, not invited, or somebody's with a password leads into no account", async () => {
  const unverified = await invite();
  const claims = provider.people.get(unverified.subject) ?? {};
  for (const mark of [false, undefined, "true", 1]) {
    provider.people.set(unverified.subject, { ...claims, email_verified: mark });
    expect(await reasonOf(signIn(unverified.subject)), String(mark)).toBe("UNVERIFIED");
  }
  expect(await reasonOf(signIn(addIdentity().subject))).toBe("NOT_INVITED");
  const local = await addPerson("ADMINISTRATOR");
  const thief = addIdentity(["runs"]);
  provider.people.set(thief.subject, { ...provider.people.get(thief.subject), email: local.email });
  expect(await reasonOf(signIn(thief.subject))).toBe("HAS_PASSWORD");
  expect(await getDb().staffIdentity.count({ where: { staffId: local.staffId } })).toBe(0);
  // When an address gets a new owner at the provider, the account does not go with it.
  const first = await invite();
  const owner = await signIn(first.subject);
  const heir = addIdentity(["runs"]);
  provider.people.set(heir.subject, { ...provider.people.get(heir.subject), email: first.email });
  expect(await reasonOf(signIn(heir.subject))).toBe("TAKEN");
  provider.people.set(first.subject, { ...provider.people.get(first.subject), email: "new@kanaal.example" });
  expect((await signIn(first.subject)).staffId).toBe(owner.staffId);
});

test("the role is read at every sign-in: another one ends what was open, none lets nobody in", async () => {
  const { subject } = await invite();
  const before = await signIn(subject);
  const roles = (words: unknown): void => {
    provider.people.set(subject, { ...provider.people.get(subject), realm_access: { roles: words } });
  };
  roles(["offline_access", "looks", "runs"]);
  const promoted = await signIn(subject);
  expect([promoted.staffId, promoted.role]).toEqual([before.staffId, "ADMINISTRATOR"]);
  expect(await findStaffIdentity(getDb(), before.sessionId)).toBeNull();
  const token = await addToken({ ...promoted, requestId: "7F3A-2210" });
  expect(await isTokenLive(token)).toBe(true);
  for (const none of [[], ["RUNS"], "runs of luck", null, { 0: "runs" }, [["runs"]]]) {
    roles(none);
    expect(await reasonOf(signIn(subject)), JSON.stringify(none)).toBe("NO_ROLE");
  }
  expect(await findStaffIdentity(getDb(), promoted.sessionId)).toBeNull();
  expect(await isTokenLive(token)).toBe(false);
  const rows = await getDb().audit.findMany({ where: { objectId: before.staffId, action: "staff.sign-in" } });
  expect(rows.filter(({ outcome }) => outcome === "REFUSED")).toHaveLength(6);
  const admin = await addPerson("ADMINISTRATOR");
  expect(await codeOf(changeStaffRole(admin, before.staffId, "OPERATOR"))).toBe("CONFLICT");
  roles("looks");
  expect((await signIn(subject)).role).toBe("VIEWER");
  await disableStaff(admin, before.staffId);
  expect(await reasonOf(signIn(subject))).toBe("DISABLED");
});

test("without a mapping the invitation gives the role; with it, everybody who has one may come in, if so configured", async () => {
  const { subject } = await invite([]);
  expect((await signIn(subject, { ...settings, roles: null })).role).toBe("OPERATOR");
  const open = { ...settings, accounts: "role" as const };
  expect((await signIn(addIdentity(["runs"]).subject, open)).role).toBe("ADMINISTRATOR");
  expect(await reasonOf(signIn(addIdentity(["walks"]).subject, open))).toBe("NO_ROLE");
  const mapping = parseRoleMapping("__proto__=administrator");
  if (mapping === null) throw new Error("The mapping is not read.");
  const odd = { ...open, roles: { claim: "constructor.name", mapping } };
  expect(await reasonOf(signIn(addIdentity(["runs"]).subject, odd))).toBe("NO_ROLE");
});

test("a second factor that is asked for has to stand in the ID token", async () => {
  const { subject } = await invite();
  const strict = { ...settings, acr: ["gold"], amr: ["mfa", "hwk"] };
  for (const shown of [{}, { acr: "gold" }, { amr: ["mfa"] }, { acr: "gold", amr: ["pwd"] }]) {
    provider.shown = shown;
    expect(await reasonOf(signIn(subject, strict)), JSON.stringify(shown)).toBe("SECOND_FACTOR");
  }
  provider.shown = { acr: "gold", amr: ["pwd", "hwk"] };
  const signedIn = await signIn(subject, strict);
  expect(signedIn.secondFactorMissing).toBe(false);
  // A rule of the portal for this role: the configuration here names nothing by which the provider could prove a second factor, so its
  // sign-in is not enough.
  const admin = await addPerson("ADMINISTRATOR");
  await setSecondFactorRule(admin, "VIEWER", true);
  expect(await findStaffIdentity(getDb(), signedIn.sessionId)).toBeNull();
  expect(await reasonOf(signIn(subject))).toBe("SECOND_FACTOR");
  await setSecondFactorRule(admin, "VIEWER", false);
});

test("a local account is connected by its own session only, loses its password, and never the last one", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const person = await addPerson("VIEWER");
  const token = await addToken(person);
  const { subject } = addIdentity();
  const connects = { staffId: person.staffId, sessionId: person.sessionId };
  const journey = async () => travel(provider, settings, subject, connects);
  // No session, somebody else's, and another session of the same person.
  expect(await reasonOf(arrive(settings, await journey(), null))).toBe("UNSOUND");
  expect(await reasonOf(arrive(settings, await journey(), admin))).toBe("UNSOUND");
  expect(await reasonOf(arrive(settings, await journey(), { ...person, sessionId: newId() }))).toBe(
    "UNSOUND",
  );
  const connected = await arrive(settings, await journey(), person);
  expect(connected).toMatchObject({ staffId: person.staffId, email: person.email, byProvider: true });
  expect([await isSessionLive(person), await isTokenLive(token)]).toEqual([false, false]);
  const row = await getDb().staff.findUniqueOrThrow({ where: { id: person.staffId } });
  expect(row.passwordHash).toBeNull();
  expect((await signIn(subject)).staffId).toBe(person.staffId);
  expect(await auditOf(person.staffId)).toContain("staff.connect");
  // No password returns while the provider is in charge.
  expect(await codeOf(sendPasswordReset(admin, person.staffId))).toBe("CONFLICT");
  await requestPasswordReset({ email: person.email, networkAddress: "192.0.2.250" });
  await expect(readMail(person.email)).rejects.toThrow();
  // The identity is in use; and one administrator must keep a password.
  const others = { staffId: admin.staffId, sessionId: admin.sessionId };
  expect(await reasonOf(arrive(settings, await travel(provider, settings, subject, others), admin))).toBe(
    "TAKEN",
  );
  await getDb().staff.updateMany({
    where: { role: "ADMINISTRATOR", NOT: { id: admin.staffId } },
    data: { disabledAt: new Date() },
  });
  const boss = addIdentity(["runs"]);
  expect(
    await reasonOf(arrive(settings, await travel(provider, settings, boss.subject, others), admin)),
  ).toBe("LAST_PASSWORD");
  // An administrator removes the identity: a new one with the same verified address gives access to the account again.
  await disconnectStaff(admin, person.staffId);
  expect(await findStaffIdentity(getDb(), connected.sessionId)).toBeNull();
  const anew = addIdentity();
  provider.people.set(anew.subject, { ...provider.people.get(anew.subject), email: person.email });
  expect((await signIn(anew.subject)).staffId).toBe(person.staffId);
});

test("what the browser keeps cannot be made up, changed, or used after ten minutes", () => {
  const flow = { state: "s", nonce: "n", verifier: "v", next: "/", connects: null, confirms: null };
  const sealed = sealFlow(flow);
  expect(openFlow(sealed)).toMatchObject(flow);
  expect(sealed).not.toContain("verifier");
  const bytes = Buffer.from(sealed, "base64url");
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  const plain = Buffer.from(JSON.stringify({ ...flow, startedAt: Date.now() })).toString("base64url");
  for (const made of [bytes.toString("base64url"), plain, "", "x"]) expect(openFlow(made)).toBeNull();
  moveClock(601_000);
  expect(openFlow(sealed)).toBeNull();
});

test("failed returns from one place are stopped; others still come in", async () => {
  const { subject } = await invite();
  const from = somewhere();
  const journey = await travel(provider, settings, subject);
  for (let n = 0; n < 60; n += 1)
    expect(await reasonOf(arrive(settings, { flow: null, search: "" }, null, from))).toBe("UNSOUND");
  expect(await codeOf(arrive(settings, journey, null, from))).toBe("RATE_LIMITED");
  expect((await arrive(settings, journey)).role).toBe("VIEWER");
});
