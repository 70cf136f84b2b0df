/**
 * The people with an account on the platform, for the operator, and help for people who are locked out: a link for a new password, which
 * only the person gets, and removing a lost second factor. Each writes its audit row in the same transaction. Reveals no hash and no secret.
 */
import { getDb, type Db, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { sendPasswordReset } from "#lib/service/server/platform/passwords.ts";
import { clearSecondFactor } from "#lib/service/server/platform/second-factor.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import type { Operator } from "./operator.ts";

/** People by address, at most `pageSize`; `isCut` when more match. `search`: a part of the name or the address, "" for everybody. */
export async function listPeople(_operator: Operator, search: string, pageSize = 100) {
  const contains = { contains: search, mode: "insensitive" } as const;
  const rows = await getDb().serviceUser.findMany({
    where:
      search === "" ? {} : { OR: [{ email: contains }, { firstname: contains }, { lastname: contains }] },
    select: {
      id: true,
      email: true,
      firstname: true,
      lastname: true,
      createdAt: true,
      totpSince: true,
      _count: { select: { memberships: true } },
    },
    orderBy: { email: "asc" },
    take: pageSize + 1,
  });
  const people = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    name: `${row.firstname} ${row.lastname}`,
    email: row.email,
    since: row.createdAt,
    clouds: row._count.memberships,
    /** Since when signing in needs a code; null: no second factor. */
    secondFactorSince: row.totpSince,
  }));
  return { people, isCut: rows.length > pageSize };
}

export type PersonView = Awaited<ReturnType<typeof listPeople>>["people"][number];

/** Sends the person a link for a new password. Nobody else sees the link. @throws AppError NOT_FOUND */
export function sendPasswordLink(operator: Operator, userId: number): Promise<void> {
  return inTransaction(async (tx) => {
    const person = await sendPasswordReset(tx, userId, operator.auditActor.name);
    await audit(tx, operator, "person.send-reset", person);
  });
}

/** Removes the second factor from the account of a person who lost it. An email tells the person. @throws AppError NOT_FOUND */
export function removeSecondFactor(operator: Operator, userId: number): Promise<void> {
  return inTransaction(async (tx) => {
    const person = await clearSecondFactor(tx, userId);
    if (person !== null) await audit(tx, operator, "person.remove-second-factor", person);
  });
}

async function audit(
  tx: Db,
  operator: Operator,
  action: AuditAction,
  { id, firstname, lastname }: PlatformUser,
): Promise<void> {
  await recordAudit(tx, {
    actor: operator.auditActor,
    action,
    objectType: "person",
    objectId: String(id),
    after: { name: `${firstname} ${lastname}` },
  });
}
