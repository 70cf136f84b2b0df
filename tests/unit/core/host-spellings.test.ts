/**
 * S24: a service address restricted to the internet leads nowhere else, however the host is spelled. Names are checked when they are
 * resolved.
 */
import { expect, test } from "vitest";
import { judgeNetwork, parseServiceAddress } from "#lib/core/network/service-address.ts";
import { literalRefusal, refusalOf } from "#lib/http/reach.ts";

const INNER_V4 = [
  "127.0.0.1",
  "10.1.2.3",
  "169.254.169.254",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "0.0.0.0",
];
const INNER_V6 = ["::1", "::", "fd00::1", "fe80::1", "fec0::1", "::127.0.0.1", "2002:7f00:1::", "ff02::1"];

/** Spellings that a URL parser, a resolver or a careless check may treat as the same address. */
const SPELLINGS: Record<string, (parts: readonly number[]) => string> = {
  plain: (parts) => parts.join("."),
  "with a dot at its end": (parts) => `${parts.join(".")}.`,
  "one number": (parts) => String(valueOf(parts)),
  "one number in hex": (parts) => `0x${valueOf(parts).toString(16)}`,
  "one number in octal": (parts) => `0${valueOf(parts).toString(8)}`,
  "hex parts": (parts) => parts.map((part) => `0x${part.toString(16)}`).join("."),
  "octal parts": (parts) => parts.map((part) => `0${part.toString(8)}`).join("."),
  "padded octal parts": (parts) => parts.map((part) => `000${part.toString(8)}`).join("."),
  "three parts": ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c * 256 + d].join("."),
  "two parts": ([a = 0, b = 0, c = 0, d = 0]) => [a, (b * 256 + c) * 256 + d].join("."),
  "mixed bases": ([a = 0, b = 0, c = 0, d = 0]) =>
    `0x${a.toString(16)}.0${b.toString(8)}.${String(c)}.${String(d)}`,
  "full-width digits": (parts) =>
    parts.join(".").replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  "ideographic full stops": (parts) => parts.join("\u3002"),
  "percent-encoded": (parts) =>
    [...parts.join(".")].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(""),
  "mapped into IPv6": (parts) => `[::ffff:${parts.join(".")}]`,
  "mapped into IPv6 in hex": ([a = 0, b = 0, c = 0, d = 0]) =>
    `[::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
  "translated into IPv6": (parts) => `[64:ff9b::${parts.join(".")}]`,
  "behind a user": (parts) => `api.example.org@${parts.join(".")}`,
  "behind a backslash": (parts) => `${parts.join(".")}\\@api.example.org`,
  "behind a tab": (parts) => `\t${parts.join(".")}`,
  "before a fragment": (parts) => `${parts.join(".")}#@api.example.org`,
};

function valueOf([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  return ((a * 256 + b) * 256 + c) * 256 + d;
}

const HOSTS = [
  ...INNER_V4.flatMap((address) =>
    Object.entries(SPELLINGS).map(
      ([how, spell]) => [`${address}, ${how}`, spell(address.split(".").map(Number))] as const,
    ),
  ),
  ...INNER_V6.flatMap((address) => [
    [address, `[${address}]`] as const,
    [
      `${address}, written out`,
      `[${new URL(`http://[${address}]`).hostname.slice(1, -1).toUpperCase()}]`,
    ] as const,
    [`${address} with a zone`, `[${address}%25eth0]`] as const,
  ]),
  ...["localhost", "LOCALHOST.", "a.localhost", "ｌocalhost"].map((name) => [name, name] as const),
];

test("there are more than 120 spellings", () => {
  expect(new Set(HOSTS.map(([, host]) => host)).size).toBeGreaterThan(120);
});

test.each(HOSTS)("%s is not called", (_what, host) => {
  for (const address of [`https://${host}`, `https://${host}:8443/service`, `http://${host}/`]) {
    const read = parseServiceAddress(address);
    const why = read.ok
      ? (judgeNetwork(read.address, false) ?? literalRefusal(new URL(read.address), "public"))
      : read.reason;
    expect(why, address).not.toBeNull();
  }
});

test("a name that resolves to an inner address is refused by that address", () => {
  for (const address of [...INNER_V4, ...INNER_V6]) {
    const code = NEVER_CALLED.includes(address) ? "NEVER_CALLED" : "PRIVATE_REFUSED";
    expect(refusalOf(address, "public"), address).toBe(code);
  }
});

const NEVER_CALLED = ["169.254.169.254", "fe80::1", "100.100.100.200", "169.254.1.2", "fd00:ec2::254"];

const METADATA_HOSTS = NEVER_CALLED.flatMap((address): (readonly [what: string, host: string])[] => {
  if (address.includes(":")) return [[address, `[${address}]`]];
  const parts = address.split(".").map(Number);
  return Object.entries(SPELLINGS).map(([how, spell]) => [`${address}, ${how}`, spell(parts)]);
});

test.each(METADATA_HOSTS)("%s is not called even where private networks are allowed", (_what, host) => {
  for (const address of [`https://${host}`, `http://${host}/latest/meta-data`]) {
    const read = parseServiceAddress(address);
    if (!read.ok) continue;
    const url = new URL(read.address);
    expect(judgeNetwork(read.address, true), address).toMatch(/never called/);
    for (const reach of ["anywhere", "inside", "public"] as const)
      expect(literalRefusal(url, reach), `${address} ${reach}`).toBe("NEVER_CALLED");
  }
});
