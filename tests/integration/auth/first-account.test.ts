/** The first account: by the one-time link, or by the configuration. */
import { expect, test } from "vitest";
import {
  createFirstAccount,
  ensureConfiguredAccount,
  findSetupLinkState,
  isFirstRun,
  issueSetupLink,
} from "#lib/features/staff/first-run.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { ACCOUNT, PASSWORD, withoutAccounts } from "./accounts.ts";
import { fillHashing } from "./held-hashing.ts";

const db = await withoutAccounts();
const stopClock = useStoppedClock();

/** The token of a new link. */
const issueToken = async (): Promise<string> =>
  new URL((await issueSetupLink(db)) ?? "").searchParams.get("setup") ?? "";

const link = (token: string) => ({ token, networkAddress: "192.0.2.1" });

test("the setup link makes one administrator, once, and only its latest issue works", async () => {
  const older = await issueToken();
  const latest = await issueToken();
  expect(await findSetupLinkState(db, older)).toBe("dead");
  expect(await findSetupLinkState(db, latest)).toBe("good");
  expect(await codeOf(createFirstAccount(db, link(older), ACCOUNT))).toBe("FORBIDDEN");
  await createFirstAccount(db, link(latest), ACCOUNT);
  expect(await codeOf(createFirstAccount(db, link(latest), { ...ACCOUNT, email: "eve@example.com" }))).toBe(
    "FORBIDDEN",
  );
  expect(await isFirstRun(db)).toBe(false);
  expect(await issueSetupLink(db)).toBeNull();
  expect(await db.staff.findMany({ select: { email: true, role: true } })).toEqual([
    { email: "s.verbeek@example.com", role: "ADMINISTRATOR" },
  ]);
});

test("the first administrator stands in the audit: who, from where, and how the account came", async () => {
  const token = await issueToken();
  const { staffId } = await createFirstAccount(
    db,
    { token, networkAddress: "2001:db8:1:2:3:4:5:6" },
    ACCOUNT,
  );
  const [row] = await db.audit.findMany({ where: { objectId: staffId } });
  expect(row).toMatchObject({ action: "staff.create-first", actorId: staffId, outcome: "DONE" });
  expect(row?.after).toMatchObject({
    email: "s.verbeek@example.com",
    role: "ADMINISTRATOR",
    way: "set-up link",
    network: "2001:db8:1:2::/64",
  });
  await db.staff.deleteMany({});
  await ensureConfiguredAccount(db, "root@example.com", ACCOUNT.password);
  const configured = await db.staff.findFirstOrThrow();
  const [other] = await db.audit.findMany({ where: { objectId: configured.id } });
  expect(other?.after).toMatchObject({ email: "root@example.com", way: "PORTICO_ADMIN_EMAIL" });
});

test("several people opening the setup link at once make one account", async () => {
  const token = await issueToken();
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, (_, n) =>
      createFirstAccount(db, link(token), { ...ACCOUNT, email: `n${String(n)}@example.com` }),
    ),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(await db.staff.count()).toBe(1);
});

test("a refused first account leaves the link usable", async () => {
  const token = await issueToken();
  expect(await codeOf(createFirstAccount(db, link(token), { ...ACCOUNT, password: "short" }))).toBe(
    "VALIDATION",
  );
  await createFirstAccount(db, link(token), ACCOUNT);
});

test("a setup link is good for an hour, then says so; the next start prints one that is", async () => {
  const clock = stopClock();
  const token = await issueToken();
  clock.ms += 59 * 60_000;
  expect(await findSetupLinkState(db, token)).toBe("good");
  clock.ms += 60_000;
  expect(await findSetupLinkState(db, token)).toBe("old");
  await expect(createFirstAccount(db, link(token), ACCOUNT)).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringMatching(/older than an hour.*Restart Portico/),
  });
  await createFirstAccount(db, link(await issueToken()), ACCOUNT);
});

test("a setup link that is not good costs no hash and is counted by network", async () => {
  await issueSetupLink(db);
  const tries = Array.from({ length: 31 }, (_, n) => ({
    token: `wrong ${String(n)}`,
    networkAddress: `2001:db8:3:4::${n.toString(16)}`,
  }));
  const hashing = fillHashing("known");
  try {
    const codes: string[] = [];
    for (const each of tries) codes.push(await codeOf(createFirstAccount(db, each, ACCOUNT)));
    expect(new Set(codes.slice(0, 30))).toEqual(new Set(["FORBIDDEN"]));
    expect(codes[30]).toBe("RATE_LIMITED");
  } finally {
    await hashing.endAll();
  }
});

test("the configured administrator is made on an empty installation only, however many instances start at once", async () => {
  const made = await Promise.all(
    ["boss@example.com", "boss@example.com", "other@example.com"].map((email) =>
      ensureConfiguredAccount(db, email, PASSWORD),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await db.staff.count()).toBe(1);
});
