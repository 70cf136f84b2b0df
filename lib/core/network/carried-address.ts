/** IPv4 addresses embedded in IPv6 addresses: a gateway on the way unpacks them, so that an address leads to another one. Pure. */
import { BlockList, isIPv6 } from "node:net";

type Unpack = (bits: bigint) => bigint;

const last32: Unpack = (bits) => bits;
/** RFC 6052 section 2.2: bits 64 to 71 separate the parts of the IPv4 address and do not belong to it. */
const withoutMiddle = (bits: bigint): bigint => ((bits >> 64n) << 56n) | (bits & ((1n << 56n) - 1n));

/** How to get the IPv4 address from an address of each network; the last 32 bits of the result count. */
const CARRIERS: readonly (readonly [network: string, bits: number, unpack: Unpack])[] = [
  // Compatible and mapped (RFC 4291 section 2.5.5), translated (RFC 2765 section 2.1).
  ["::", 96, last32],
  ["::ffff:0:0", 96, last32],
  ["::ffff:0:0:0", 96, last32],
  // NAT64 (RFC 6052 section 2.1), and the network for local prefixes, which may have several lengths (RFC 8215).
  ["64:ff9b::", 96, last32],
  ["64:ff9b:1::", 48, last32],
  ["64:ff9b:1::", 48, (bits) => withoutMiddle(bits) >> 40n],
  ["64:ff9b:1::", 48, (bits) => withoutMiddle(bits) >> 32n],
  ["64:ff9b:1::", 48, (bits) => withoutMiddle(bits) >> 24n],
  // 6to4 (RFC 3056 section 2), Teredo: server, and client with inverted bits (RFC 4380 section 4).
  ["2002::", 16, (bits) => bits >> 80n],
  ["2001::", 32, (bits) => bits >> 64n],
  ["2001::", 32, (bits) => ~bits],
];

const carriers = CARRIERS.map(([network, bits, unpack]) => {
  const list = new BlockList();
  list.addSubnet(network, bits, "ipv6");
  return { list, unpack };
});

/** RFC 5214 section 6.1: bits 64 to 95 of an ISATAP address, except the bit for local or global scope. */
const ISATAP = 0x0000_5efen;
const ISATAP_SCOPE = 0x0200_0000n;

/** All IPv4 addresses that this IPv6 address may lead to; empty for IPv4 addresses and texts that are not addresses. */
export function carriedAddresses(address: string): string[] {
  // Without the zone (RFC 4007 section 11).
  const plain = address.split("%", 1)[0] ?? "";
  if (!isIPv6(plain)) return [];
  const bits = bitsOf(plain);
  const carried = carriers.filter(({ list }) => list.check(plain, "ipv6")).map(({ unpack }) => unpack(bits));
  if (((bits >> 32n) & 0xffff_ffffn & ~ISATAP_SCOPE) === ISATAP) carried.push(bits);
  return carried.map(toIPv4);
}

/** The eight groups of an IPv6 address without zone, in hexadecimal digits without leading zeros. */
export function groupsOf(address: string): string[] {
  // The URL parser writes every spelling as groups of hexadecimal digits.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail] = groups.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
}

export function bitsOf(address: string): bigint {
  return groupsOf(address).reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

/** The IPv4 address of the last 32 bits. */
export function toIPv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn)).join(".");
}
