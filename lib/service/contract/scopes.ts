/**
 * The scopes of the interface (docs/service "Scopes"). Each operation needs a scope, or any one of several; reading clouds and projects
 * needs none.
 */

export const SCOPES = [
  "cloud:read",
  "cloud:manage",
  "org:manage",
  "document:read",
  "document:write",
  "ifc:read",
  "ifc:write",
  "model:read",
  "model:write",
  "webhook:manage",
] as const;

export type Scope = (typeof SCOPES)[number];
