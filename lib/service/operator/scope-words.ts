/**
 * What each scope allows, in plain words (wire-facts.md "Scopes"), for the operator's page and command. Pure, for browsers too.
 */
import type { Scope } from "#lib/service/contract/scopes.ts";

export const SCOPE_WORDS: Record<Scope, string> = {
  "cloud:read": "List the people of its Clouds",
  "cloud:manage": "Create, change and delete Clouds, and take people out of them",
  "org:manage": "Create, change and delete projects, and invite people",
  "document:read": "Read documents and download files",
  "document:write": "Upload and delete files",
  "ifc:read": "Read models and their elements",
  "ifc:write": "Upload, change, reprocess and delete models",
  "model:read": "The same as ifc:read, under its newer name",
  "model:write": "The same as ifc:write, under its newer name",
  "webhook:manage": "Be told about events of its Clouds",
};
