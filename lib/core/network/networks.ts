/**
 * Which network an IP address belongs to: the public internet, or others (this machine, a private network, an address range with a special
 * meaning; RFC 6890 and the registries of special-purpose addresses). Pure; resolves no names.
 */
import { BlockList, isIP, isIPv4 } from "node:net";
import { carriedAddresses } from "./carried-address.ts";

/** IPv4 ranges that are not the public internet. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** IPv6: only 2000::/3 is allocated to the public, except these ranges (they embed other addresses, or are unused). */
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

/**
 * Never called in any configuration: link-local addresses (RFC 3927, RFC 4291 section 2.5.6), and those at which cloud providers give the
 * machine's credentials to any program on it (AWS, GCP and most others at 169.254.169.254; others by their makers' documentation).
 */
const NEVER_CALLED = [
  "169.254.0.0/16",
  "fe80::/10",
  // AWS and GCP over IPv6, Alibaba Cloud, Oracle Cloud, Azure.
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
];

const special = blockListOf(SPECIAL_V4.concat(SPECIAL_V6));
const globalV6 = blockListOf(["2000::/3"]);
const neverCalled = blockListOf(NEVER_CALLED);
const LOOPBACK = ["127.0.0.0/8", "::1/128"];
const loopback = blockListOf(LOOPBACK);

/** Reads networks in CIDR form, separated by commas; null when a part is not a network. */
export function parseNetworks(text: string): string[] | null {
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return networks.every(isNetwork) ? networks : null;
}

/** Networks of reverse proxies as a setting names them: "off", "on" for this machine, or addresses and networks, separated by commas. */
export function parseProxies(text: string): string[] | null {
  if (text === "off") return [];
  if (text === "on") return LOOPBACK;
  const named = text.split(",").map((part) => {
    const family = isIP(part.trim());
    return family === 0 ? part : `${part}/${family === 4 ? "32" : "128"}`;
  });
  const networks = parseNetworks(named.map((part) => part.replaceAll(" ", "")).join(","));
  return networks?.length === 0 ? null : networks;
}

function isNetwork(text: string): boolean {
  const [address = "", bits = "", ...more] = text.split("/");
  const family = isIP(address);
  return (
    more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), isIPv4(address) ? "ipv4" : "ipv6");
  }
  return list;
}

function within(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/** Turns an IPv4-mapped IPv6 address (::ffff:a.b.c.d) into the IPv4 address. */
function plain(address: string): string {
  const mapped = /^::ffff:(?:0:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (hex === null) return address;
  const [high, low] = [parseInt(hex[1] ?? "", 16), parseInt(hex[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** The host of a URL as an IP address; null when it is a name. The URL parser has already normalised all spellings. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? null : host;
}

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const judged = plain(address);
  if (isIP(judged) === 0 || judged.includes("%") || within(special, judged)) return false;
  return isIPv4(judged) || within(globalV6, judged);
}

/** True for link-local addresses and the metadata services of cloud providers, even embedded in another address (NAT64, 6to4, …). */
export function isNeverCalled(address: string): boolean {
  return [plain(address), ...carriedAddresses(address)].some(
    (judged) => isIP(judged) !== 0 && within(neverCalled, judged),
  );
}

/** True for this machine's own addresses (127.0.0.0/8 and ::1). */
export function isLoopbackAddress(address: string): boolean {
  const judged = plain(address);
  return isIP(judged) !== 0 && within(loopback, judged);
}

/** True for a URL whose host is this machine: a loopback address, or the name localhost. */
export function isLoopbackHost(url: URL): boolean {
  return url.hostname === "localhost" || isLoopbackAddress(literalAddress(url) ?? "");
}

/** A test whether an address is in one of the networks (as parseNetworks returns them). */
export function testNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = blockListOf(networks);
  return (address) => {
    const judged = plain(address);
    return isIP(judged) !== 0 && within(list, judged);
  };
}
