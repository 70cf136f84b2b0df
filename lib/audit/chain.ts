/**
 * The hash that chains the audit's rows: each covers its own content and the hash before it, so that a changed, removed or
 * inserted row is found and named. A keyed MAC of the hash keeps somebody without the installation's secret from computing the chain
 * anew.
 */
import { createHmac } from "node:crypto";
import { acceptedKeys } from "#lib/core/crypto-box.ts";
import { constantTimeEqual, sha256Hex } from "#lib/core/ids.ts";
import type { AuditModel } from "#lib/db/client.ts";
import { canonicalJson, type JsonValue } from "./canonical.ts";

type AuditContent = Omit<AuditModel, "prevHash" | "hash" | "mac" | "before" | "after"> & {
  before: JsonValue;
  after: JsonValue;
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

/** MACs with the keys of this moment, derived from PORTICO_SECRET (HKDF, RFC 5869, with a label of their own). */
export function auditSeals() {
  const [key, ...others] = acceptedKeys("audit");
  if (key === undefined) throw new Error("There is no key to seal the audit with.");
  const macWith = (one: Buffer, hash: string): string => createHmac("sha256", one).update(hash).digest("hex");
  return {
    /** The MAC of a row with this hash: HMAC-SHA-256 (RFC 2104), lower-case hex. */
    macOf: (hash: string): string => macWith(key, hash),
    /** True when the MAC was made with the installation's secret, or with the previous one while that is still accepted. */
    isOwn: (hash: string, mac: string): boolean =>
      [key, ...others].some((one) => constantTimeEqual(macWith(one, hash), mac)),
  };
}
