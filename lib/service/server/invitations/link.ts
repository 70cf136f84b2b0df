/**
 * Invitation links (docs/decisions/0011-invitation-links.md): 256 random bits that prove an address for seven days, kept as SHA-256
 * only. The token is added to a redirect_uri on this installation's own platform and to no other, so it never leaves for a
 * foreign host; what "own" means comes from configuration.
 */
import { after } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { newSecret, sha256Hex } from "#lib/core/ids.ts";
import { platformCloudPath } from "#lib/service/contract/paths.ts";

export const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
export const LINK_PARAMETER = "invitation";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type LinkToken = { token: string; tokenHash: string; tokenExpires: Date };

export function newLinkToken(): LinkToken {
  const token = newSecret();
  return { token, tokenHash: hashLinkToken(token), tokenExpires: after(LINK_LIFETIME_MS) };
}

/** Bound to its purpose: a token of anything else never has this hash. */
export function hashLinkToken(token: string): string {
  return sha256Hex(`invitation-link:${token}`);
}

/** Anything else is no token of ours and is not looked up. */
export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The platform's own address of a cloud, or of a project in it. */
export function platformUrl(cloudId: number, projectId: number | null): string {
  const url = new URL(`${getEnv().origin}/platform${platformCloudPath(cloudId)}`);
  if (projectId !== null) url.searchParams.set("project", String(projectId));
  return url.href;
}

/** True when the address lies on this installation's own platform. */
export function isOwnPlatform(redirectUri: string): boolean {
  const url = new URL(redirectUri);
  const own = new URL(getEnv().origin);
  return url.origin === own.origin && url.pathname.startsWith("/platform/");
}

/** Where the mail's button leads: redirect_uri, with the token when that is ours, unchanged otherwise. */
export function buttonUrl(redirectUri: string, token: string): string {
  if (!isOwnPlatform(redirectUri)) return redirectUri;
  const url = new URL(redirectUri);
  url.searchParams.set(LINK_PARAMETER, token);
  return url.href;
}
