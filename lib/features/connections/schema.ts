/**
 * Shapes of connections as people see them; the client secret is never among them.
 */
import type { ConnectionKind } from "#lib/db/client.ts";

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
};

/** Neighbouring operations that a service may or may not answer (wire-facts); the six of interface.md are not among them. */
export const CAPABILITIES = [
  "listClouds",
  "getCloud",
  "listProjects",
  "getModel",
  "listClasses",
  "uploadDocument",
  "listInvitations",
  "cancelInvitation",
  "listCloudUsers",
] as const;
export type CapabilityName = (typeof CAPABILITIES)[number];

/** The embedded service's realm (design.md "Addresses"). */
export const BUILTIN_REALM = "portico";
