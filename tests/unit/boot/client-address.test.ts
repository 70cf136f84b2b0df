/** Which client address counts: the connection's own, or what the operator's own proxies report. */
import { expect, test } from "vitest";
import { parseEnv } from "#lib/core/env.ts";
import { testNetworks } from "#lib/core/network/networks.ts";
import { believableAddress, type IsProxy } from "#lib/boot/edge/incoming.ts";

const proxies = (setting: string): IsProxy =>
  testNetworks(parseEnv({ PORTICO_TRUST_PROXY: setting }).PORTICO_TRUST_PROXY);
const off = proxies("off");
const local = proxies("on");
const named = proxies("10.0.0.0/24, 192.0.2.7, 2001:db8:1::/48");

test("what a client claims by itself is not believed", () => {
  expect(believableAddress("198.51.100.1", "192.0.2.7", off)).toBe("192.0.2.7");
  expect(believableAddress("198.51.100.1", "127.0.0.1", off)).toBe("127.0.0.1");
  expect(believableAddress(undefined, "192.0.2.7", off)).toBe("192.0.2.7");
});

test("X-Forwarded-For counts from a proxy that is named, and from nobody else", () => {
  for (const proxy of ["10.0.0.9", "192.0.2.7", "::ffff:10.0.0.9", "2001:db8:1:2::3"])
    expect(believableAddress("198.51.100.1", proxy, named), proxy).toBe("198.51.100.1");
  for (const other of ["10.0.1.9", "192.0.2.8", "127.0.0.1", "2001:db8:2::1"])
    expect(believableAddress("198.51.100.1", other, named), other).toBe(other);
});

test("PORTICO_TRUST_PROXY=on believes proxies on this machine alone", () => {
  for (const proxy of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect(believableAddress("198.51.100.1", proxy, local), proxy).toBe("198.51.100.1");
  expect(believableAddress("198.51.100.1", "10.0.0.1", local)).toBe("10.0.0.1");
});

test("the last entry that is no proxy's counts, not the client's own before it", () => {
  expect(believableAddress("6.6.6.6, 198.51.100.1", "10.0.0.1", named)).toBe("198.51.100.1");
  expect(believableAddress(["6.6.6.6", "198.51.100.1"], "10.0.0.1", named)).toBe("198.51.100.1");
  expect(believableAddress("6.6.6.6, 198.51.100.1, 10.0.0.3", "10.0.0.1", named)).toBe("198.51.100.1");
});

test("an entry that is no address is not taken, and nothing before it is believed", () => {
  for (const entry of ["unknown", "_hidden", " ", "1.2.3", "198.51.100.1 6.6.6.6", "x".repeat(50_000)])
    expect(believableAddress(`6.6.6.6, ${entry}`, "10.0.0.1", named), entry.slice(0, 20)).toBe("10.0.0.1");
  expect(believableAddress("198.51.100.1:4711", "10.0.0.1", named)).toBe("198.51.100.1");
  expect(believableAddress("[2001:db8:9::1]:4711", "10.0.0.1", named)).toBe("2001:db8:9::1");
});

test("without a usable entry the connection's own address counts", () => {
  expect(believableAddress(undefined, "10.0.0.1", named)).toBe("10.0.0.1");
  expect(believableAddress(" , ", "10.0.0.1", named)).toBe("10.0.0.1");
  expect(believableAddress("x", undefined, off)).toBe("");
});

test("the setting takes addresses and networks, and tells what else it takes", () => {
  for (const setting of ["yes", "10.0.0.0/33", "proxy.example", ",", "10.0.0.1/8/9"])
    expect(() => parseEnv({ PORTICO_TRUST_PROXY: setting }), setting).toThrow(
      'PORTICO_TRUST_PROXY: must be "off", "on" (proxies on this machine), or addresses and networks',
    );
});
