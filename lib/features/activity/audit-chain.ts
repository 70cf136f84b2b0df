/**
 * The hash that chains the audit's rows: each covers its own content and the hash before it, so that a changed, removed or
 * inserted row is found and named. Pure.
 */
import { sha256Hex } from "#lib/core/ids.ts";
import type { AuditOutcome } from "#lib/db/client.ts";
import { canonicalJson, type JsonValue } from "./canonical.ts";

export type AuditContent = {
  seq: bigint;
  at: Date;
  actorId: string | null;
  actorName: string;
  action: string;
  objectType: string;
  objectId: string;
  before: JsonValue;
  after: JsonValue;
  outcome: AuditOutcome;
  requestId: string;
  operationId: string | null;
};

/** What the first row is chained to. */
export const CHAIN_START = "0".repeat(64);

/** The hash of a row. */
export function chainHash(prevHash: string, row: AuditContent): string {
  const content: JsonValue = {
    seq: row.seq.toString(),
    at: row.at.toISOString(),
    actorId: row.actorId,
    actorName: row.actorName,
    action: row.action,
    objectType: row.objectType,
    objectId: row.objectId,
    before: row.before,
    after: row.after,
    outcome: row.outcome,
    requestId: row.requestId,
    operationId: row.operationId,
  };
  return sha256Hex(prevHash + canonicalJson(content));
}
