/** Rows of the audit as its tests write them, and statements behind its back. */
import { afterAll } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { recordAudit, type AuditEntry } from "#lib/audit/record.ts";
import { setClock } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/client.ts";
import { connect } from "#tests/support/connected.ts";
import type { Portal } from "./portal.ts";

export const DAY_MS = 24 * 60 * 60_000;

/** Records that a cloud was created, or what `entry` says instead. */
export async function writeAudit(actor: Actor, entry: Partial<AuditEntry> = {}): Promise<void> {
  const said = { action: "cloud.create", objectType: "cloud", objectId: "any", outcome: "DONE" } as const;
  await inTransaction((tx) => recordAudit(tx, { actor, ...said, ...entry }));
}

/** A row for each object, as if it were `days` ago. */
export async function writeAuditThen(
  actor: Actor,
  days: number,
  objectIds: readonly string[],
  entry: Partial<AuditEntry> = {},
): Promise<void> {
  const restore = setClock(() => Date.now() - days * DAY_MS);
  try {
    for (const objectId of objectIds) await writeAudit(actor, { ...entry, objectId });
  } finally {
    restore();
  }
}

/** The application's own account, which owns the database and can switch triggers off; for the tests of one file. */
export async function useStatements({ service }: Portal): Promise<(statement: string) => Promise<unknown>> {
  const client = await connect(service.databaseUrl);
  afterAll(() => client.end());
  return (statement) => client.query(statement);
}
