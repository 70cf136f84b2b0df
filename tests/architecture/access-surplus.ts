/** Fields that no form of the portal has, with values that are recognisable wherever they turn up (tests/e2e/access-actions.test.ts). */
import { newId } from "#lib/core/ids.ts";

const ID = newId();
const TEXT = `surplus${ID.slice(-12)}`;
const DAY = "2001-02-03T04:05:06.000Z";

/** The values as found in a row. */
export const SURPLUS_MARKS = [ID, TEXT, "2001-02-03"] as const;

/** Names of columns, of a request's own facts, and of properties that every object inherits. */
export const SURPLUS: Readonly<Record<string, string>> = {
  ...each(ID, ["id", "staffId", "ownerId", "actorId", "createdById", "invitedById", "settledById"]),
  ...each(ID, ["connectionId", "cloudId", "projectId", "operationId", "sessionId", "outboxId"]),
  ...each(TEXT, ["actorName", "createdBy", "clientId", "nameKey", "openKey", "requestId"]),
  ...each(TEXT, ["tokenHash", "passwordHash", "secretHash", "secretCipher", "totpCipher"]),
  ...each(TEXT, ["__proto__", "constructor", "prototype", "then", "toString"]),
  ...each(DAY, ["createdAt", "updatedAt", "disabledAt", "archivedAt", "deletedAt", "expiresAt", "revokedAt"]),
  email: `${TEXT}@portico.example`,
  role: "ADMINISTRATOR",
  state: "DONE",
  scope: "READING",
  kind: "BUILTIN",
  isAdmin: "on",
  isShared: "on",
  isConfigured: "on",
  isRehearsal: "on",
  permission: "staff:manage",
  version: "77",
  "__proto__.role": "ADMINISTRATOR",
  "constructor.prototype.role": "ADMINISTRATOR",
};

function each(value: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]));
}
