/**
 * What each scope allows, in plain words (docs/service "Scopes"), for the operator's page and command. Pure, for browsers too.
 */
import { msg } from "#lib/core/texts.ts";
import type { Scope } from "#lib/service/contract/scopes.ts";

export const SCOPE_WORDS: Record<Scope, string> = {
  "cloud:read": msg("List the people of its Clouds"),
  "cloud:manage": msg("Create, change and delete Clouds, and remove people from them"),
  "org:manage": msg("Create, change and delete projects, and invite people"),
  "document:read": msg("Read documents and download files"),
  "document:write": msg("Upload and delete files"),
  "ifc:read": msg("Read models and their elements"),
  "ifc:write": msg("Upload, change, reprocess and delete models"),
  "model:read": msg("The same as ifc:read, under its newer name"),
  "model:write": msg("The same as ifc:write, under its newer name"),
  "webhook:manage": msg("Get notified about events in its Clouds"),
};
