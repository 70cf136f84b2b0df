/** Who was refused, from where, and why: in the log and the audit, bounded however many try, and shown where refusals come in a burst. */
import { beforeEach, expect, test, vi } from "vitest";
import { requireTokenActor } from "#lib/auth/personal-token.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { listNewActs } from "#lib/features/audit/acts.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { listSuspicion } from "#lib/features/overview/attention.ts";
import { recordRefusal, ROWS_MAX, type Refused } from "#lib/features/refusals/record.ts";
import { confirmIdentity } from "#lib/features/staff/own-proof.ts";
import { signIn } from "#lib/features/staff/sign-ins.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addPerson, useAccounts, PASSWORD } from "../auth/accounts.ts";

const START = Date.UTC(2026, 10, 22, 12, 1, 0);
const QUARTER_MS = 15 * 60_000;
const V6 = "2001:db8:1:2:3:4:5:6";

let clock: { ms: number };
const stopClock = useStoppedClock();

await useAccounts();
beforeEach(async () => {
  clock = stopClock(START);
  await getDb().refusal.deleteMany({});
  await getDb().signInFailure.deleteMany({});
});

/** A refused sign-in with a password. */
const refused = (typed: string, networkAddress: string, reason = "e-mail and password"): Refused => ({
  kind: "SIGN_IN",
  actor: null,
  account: { typed },
  networkAddress,
  place: "password",
  reason,
});

async function refusedRows(objectId: string) {
  return getDb().audit.findMany({ where: { objectId, outcome: "REFUSED" }, orderBy: { seq: "asc" } });
}

const tryPassword = (email: string, networkAddress: string): Promise<string> =>
  codeOf(signIn({ email, password: "wrong", networkAddress }));

test("a refused sign-in names account, network and reason in the audit; an account that nobody has is a keyed hash", async () => {
  const person = await addPerson("OPERATOR");
  expect(await tryPassword(person.email.toUpperCase(), V6)).toBe("UNAUTHENTICATED");
  const [row] = await refusedRows(person.staffId);
  expect(row).toMatchObject({ action: "staff.sign-in", objectType: "staff", actorId: null });
  expect(row?.after).toMatchObject({
    email: person.email,
    network: "2001:db8:1:2::/64",
    reason: "e-mail and password",
    tries: 1,
  });
  expect(await tryPassword("nobody@portico.example", "192.0.2.9")).toBe("UNAUTHENTICATED");
  expect(await tryPassword("hunter2 my password", "192.0.2.9")).toBe("UNAUTHENTICATED");
  const strangers = await refusedRows("192.0.2.9");
  expect(strangers.map(({ after }) => after)).toEqual([
    expect.objectContaining({ account: expect.stringMatching(/^unknown [0-9a-f]{16}$/) as string }),
    expect.objectContaining({ account: expect.stringMatching(/^unknown [0-9a-f]{16}$/) as string }),
  ]);
  const kept = JSON.stringify([await getDb().refusal.findMany(), strangers], (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  expect(kept).not.toMatch(/nobody@|hunter2/);
});

test("tries that are the same in a quarter of an hour are one row that counts, and reach the audit at 1, 10 and 100", async () => {
  const person = await addPerson("VIEWER");
  const again = refused(person.email, "192.0.2.20", "too many tries");
  for (let n = 0; n < 120; n += 1) await recordRefusal(again);
  expect(await getDb().refusal.findMany({ where: { staffId: person.staffId } })).toMatchObject([
    { tries: 120 },
  ]);
  const triesOf = async (): Promise<unknown[]> =>
    (await refusedRows(person.staffId)).map(({ after }) => (after as { tries: number }).tries);
  expect(await triesOf()).toEqual([1, 10, 100]);
  clock.ms += QUARTER_MS;
  await recordRefusal(again);
  expect(await triesOf()).toEqual([1, 10, 100, 1]);
  expect((await verifyAudit()).ok).toBe(true);
});

test("a flood of strangers under ever new names and networks fills neither table nor audit nor log", async () => {
  const person = await addPerson("VIEWER");
  const lines = vi.spyOn(log, "warn");
  const [before, flood] = [await getDb().audit.count(), 300];
  for (let n = 0; n < flood; n += 1) {
    const typed = n % 2 === 0 ? `n${String(n)}@nobody.example` : person.email;
    await recordRefusal(refused(typed, `2001:db8:${n.toString(16)}::1`));
  }
  const rows = await getDb().refusal.findMany();
  expect(rows.reduce((sum, { tries }) => sum + tries, 0)).toBe(flood);
  const most = ROWS_MAX.unknown + ROWS_MAX.account + 2;
  expect(rows).toHaveLength(most);
  // 50 other strangers reach ten tries, 130 others at the account a hundred.
  expect((await getDb().audit.count()) - before).toBe(most + 3);
  expect(lines).toHaveBeenCalledTimes(most + 3);
  lines.mockRestore();
});

test("a refused proof and a refused access name who acted; a refused token names its owner", async () => {
  const person = await addPerson("OPERATOR");
  await codeOf(confirmIdentity(person, { password: "wrong" }, "192.0.2.30"));
  await recordRefusal({
    kind: "ACCESS",
    actor: person,
    networkAddress: "192.0.2.30",
    place: "staff.disable",
    reason: "forbidden",
  });
  const seen = await refusedRows(person.staffId);
  expect(seen).toMatchObject([
    { action: "staff.confirm", actorId: person.staffId, actorName: person.name },
    {
      action: "access.ask",
      actorId: person.staffId,
      after: { name: "staff.disable", network: "192.0.2.30" },
    },
  ]);
  const noted: unknown[] = [];
  const note = (...refusal: unknown[]): Promise<void> => Promise.resolve(void noted.push(refusal));
  await codeOf(requireTokenActor(getDb(), "Bearer wrong", "192.0.2.30", note));
  expect(noted).toEqual([["DEAD", null]]);
});

test("who was refused is no news for everybody: it is in the audit alone", async () => {
  const [person, admin] = [await addPerson("VIEWER"), await addPerson("ADMINISTRATOR")];
  await tryPassword(person.email, "192.0.2.40");
  expect(await refusedRows(person.staffId)).toHaveLength(1);
  for (const reader of [person, admin]) {
    const acts = await listNewActs(reader, 100);
    expect(acts.filter(({ outcome }) => outcome === "REFUSED")).toEqual([]);
  }
});

test("ten refused sign-ins to one account within an hour are shown with a way to the audit, and are gone an hour later", async () => {
  const person = await addPerson("OPERATOR", "Joost Kramer");
  const shown = async () => (await listSuspicion(getDb())).filter(({ id }) => id.endsWith(person.staffId));
  for (let n = 0; n < 9; n += 1) await tryPassword(person.email, `192.0.2.${String(50 + n)}`);
  expect(await shown()).toEqual([]);
  await tryPassword(person.email, "192.0.2.60");
  expect(await shown()).toMatchObject([
    {
      kind: "refusals",
      title: "10 refused sign-ins to the account of Joost Kramer within an hour",
      href: `/audit?outcome=REFUSED&kind=staff&object=${person.staffId}`,
    },
  ]);
  clock.ms += 60 * 60_000 + 1;
  expect(await shown()).toEqual([]);
});

test("refusals from one network are shown whatever the accounts", async () => {
  for (let n = 0; n < 30; n += 1)
    await recordRefusal(refused(`n${String(n)}@nobody.example`, "198.51.100.7"));
  const [burst] = await listSuspicion(getDb());
  expect(burst?.title).toBe("30 refusals from the network 198.51.100.7 within an hour");
  expect(burst?.detail).toContain("30 accounts");
});

test("a right password leaves no refusal", async () => {
  const person = await addPerson("VIEWER");
  await signIn({ email: person.email, password: PASSWORD, networkAddress: "192.0.2.70" });
  expect(await getDb().refusal.count()).toBe(0);
});
