/**
 * A restore revives nothing that was revoked after the backup was made: what gave access then gives none until an administrator allows it.
 */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { restoreBackup } from "#lib/boot/backup/restore.ts";
import { sealSecret } from "#lib/core/crypto-box.ts";
import { newId, sha256Hex } from "#lib/core/ids.ts";
import { createClient, type PrismaClient, type StaffRole } from "#lib/db/client.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { addRows, type Rows } from "#tests/support/add-rows.ts";
import { runCommand } from "#tests/support/command.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

const SECRET = "a secret of the restored access, long enough";

const targets: TestDatabase[] = [];
const clients: PrismaClient[] = [];

const place = (url: string, folder: string): Record<string, string> => ({
  DATABASE_URL: url,
  PORTICO_DATA_DIR: join(scratch, folder),
  PORTICO_SECRET: SECRET,
});

const soon = new Date(Date.now() + 3_600_000);

/** Somebody with one of everything that gives access. */
const person = (name: string, role: StaffRole): Rows => [
  ["staff", { email: `${name}@x.example`, name, role, password_hash: "h" }],
  ["staff_session", {}],
  ["personal_token", { token_hash: sha256Hex(`token of ${name}`), expires_at: soon }],
  ["recovery_code", {}],
  ["password_reset", { token_hash: sha256Hex(`reset of ${name}`), expires_at: soon }],
];

process.env["PORTICO_SECRET"] = SECRET;
const scratch = await useScratchFolder("restored-access");
const source = await createTestDatabase();
const db = createClient(source.url);
const id = newId();
await addRows(source.url, [
  ...[...person("ada", "ADMINISTRATOR"), ...person("anna", "ADMINISTRATOR"), ...person("olaf", "OPERATOR")],
  ["staff_invitation", { open_key: "new@x.example", expires_at: soon }],
  [
    "connection",
    {
      id,
      kind: "BUILTIN",
      client_id: "portal",
      secret_cipher: Buffer.from(sealSecret("s", `connection:${id}`)),
    },
  ],
  ["service_application", { client_id: "portal" }],
  ["service_application", { client_id: "other" }],
  ["service_cloud", {}],
  ["service_invitation", { token_hash: "link", token_expires: soon }],
  ["service_user", {}],
  ["service_user_session", {}],
  ["service_recovery_code", {}],
  ["service_password_reset", { expires_at: soon }],
  [
    "service_signing_key",
    { kid: "kid", private_cipher: Buffer.from(sealSecret("{}", "service-signing-key:kid")) },
  ],
]);
const backup = join(scratch, "portico.backup");
expect(await runCommand("backup", [backup], place(source.url, "source"))).toMatchObject({ code: 0 });
afterAll(async () => {
  for (const client of [db, ...clients]) await client.$disconnect();
  for (const database of [source, ...targets]) await database.drop();
});

/** An empty database to restore into, and a client of it. */
async function makeTarget(): Promise<{ url: string; folder: string; there: PrismaClient }> {
  const target = await createTestDatabase({ migrated: false });
  targets.push(target);
  const there = createClient(target.url);
  clients.push(there);
  return { url: target.url, folder: `target-${String(targets.length)}`, there };
}

async function restore(
  ...args: string[]
): Promise<{ code: number | null; stderr: string; there: PrismaClient }> {
  const { url, folder, there } = await makeTarget();
  return { ...(await runCommand("restore", [backup, ...args], place(url, folder))), there };
}

/** Without arguments. */
const restored = await restore();

const enabled = async (there: PrismaClient): Promise<string[]> =>
  (await there.staff.findMany({ where: { disabledAt: null }, orderBy: { name: "asc" } })).map(
    ({ name }) => name,
  );

test("nothing that opened something opens anything; administrators alone may sign in, and the command says so", async () => {
  const { code, stderr, there } = restored;
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
});

test("an administrator who lost access since is left out by naming the others; a wrong name restores nothing", async () => {
  const { code, there } = await restore("--administrator", "Ada@x.example");
  expect(code).toBe(0);
  expect(await enabled(there)).toEqual(["ada"]);
  const { url: databaseUrl, folder, there: empty } = await makeTarget();
  const dataDir = join(scratch, folder);
  const refused = restoreBackup(
    { file: backup, askKeys: () => Promise.reject(new Error("no key")), administrators: ["olaf@x.example"] },
    SECRET,
    () => Promise.resolve({ databaseUrl, dataDir, storage: createLocalStorage(join(dataDir, "files")) }),
  );
  await expect(refused).rejects.toThrow("no administrator olaf@x.example");
  expect(await empty.staff.count()).toBe(0);
});

test("the restored audit is whole and its newest row tells of the restore", async () => {
  const { there } = restored;
  expect(await verifyAudit(there)).toMatchObject({ ok: true });
  const newest = await there.audit.findFirst({ orderBy: { seq: "desc" } });
  expect(newest).toMatchObject({
    action: "audit.restore",
    after: { head: null, "personal access tokens": 3 },
  });
});
