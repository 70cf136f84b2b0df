/** Accounts for the tests of staff: a separate database, people with a session and a token, emails with their links. */
import { afterAll, beforeEach } from "vitest";
import type { SignedInActor } from "#lib/auth/session.ts";
import { findStaffIdentity, openStaffSession } from "#lib/auth/staff-session.ts";
import { newId } from "#lib/core/ids.ts";
import { getDb, type PrismaClient, type StaffRole } from "#lib/db/client.ts";
import { createToken } from "#lib/features/tokens/commands.ts";
import { findWaitingMail } from "#lib/mail/outbox.ts";
import { cheapHash } from "#tests/support/cheap-hash.ts";
import { createTestDatabase, useTestDatabase } from "#tests/support/database.ts";
import { findTokenActor } from "#tests/support/token-actor.ts";

export const PASSWORD = "seven columns stand";
export const ACCOUNT = { name: "Sanne Verbeek", email: "s.verbeek@example.com", password: PASSWORD };
let passwordHash: string | undefined;

/** A separate database behind getDb, for the file that calls this; it ends with the file. */
export async function useAccounts(): Promise<void> {
  const database = await createTestDatabase();
  process.env["DATABASE_URL"] = database.url;
  process.env["PORTICO_SECRET"] ??= "a secret of thirty-two characters and more";
  afterAll(async () => {
    await getDb().$disconnect();
    await database.drop();
  });
}

/** A separate database for the file that calls this, without accounts before each of its tests. */
export async function withoutAccounts(): Promise<PrismaClient> {
  process.env["PORTICO_SECRET"] = "a secret of the tests of staff accounts";
  const { db } = await useTestDatabase();
  beforeEach(async () => {
    await db.signInFailure.deleteMany({});
    await db.staff.deleteMany({});
  });
  return db;
}

/** A signed-in person whose account has the password PASSWORD. */
export async function addPerson(role: StaffRole, name = "Sanne Verbeek"): Promise<SignedInActor> {
  passwordHash ??= await cheapHash(PASSWORD);
  const staffId = newId();
  const email = `${staffId}@portico.example`;
  await getDb().staff.create({ data: { id: staffId, name, email, passwordHash, role } });
  const sessionId = await openStaffSession(getDb(), staffId, { device: "Firefox", network: "" });
  const known = { byProvider: false, hasSecondFactor: false, isConfirmed: true };
  return { staffId, name, email, role, sessionId, ...known, requestId: "7F3A-2210" };
}

/** A working token of the person. */
export async function addToken(actor: SignedInActor): Promise<string> {
  const { token } = await createToken(actor, { name: "Door schedule", scope: "reading", days: 90 });
  return token;
}

/** Whether the cookie's session still gives access. */
export async function isSessionLive({ sessionId }: SignedInActor): Promise<boolean> {
  return (await findStaffIdentity(getDb(), sessionId)) !== null;
}

/** Whether the token still gives access. */
export async function isTokenLive(token: string): Promise<boolean> {
  return (await findTokenActor(token)) !== null;
}

/** The newest email in the outbox to this address, and the token of its link. */
export async function readMail(recipient: string): Promise<{ token: string; text: string; html: string }> {
  const row = await getDb().outboxMail.findFirstOrThrow({
    where: { recipient },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  const mail = await findWaitingMail(getDb(), row.id);
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  if (mail === null || token === undefined) throw new Error(`There is no link for ${recipient}.`);
  return { token, text: mail.text, html: mail.html };
}

/** Actions in the audit about this object, oldest first. */
export async function auditOf(objectId: string): Promise<string[]> {
  const rows = await getDb().audit.findMany({ where: { objectId }, orderBy: { seq: "asc" } });
  return rows.map(({ action }) => action);
}
