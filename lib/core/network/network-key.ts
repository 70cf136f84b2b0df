/**
 * The network of a client's address, as a key for counting. A household or a rented machine has a whole IPv6 /64 (RFC 6177 section 2, RFC
 * 8504 section 6.3), often a /48, so counting single IPv6 addresses would be useless. Pure.
 */
import { isIPv4, isIPv6 } from "node:net";
import { bitsOf, groupsOf, toIPv4 } from "./carried-address.ts";

export type NetworkKeys = {
  /** The IPv4 address, or the IPv6 /64. A text that is not an IP address is its own key. */
  near: string;
  /** The IPv6 /48, to be counted with a higher limit; null for everything else. */
  wide: string | null;
};

/** The keys of an address as Node or a proxy writes it; an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) counts as IPv4. */
export function networkKeys(address: string): NetworkKeys {
  const [plain = ""] = address.trim().split("%");
  if (!isIPv6(plain)) return { near: isIPv4(plain) ? plain : address, wide: null };
  const groups = groupsOf(plain);
  if (groups.slice(0, 6).join() === "0,0,0,0,0,ffff") return { near: toIPv4(bitsOf(plain)), wide: null };
  return { near: `${groups.slice(0, 4).join(":")}::/64`, wide: `${groups.slice(0, 3).join(":")}::/48` };
}
