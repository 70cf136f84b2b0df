/**
 * Where a call may lead: what a host resolves to is judged before anything connects, and what was judged is what is connected to, so
 * a name that answers differently the next time gains nothing. One address out of reach among several refuses the name.
 */
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress, literalAddress } from "#lib/core/networks.ts";

/** anywhere · public: the public internet only · inside: this machine and private networks only (plain http) */
export type Reach = "anywhere" | "public" | "inside";

const REFUSALS = { public: "PRIVATE_REFUSED", inside: "PUBLIC_REFUSED" } as const;

/** The code of a refusal, null when this IP address is within reach. */
export function refusalOf(address: string, reach: Reach): string | null {
  if (reach === "anywhere") return null;
  return isPublicAddress(address) === (reach === "public") ? null : REFUSALS[reach];
}

/** The same for a URL whose host is an IP address; null for names, which lookupWithin judges. */
export function literalRefusal(url: URL, reach: Reach): string | null {
  const address = literalAddress(url);
  return address === null ? null : refusalOf(address, reach);
}

/** Resolves hosts for calls of this reach; undefined for anywhere: the system's own way. */
export function lookupWithin(reach: Reach): LookupFunction | undefined {
  return LOOKUPS[reach];
}

const LOOKUPS = { anywhere: undefined, public: judging("public"), inside: judging("inside") };

function judging(reach: "public" | "inside"): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, "", 0);
        return;
      }
      const refusal = addresses.map(({ address }) => refusalOf(address, reach)).find((code) => code !== null);
      const [first] = addresses;
      if (refusal !== undefined || first === undefined) {
        callback(Object.assign(new Error("out of reach"), { code: refusal ?? "ENOTFOUND" }), "", 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
