/**
 * Checks of an invitation's body that the contract cannot express (docs/service "Invitation"): the address by Portico's one parser, the
 * redirect_uri as an absolute http(s) URL that the application's rules allow.
 */
import { parseAddress } from "#lib/core/address.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import type { BodyOf } from "#lib/service/contract/operations/index.ts";
import { ROLE_ADMINISTRATOR } from "#lib/service/contract/records.ts";
import { REDIRECT_REFUSED, isRedirectAllowed } from "../applications/redirect-rules.ts";
import { isHttpUrl } from "../http/body/image.ts";
import type { Judged } from "../http/judge/judge.ts";

/**
 * `redirectRules`: the allowed prefixes of redirect_uri; none: any http(s) address.
 * @throws WireError 400 with sentences by field.
 */
export function requireInvitation(
  { values, finish }: Judged<BodyOf<"invite">> | Judged<BodyOf<"inviteToProject">>,
  redirectRules: readonly string[],
) {
  const parsed = parseAddress(values.email ?? "");
  const input = finish({
    email: values.email === undefined || parsed.ok ? [] : [TEXT.notEmail],
    redirect_uri: values.redirect_uri === undefined ? [] : judgeRedirect(values.redirect_uri, redirectRules),
  });
  if (!parsed.ok) throw new Error("An address that was refused reached the end of its check.");
  const { email, redirect_uri: redirectUri, role = ROLE_ADMINISTRATOR } = input;
  return {
    /** The address as it was sent. */
    email,
    /** The address for a mail server. */
    recipient: parsed.email,
    /** The normalised address, for comparison. */
    address: parsed.key,
    redirectUri,
    role,
  };
}

export type InvitationRequest = ReturnType<typeof requireInvitation>;

function judgeRedirect(redirectUri: string, redirectRules: readonly string[]): string[] {
  if (!isHttpUrl(redirectUri)) return [TEXT.notUrl];
  return isRedirectAllowed(redirectRules, redirectUri) ? [] : [REDIRECT_REFUSED];
}
