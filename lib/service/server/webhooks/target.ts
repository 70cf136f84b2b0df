/**
 * Where webhooks may be delivered to (docs/decisions/0021): the public internet, networks that the operator named, and this machine if
 * Portico itself is reached on it. Through the service, an application must not reach what it cannot reach itself. And the checks of a
 * webhook's body that the contract cannot express.
 */
import { getEnv } from "#lib/core/env.ts";
import {
  isLoopbackAddress,
  isNeverCalled,
  isPublicAddress,
  literalAddress,
  parseNetworks,
  testNetworks,
} from "#lib/core/network/networks.ts";
import { checkedLookup } from "#lib/http/reach.ts";
import { TEXT, type FieldErrorsBody } from "#lib/service/contract/errors.ts";
import type { BodyOf } from "#lib/service/contract/operations/index.ts";
import { isHttpUrl } from "../http/body/image.ts";
import type { Judged } from "../http/judge/judge.ts";

/** Error code for a name that leads to a forbidden address. */
export const TARGET_REFUSED = "TARGET_REFUSED";

/** True when messages may be delivered to this IP address. */
export function isAllowedTarget(address: string): boolean {
  if (isNeverCalled(address)) return false;
  if (isPublicAddress(address)) return true;
  const env = getEnv();
  const networks = parseNetworks(env.PORTICO_WEBHOOK_NETWORKS ?? "") ?? [];
  if (testNetworks(networks)(address)) return true;
  return isLoopbackAddress(address) && isLoopbackHost(new URL(env.origin));
}

function isLoopbackHost(url: URL): boolean {
  const address = literalAddress(url);
  return address === null ? /^(?:.+\.)?localhost$/.test(url.hostname) : isLoopbackAddress(address);
}

/**
 * Resolves a host for a delivery. The connection goes to exactly the checked address, so a name that resolves differently the next time
 * gains nothing; one refused address among several refuses the name.
 */
export const lookupTarget = checkedLookup((found) =>
  found.every(({ address }) => isAllowedTarget(address)) ? found : TARGET_REFUSED,
);

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
