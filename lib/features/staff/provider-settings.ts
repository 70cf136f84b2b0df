/** The identity provider that this installation signs people in with, from the configuration; null without one. Must not call anybody. */
import { getEnv } from "#lib/core/env.ts";
import { parseRoleMapping } from "#lib/core/role-mapping.ts";

/** The provider, or null when none is configured. */
export function findProvider() {
  const env = getEnv();
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES, OIDC_ROLES_CLAIM } = env;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined)
    return null;
  const mapping = OIDC_ROLES === undefined ? null : parseRoleMapping(OIDC_ROLES);
  return {
    issuer: new URL(OIDC_ISSUER),
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    /** "Sign in with …". */
    label: env.OIDC_LABEL,
    scopes: wordsOf(env.OIDC_SCOPES),
    /** Who gets an account at the first sign-in. */
    accounts: env.OIDC_ACCOUNTS,
    /** The claim that says what a person may do, and what its words mean; null = roles are given here. */
    roles: mapping === null || OIDC_ROLES_CLAIM === undefined ? null : { claim: OIDC_ROLES_CLAIM, mapping },
    /** The ID token must contain one of each list; empty = not required. */
    acr: wordsOf(env.OIDC_ACR ?? ""),
    amr: wordsOf(env.OIDC_AMR ?? ""),
  };
}

export type ProviderSettings = NonNullable<ReturnType<typeof findProvider>>;

/** Where the provider sends people back to; the operator registers this address at the provider. */
export function callbackAddress(): string {
  return `${getEnv().origin}/sign-in/oidc/callback`;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
