/**
 * Client ids of applications: short, plain, the same in every log, form and address; and what each scope allows, in plain words
 * (docs/service "Scopes"). Pure, for browsers too.
 */
import { msg } from "#lib/core/texts.ts";
import type { Scope } from "#lib/service/contract/scopes.ts";

export const CLIENT_ID_LENGTH_MAX = 64;

/** 3 to 64 characters; begins and ends with a letter or digit. */
export const CLIENT_ID_PATTERN = /^[a-z0-9][a-z0-9._-]{1,62}[a-z0-9]$/;

export const CLIENT_ID_RULE = msg(
  "3 to 64 characters: lower case letters a to z, digits, dots, hyphens, underscores; a letter or digit first and last.",
);

/** A client id made from the application's name; "" when no part of the name is usable. */
export function suggestClientId(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, CLIENT_ID_LENGTH_MAX)
    .replaceAll(/^-+|(?<!-)-+$/g, "");
  return CLIENT_ID_PATTERN.test(plain) ? plain : "";
}

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
