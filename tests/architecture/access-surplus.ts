/** Fields that no form of the portal has, with values that are recognisable wherever they turn up (tests/e2e/access-actions.test.ts). */
import { newId } from "#lib/core/ids.ts";

const ID = newId();
const TEXT = `surplus${ID.slice(-12)}`;
const DAY = "2001-02-03T04:05:06.000Z";

/** The values as found in a row. */
export const SURPLUS_MARKS = [ID, TEXT, "2001-02-03"] as const;

/** Names of columns, of a request's own facts, and of properties that every object inherits. */
export const SURPLUS: Readonly<Record<string, string>> = {
  id: ID,
  staffId: ID,
  ownerId: ID,
  actorId: ID,
  createdById: ID,
  invitedById: ID,
  settledById: ID,
  connectionId: ID,
  cloudId: ID,
  projectId: ID,
  operationId: ID,
  sessionId: ID,
  outboxId: ID,
  actorName: TEXT,
  createdBy: TEXT,
  email: `${TEXT}@portico.example`,
  clientId: TEXT,
  nameKey: TEXT,
  openKey: TEXT,
  tokenHash: TEXT,
  passwordHash: TEXT,
  secretCipher: TEXT,
  totpCipher: TEXT,
  secretHash: TEXT,
  requestId: TEXT,
  role: "ADMINISTRATOR",
  state: "DONE",
  scope: "READING",
  kind: "BUILTIN",
  isAdmin: "on",
  isShared: "on",
  isConfigured: "on",
  isRehearsal: "on",
  permission: "staff:manage",
  createdAt: DAY,
  updatedAt: DAY,
  disabledAt: DAY,
  archivedAt: DAY,
  deletedAt: DAY,
  expiresAt: DAY,
  revokedAt: DAY,
  version: "77",
  ["__proto__"]: TEXT,
  "__proto__.role": "ADMINISTRATOR",
  "constructor.prototype.role": "ADMINISTRATOR",
  constructor: TEXT,
  prototype: TEXT,
  then: TEXT,
  toString: TEXT,
};
