/**
 * Where webhooks may be delivered to (docs/decisions/0021): the public internet, networks that the operator named, and this machine if
 * Portico itself is reached on it. Through the service, an application must not reach what it cannot reach itself.
 */
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { getEnv } from "#lib/core/env.ts";
import {
  isLoopbackAddress,
  isNeverCalled,
  isPublicAddress,
  isWithinNetworks,
  literalAddress,
  parseNetworks,
} from "#lib/core/network/networks.ts";

/** Error code for a name that leads to a forbidden address. */
export const TARGET_REFUSED = "TARGET_REFUSED";

/** True when messages may be delivered to this IP address. */
export function isAllowedTarget(address: string): boolean {
  if (isNeverCalled(address)) return false;
  if (isPublicAddress(address)) return true;
  const env = getEnv();
  const networks = parseNetworks(env.PORTICO_WEBHOOK_NETWORKS ?? "") ?? [];
  if (isWithinNetworks(address, networks)) return true;
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
export const lookupTarget: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, "", 0);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isAllowedTarget(address))) {
      callback(Object.assign(new Error("not a public address"), { code: TARGET_REFUSED }), "", 0);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
