/**
 * Where a call may go: a host's addresses are checked before connecting, and the connection goes to the checked address, so a name that
 * resolves differently the next time gains nothing. One address out of reach among several refuses the name. Link-local addresses and the
 * metadata services of cloud providers are never called.
 */
import { lookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isNeverCalled, isPublicAddress, literalAddress } from "#lib/core/network/networks.ts";

/** anywhere · public: the public internet only · inside: this machine and private networks only (plain http) */
export type Reach = "anywhere" | "public" | "inside";

const NEVER_CALLED = "NEVER_CALLED";
const REFUSALS = { public: "PRIVATE_REFUSED", inside: "PUBLIC_REFUSED" } as const;

/** The code of the refusal; null when this IP address is within reach. */
export function refusalOf(address: string, reach: Reach): string | null {
  if (isNeverCalled(address)) return NEVER_CALLED;
  if (reach === "anywhere") return null;
  return isPublicAddress(address) === (reach === "public") ? null : REFUSALS[reach];
}

/** The same for a URL whose host is an IP address; null for names, which LOOKUPS check. */
export function literalRefusal(url: URL, reach: Reach): string | null {
  const address = literalAddress(url);
  return address === null ? null : refusalOf(address, reach);
}

/** Resolves hosts for calls of each reach. */
export const LOOKUPS = {
  anywhere: judging("anywhere"),
  public: judging("public"),
  inside: judging("inside"),
};

function judging(reach: Reach): LookupFunction {
  return checkedLookup((found) => {
    // Machines also have link-local addresses, and some resolvers return them too: these are ignored.
    const callable = found.filter(({ address }) => !isNeverCalled(address));
    const addresses = callable.length === 0 ? found : callable;
    const refusal = addresses.map(({ address }) => refusalOf(address, reach)).find((code) => code !== null);
    return refusal ?? addresses;
  });
}

/** Resolves hosts for calls that go only to checked addresses. @param check gives these, or the code of a refusal */
export function checkedLookup(check: (found: LookupAddress[]) => LookupAddress[] | string): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, "", 0);
        return;
      }
      const checked = check(found);
      const [addresses, code] = typeof checked === "string" ? [[], checked] : [checked, "ENOTFOUND"];
      const [first] = addresses;
      if (first === undefined) callback(Object.assign(new Error("out of reach"), { code }), "", 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
