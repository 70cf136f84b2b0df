/**
 * Checks of a webhook's body that the contract cannot express: an http(s) address that is allowed as far as its spelling shows (names are
 * resolved at each delivery), and the unchanged secret.
 */
import { literalAddress } from "#lib/core/network/networks.ts";
import { TEXT, type FieldErrorsBody } from "#lib/service/contract/errors.ts";
import type { BodyOf } from "#lib/service/contract/operations/types.ts";
import { isHttpUrl } from "../http/body/image.ts";
import type { Judged } from "../http/judge/judge.ts";
import { isAllowedTarget } from "./target.ts";

const NOT_PUBLIC = "This address is not on the public internet, so nothing is delivered to it.";

/** What is wrong with the address, for `finish`. */
export function judgeTarget(url: string | undefined): FieldErrorsBody {
  if (url === undefined) return {};
  if (!isHttpUrl(url)) return { url: [TEXT.notUrl] };
  const address = literalAddress(new URL(url));
  return address !== null && !isAllowedTarget(address) ? { url: [NOT_PUBLIC] } : {};
}

/** Exactly as it was sent, white space included: both sides sign with it. */
export function readSecret({
  values,
  raw,
}: Pick<Judged<BodyOf<"updateWebhook">>, "values" | "raw">): string | null | undefined {
  const sent = raw("secret");
  return typeof values.secret === "string" && typeof sent === "string" ? sent : values.secret;
}
