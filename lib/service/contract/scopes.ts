/**
 * The scopes of the interface (docs/service "Scopes"). A scope is needed per operation, any one of several may do;
 * reading clouds and projects needs none.
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
