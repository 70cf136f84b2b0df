/**
 * The network of a client's address, as a key for counting. A household or a rented machine has a whole IPv6 /64 (RFC 6177 section 2, RFC
 * 8504 section 6.3), often a /48, so counting single IPv6 addresses would be useless. Pure.
 */
import { isIPv4, isIPv6 } from "node:net";

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
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === "0,0,0,0,0,65535")
    return { near: [high >> 8, high & 255, low >> 8, low & 255].join("."), wide: null };
  return { near: prefix(groups, 64), wide: prefix(groups, 48) };
}

function prefix(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${kept.join(":")}::/${String(bits)}`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = "", after] = address.split("::");
  const head = readGroups(before);
  if (after === undefined) return head;
  const tail = readGroups(after);
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

function readGroups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
