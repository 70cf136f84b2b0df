/** The first account: by the one-time link, or by the configuration. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { createClient } from "#lib/db/client.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import {
  createFirstAccount,
  ensureConfiguredAccount,
  findSetupLinkState,
  isFirstRun,
  issueSetupToken,
} from "#lib/features/staff/first-run.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { codeOf } from "./accounts.ts";
import { fillHashing } from "./held-hashing.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: PrismaClient;

beforeAll(async () => {
  vi.stubEnv("PORTICO_SECRET", "a secret of the tests of staff accounts");
  database = await createTestDatabase();
  db = createClient(database.url);
});

afterAll(async () => {
  await db.$disconnect();
  await database.drop();
  vi.unstubAllEnvs();
});

const PASSWORD = "seven columns stand";
const ACCOUNT = { name: "Sanne Verbeek", email: "s.verbeek@example.com", password: PASSWORD };

const link = (token: string) => ({ token, networkAddress: "192.0.2.1" });

beforeEach(async () => {
  await db.signInFailure.deleteMany({});
  await db.staff.deleteMany({});
});

test("the setup link makes one administrator, once, and only its latest issue works", async () => {
  const older = (await issueSetupToken(db)) ?? "";
  const latest = (await issueSetupToken(db)) ?? "";
  expect(await findSetupLinkState(db, older)).toBe("dead");
  expect(await findSetupLinkState(db, latest)).toBe("good");
  expect(await codeOf(createFirstAccount(db, link(older), ACCOUNT))).toBe("FORBIDDEN");
  await createFirstAccount(db, link(latest), ACCOUNT);
  expect(await codeOf(createFirstAccount(db, link(latest), { ...ACCOUNT, email: "eve@example.com" }))).toBe(
    "FORBIDDEN",
  );
  expect(await isFirstRun(db)).toBe(false);
  expect(await issueSetupToken(db)).toBeNull();
  expect(await db.staff.findMany({ select: { email: true, role: true } })).toEqual([
    { email: "s.verbeek@example.com", role: "ADMINISTRATOR" },
  ]);
});

test("the first administrator stands in the audit: who, from where, and how the account came", async () => {
  const token = (await issueSetupToken(db)) ?? "";
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
  const token = (await issueSetupToken(db)) ?? "";
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, (_, n) =>
      createFirstAccount(db, link(token), { ...ACCOUNT, email: `n${String(n)}@example.com` }),
    ),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(await db.staff.count()).toBe(1);
});

test("a refused first account leaves the link usable", async () => {
  const token = (await issueSetupToken(db)) ?? "";
  expect(await codeOf(createFirstAccount(db, link(token), { ...ACCOUNT, password: "short" }))).toBe(
    "VALIDATION",
  );
  await createFirstAccount(db, link(token), ACCOUNT);
});

test("a setup link is good for an hour, then says so; the next start prints one that is", async () => {
  const start = Date.now();
  const restore = setClock(() => start);
  try {
    const token = (await issueSetupToken(db)) ?? "";
    setClock(() => start + 59 * 60_000);
    expect(await findSetupLinkState(db, token)).toBe("good");
    setClock(() => start + 60 * 60_000);
    expect(await findSetupLinkState(db, token)).toBe("old");
    await expect(createFirstAccount(db, link(token), ACCOUNT)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringMatching(/older than an hour.*Restart Portico/),
    });
    await createFirstAccount(db, link((await issueSetupToken(db)) ?? ""), ACCOUNT);
  } finally {
    restore();
  }
});

test("a setup link that is not good costs no hash and is counted by network", async () => {
  await issueSetupToken(db);
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

test("the configured administrator is made on an empty installation only", async () => {
  expect(await ensureConfiguredAccount(db, "boss@example.com", PASSWORD)).toBe(true);
  expect(await ensureConfiguredAccount(db, "other@example.com", PASSWORD)).toBe(false);
  expect(await db.staff.count()).toBe(1);
});

test("several instances that start at once make it once", async () => {
  const made = await Promise.all(
    ["boss@example.com", "boss@example.com", "other@example.com"].map((email) =>
      ensureConfiguredAccount(db, email, PASSWORD),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await db.staff.count()).toBe(1);
});
