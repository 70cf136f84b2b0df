/** Shapes of connections as people see them; never with the client secret. */
import type { CheckPurpose, ConnectionKind, ConnectionStage } from "#lib/db/client.ts";
import type { Rung } from "#lib/service/client/check/rung.ts";

export type ConnectionView = {
  id: string;
  name: string;
  kind: ConnectionKind;
  baseUrl: string;
  authUrl: string;
  realm: string;
  platformUrl: string;
  clientId: string;
  secretLast4: string;
  revision: number;
  /** What a live connection is used for; null where nobody said. */
  stage: ConnectionStage | null;
  /** Comes from SERVICE_* variables: cannot be changed by hand. */
  isConfigured: boolean;
  allowsPrivate: boolean;
  secretSince: Date;
  /** Sent with a change, so that a change based on an older version is refused. */
  version: number;
  archivedAt: Date | null;
};

/** One check of a connection, stored or just made. */
export type CheckView = {
  purpose: CheckPurpose;
  at: Date;
  actorName: string;
  rungs: Rung[];
  /** Position of the step that failed, from 1; null: all passed. */
  stoppedAt: number | null;
  durationMs: number;
};

/** A connection as the list shows it. */
export type ConnectionCard = ConnectionView & { cloudCount: number; lastCheck: CheckView | null };

/** Operations that a service may or may not answer (docs/service "Neighbouring operations"). */
export const CAPABILITIES = [
  "listClouds",
  "getCloud",
  "changeCloud",
  "deleteCloud",
  "listProjects",
  "getProject",
  "changeProject",
  "deleteProject",
  "getModel",
  "changeModel",
  "reprocessModel",
  "deleteModel",
  "downloadDocument",
  "listClasses",
  "getRawElements",
  "uploadDocument",
  "listInvitations",
  "cancelInvitation",
  "listCloudUsers",
  "changeCloudUser",
  "removeCloudUser",
  "listProjectUsers",
  "changeProjectUser",
  "removeProjectUser",
  "inviteToProject",
] as const;
export type CapabilityName = (typeof CAPABILITIES)[number];

/** The embedded service's realm (docs/service "Addresses"). */
export const BUILTIN_REALM = "portico";
