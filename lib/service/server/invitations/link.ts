/**
 * Invitation links (docs/decisions/0011-invitation-links.md): 256 random bits that prove an address for seven days, stored only as SHA-256.
 * The token is added only to a redirect_uri on this installation's own platform, so it never reaches a foreign host; configuration defines
 * what "own" means.
 */
import { after } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { newSecret, sha256Hex } from "#lib/core/ids.ts";
import { platformCloudPath } from "#lib/service/contract/addresses.ts";

export const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
export const LINK_PARAMETER = "invitation";

/** The form of our tokens; others are not looked up. */
export const LINK_TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type LinkToken = { token: string; tokenHash: string; tokenExpires: Date };

export function newLinkToken(): LinkToken {
  const token = newSecret();
  return { token, tokenHash: hashLinkToken(token), tokenExpires: after(LINK_LIFETIME_MS) };
}

/** Includes the purpose, so a token for another purpose never has this hash. */
export function hashLinkToken(token: string): string {
  return sha256Hex(`invitation-link:${token}`);
}

/** The platform's address of a Cloud, or of a project in it. */
export function platformUrl(cloudId: number, projectId: number | null): string {
  const url = new URL(`${getEnv().origin}/platform${platformCloudPath(cloudId)}`);
  if (projectId !== null) url.searchParams.set("project", String(projectId));
  return url.href;
}

/** True when the address is on this installation's own platform. */
export function isOwnPlatform(redirectUri: string): boolean {
  const url = new URL(redirectUri);
  const own = new URL(getEnv().origin);
  return url.origin === own.origin && url.pathname.startsWith("/platform/");
}

/** The address of the email's button: redirect_uri, with the token if it is on our platform, else unchanged. */
export function buttonUrl(redirectUri: string, token: string): string {
  if (!isOwnPlatform(redirectUri)) return redirectUri;
  const url = new URL(redirectUri);
  url.searchParams.set(LINK_PARAMETER, token);
  return url.href;
}
