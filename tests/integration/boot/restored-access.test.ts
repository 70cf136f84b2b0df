/**
 * A restore revives nothing that was revoked after the backup was made: what gave access then gives none until an administrator allows it.
 */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sealSecret } from "#lib/core/crypto-box.ts";
import { newId, sha256Hex } from "#lib/core/ids.ts";
import { createClient, type PrismaClient, type StaffRole } from "#lib/db/client.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { runCommand } from "#tests/support/command.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

const COMMANDS_MS = 180_000;
const SECRET = "a secret of the restored access, long enough";

const targets: TestDatabase[] = [];
const clients: PrismaClient[] = [];

const place = (url: string, folder: string): Record<string, string> => ({
  DATABASE_URL: url,
  PORTICO_DATA_DIR: join(scratch, folder),
  PORTICO_SECRET: SECRET,
});

async function addPerson(name: string, role: StaffRole): Promise<void> {
  const id = newId();
  const soon = new Date(Date.now() + 3_600_000);
  await db.staff.create({
    data: {
      id,
      email: `${name}@x.example`,
      name,
      role,
      passwordHash: "h",
      sessions: { create: { id: newId() } },
      tokens: {
        create: {
          id: newId(),
          name: "t",
          tokenHash: sha256Hex(`token of ${name}`),
          hint: "last",
          scope: "READING",
          createdAt: new Date(),
          expiresAt: soon,
        },
      },
      recovery: { create: { id: newId(), codeHash: "c" } },
      reset: { create: { tokenHash: sha256Hex(`reset of ${name}`), expiresAt: soon } },
    },
  });
}

process.env["PORTICO_SECRET"] = SECRET;
const scratch = await useScratchFolder("restored-access");
const source = await createTestDatabase();
const db = createClient(source.url);
const soon = new Date(Date.now() + 3_600_000);
await addPerson("ada", "ADMINISTRATOR");
await addPerson("anna", "ADMINISTRATOR");
await addPerson("olaf", "OPERATOR");
await db.staffInvitation.create({
  data: {
    id: newId(),
    email: "new@x.example",
    openKey: "new@x.example",
    role: "VIEWER",
    tokenHash: sha256Hex("invitation"),
    expiresAt: soon,
    invitedById: newId(),
    invitedByName: "Ada",
    createdAt: new Date(),
    outboxId: newId(),
  },
});
const id = newId();
const address = { baseUrl: "http://a", authUrl: "http://a", realm: "r", platformUrl: "http://a" };
const secretCipher = sealSecret("s", `connection:${id}`);
await db.connection.create({
  data: {
    id,
    name: "own",
    kind: "BUILTIN",
    ...address,
    clientId: "portal",
    secretCipher,
    secretLast4: "last",
  },
});
await db.serviceApplication.create({ data: { clientId: "portal", name: "Portico" } });
const application = await db.serviceApplication.create({ data: { clientId: "other", name: "Other" } });
const cloud = await db.serviceCloud.create({ data: { name: "c" } });
await db.serviceInvitation.create({
  data: {
    cloudId: cloud.id,
    applicationId: application.id,
    address: "p@x.example",
    email: "p@x.example",
    redirectUri: "http://a",
    tokenHash: "link",
    tokenExpires: soon,
  },
});
await db.serviceUser.create({
  data: {
    sub: newId(),
    email: "p@x.example",
    firstname: "P",
    lastname: "P",
    passwordHash: "h",
    sessions: { create: { idHash: "s" } },
    recovery: { create: { id: newId(), codeHash: "c" } },
    reset: { create: { tokenHash: sha256Hex("reset of p"), expiresAt: soon } },
  },
});
await db.serviceSigningKey.create({
  data: { kid: "kid", publicJwk: {}, privateCipher: sealSecret("{}", "service-signing-key:kid") },
});
const backup = join(scratch, "portico.backup");
expect(await runCommand("backup", [backup], place(source.url, "source"))).toMatchObject({ code: 0 });
afterAll(async () => {
  for (const client of [db, ...clients]) await client.$disconnect();
  for (const database of [source, ...targets]) await database.drop();
});

async function restore(
  ...args: string[]
): Promise<{ code: number | null; stderr: string; there: PrismaClient }> {
  const target = await createTestDatabase({ migrated: false });
  targets.push(target);
  const folder = `target-${String(targets.length)}`;
  const ended = await runCommand("restore", [backup, ...args], place(target.url, folder));
  const there = createClient(target.url);
  clients.push(there);
  return { ...ended, there };
}

const enabled = async (there: PrismaClient): Promise<string[]> =>
  (await there.staff.findMany({ where: { disabledAt: null }, orderBy: { name: "asc" } })).map(
    ({ name }) => name,
  );

test(
  "nothing that opened something opens anything; administrators alone may sign in, and the command says so",
  { timeout: COMMANDS_MS },
  async () => {
    const { code, stderr, there } = await restore();
    expect(code).toBe(0);
    expect(await there.staffSession.count({ where: { endedAt: null } })).toBe(0);
    expect(await there.serviceUserSession.count()).toBe(0);
    expect(await there.personalToken.count({ where: { revokedAt: null } })).toBe(0);
    expect(await there.passwordReset.count()).toBe(0);
    expect(await there.recoveryCode.count({ where: { usedAt: null } })).toBe(0);
    expect(await there.servicePasswordReset.count()).toBe(0);
    expect(await there.serviceRecoveryCode.count({ where: { usedAt: null } })).toBe(0);
    expect(await there.staffInvitation.count({ where: { expiresAt: { gt: new Date() } } })).toBe(0);
    expect(await there.serviceInvitation.count({ where: { tokenExpires: { gt: new Date() } } })).toBe(0);
    expect(await there.serviceSigningKey.count()).toBe(0);
    const applications = await there.serviceApplication.findMany({ where: { disabledAt: null } });
    expect(applications.map(({ clientId }) => clientId)).toEqual(["portal"]);
    expect(await enabled(there)).toEqual(["ada", "anna"]);
    expect(stderr).toContain("personal access tokens (3)");
    expect(stderr).toContain("accounts (1), applications (1)");
    expect(stderr).toContain("ada <ada@x.example>, anna <anna@x.example>");
    // The rows themselves are all there.
    expect(await there.personalToken.count()).toBe(3);
    expect(await there.staffInvitation.count()).toBe(1);
  },
);

test(
  "an administrator who lost access since is left out by naming the others; a wrong name restores nothing",
  { timeout: COMMANDS_MS },
  async () => {
    const { code, there } = await restore("--administrator", "Ada@x.example");
    expect(code).toBe(0);
    expect(await enabled(there)).toEqual(["ada"]);
    const refused = await restore("--administrator", "olaf@x.example");
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no administrator olaf@x.example") as string,
    });
    expect(await refused.there.staff.count()).toBe(0);
  },
);

test(
  "the restored audit is whole and its newest row tells of the restore",
  { timeout: COMMANDS_MS },
  async () => {
    const { there } = await restore();
    expect(await verifyAudit(there)).toMatchObject({ ok: true });
    const newest = await there.audit.findFirst({ orderBy: { seq: "desc" } });
    expect(newest).toMatchObject({
      action: "audit.restore",
      after: { head: null, "personal access tokens": 3 },
    });
  },
);
