import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isLoopbackAddress,
  isNeverCalled,
  isPublicAddress,
  testNetworks,
  parseNetworks,
} from "#lib/core/network/networks.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

describe("the public internet", () => {
  test.each([
    ...["1.1.1.1", "8.8.8.8", "93.184.216.34", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
    ...["172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255"],
    ...["2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "::ffff:808:808"],
  ])("%s is of it", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255"],
    ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1"],
    ...["192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1"],
    ...["239.255.255.255", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:0:10.0.0.1", "64:ff9b::a00:1", "100::1"],
    ...["2001::1", "2001:db8::1", "2002:a00:1::1", "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1"],
    ...["fe80::1%eth0", "fec0::1", "ff02::1", "5f00::1"],
    ...["", "localhost", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ", "0x7f.1"],
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("what is never called", () => {
  test.each([
    "169.254.169.254",
    "169.254.0.0",
    "169.254.255.255",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fe80::1",
    "fe80::1%eth0",
    "febf:ffff::1",
    "fd00:ec2::254",
    "FD00:0EC2:0:0:0:0:0:254",
    "fd20:ce::254",
    ...["::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::169.254.169.254", "::ffff:0:169.254.169.254"],
    ...["::ffff:100.100.100.200", "64:ff9b::169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b::6464:64c8"],
    "64:ff9b:1::169.254.169.254",
    "64:ff9b:1:a9fe:a9:fe00::",
    "64:ff9b:1:a9:fe:a9fe::",
    "64:ff9b:1::a9:fea9:fe00:0",
    ...["2002:a9fe:a9fe::", "2002:a9fe:a9fe::1", "2002:6464:64c8:1::1"],
    ...["2001:0:a9fe:a9fe::1", "2001:0:808:808:0:0:5601:5601"],
    ...["2001:db8::5efe:169.254.169.254", "fd00::200:5efe:a9fe:a9fe"],
  ])("%s", (address) => {
    expect(isNeverCalled(address)).toBe(true);
  });

  test.each([
    "169.253.255.255",
    "169.255.0.0",
    "100.100.100.199",
    "100.100.100.201",
    "10.0.0.1",
    "127.0.0.1",
    "8.8.8.8",
    ...["::1", "::", "fe7f::1", "fec0::1", "fd00:ec2::253", "fd00::1", "2606:4700::1111", "2002:808:808::1"],
    ...["64:ff9b::808:808", "64:ff9b::a00:1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "2001:db8::a9fe:a9fe"],
    ...["", "localhost", "169.254", "not an address"],
  ])("but not %s", (address) => {
    expect(isNeverCalled(address)).toBe(false);
  });

  test("no way of carrying a link-local IPv4 address inside an IPv6 one hides it", () => {
    const ways: ((high: string, low: string) => string)[] = [
      (high, low) => `::${high}:${low}`,
      (high, low) => `::ffff:${high}:${low}`,
      (high, low) => `::ffff:0:${high}:${low}`,
      (high, low) => `64:ff9b::${high}:${low}`,
      (high, low) => `64:ff9b:1:ffff:ffff:ffff:${high}:${low}`,
      (high, low) => `2002:${high}:${low}:ffff::1`,
      (high, low) => `2001:0:${high}:${low}:ffff::1`,
    ];
    fc.assert(
      fc.property(fc.constantFrom(...ways), fc.nat(255), fc.nat(255), (way, c, d) => {
        const address = way("a9fe", (c * 256 + d).toString(16));
        expect([address, isNeverCalled(address)]).toEqual([address, true]);
      }),
      { numRuns: repeatsOf(2_000, 500) },
    );
  });
});

test("this machine's own addresses are known in every form", () => {
  for (const address of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"]) {
    expect([address, isLoopbackAddress(address)]).toEqual([address, true]);
  }
  for (const address of ["128.0.0.1", "::2", "::ffff:10.0.0.1", "10.0.0.1", "", "localhost"]) {
    expect([address, isLoopbackAddress(address)]).toEqual([address, false]);
  }
});

test("networks are read in CIDR form, and addresses found in them", () => {
  expect(parseNetworks("")).toEqual([]);
  const networks = parseNetworks(" 10.20.0.0/16 ,fd00:1::/32,");
  expect(networks).toEqual(["10.20.0.0/16", "fd00:1::/32"]);
  for (const wrong of [
    "10.0.0.0",
    "10.0.0.0/33",
    "10.0.0.0/8/8",
    "x/8",
    "10.0.0/8",
    "fd00::/129",
    "10.0.0.0/-1",
  ]) {
    expect([wrong, parseNetworks(wrong)]).toEqual([wrong, null]);
  }
  for (const [address, within] of [
    ["10.20.255.1", true],
    ["::ffff:10.20.0.1", true],
    ["fd00:1:2::3", true],
    ["10.21.0.1", false],
    ["fd00:2::1", false],
    ["not an address", false],
  ] as const) {
    expect([address, testNetworks(networks ?? [])(address)]).toEqual([address, within]);
  }
});
