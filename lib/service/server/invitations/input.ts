/**
 * Judges the body of an invitation (interface.md endpoint 6; wire-facts.md "Invitation"): the address by the one parser of the house,
 * the redirect_uri as an absolute http(s) URL that the application's rules allow, the role 100 or 50.
 */
import { parseAddress } from "#lib/core/address.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import { EMAIL_LENGTH_MAX, REDIRECT_URI_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { ROLE_ADMINISTRATOR, ROLE_USER } from "#lib/service/contract/records.ts";
import type { Body } from "../http/parsed-body.ts";
import { REDIRECT_REFUSED, isRedirectAllowed } from "../applications/redirect-rules.ts";
import { Fields } from "../http/fields.ts";
import { isHttpUrl } from "../http/image.ts";

export type InvitationRequest = {
  /** As it was sent. */
  email: string;
  /** What a mail server is given. */
  recipient: string;
  /** For comparing. */
  address: string;
  redirectUri: string;
  role: number;
};

/**
 * `redirectRules`: the allowed beginnings of redirect_uri; none = any http(s) address.
 * @throws WireError 400 with sentences by field.
 */
export function parseInvitation(body: Body, redirectRules: readonly string[]): InvitationRequest {
  const fields = new Fields(body);
  const email = fields.requiredText("email", { lengthMax: EMAIL_LENGTH_MAX });
  const redirectUri = fields.requiredText("redirect_uri", { lengthMax: REDIRECT_URI_LENGTH_MAX });
  const role = fields.integerChoice("role", [ROLE_ADMINISTRATOR, ROLE_USER]) ?? ROLE_ADMINISTRATOR;
  const parsed = parseAddress(email);
  if (fields.isClean("email") && !parsed.ok) fields.reject("email", TEXT.notEmail);
  if (fields.isClean("redirect_uri") && !isHttpUrl(redirectUri)) fields.reject("redirect_uri", TEXT.notUrl);
  if (fields.isClean("redirect_uri") && !isRedirectAllowed(redirectRules, redirectUri)) {
    fields.reject("redirect_uri", REDIRECT_REFUSED);
  }
  fields.finish();
  if (!parsed.ok) throw new Error("An address that was refused reached the end of its check.");
  return { email, recipient: parsed.email, address: parsed.key, redirectUri, role };
}
