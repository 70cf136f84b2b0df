import fc from "fast-check";
import { expect, test } from "vitest";
import { networkKeys } from "#lib/core/network/network-key.ts";

test.each([
  ["192.0.2.7", { near: "192.0.2.7", wide: null }],
  ["::ffff:192.0.2.7", { near: "192.0.2.7", wide: null }],
  ["0:0:0:0:0:FFFF:c000:0207", { near: "192.0.2.7", wide: null }],
  ["2001:db8:1:2:3:4:5:6", { near: "2001:db8:1:2::/64", wide: "2001:db8:1::/48" }],
  ["2001:0DB8:0001:0002::", { near: "2001:db8:1:2::/64", wide: "2001:db8:1::/48" }],
  ["2001:db8::1", { near: "2001:db8:0:0::/64", wide: "2001:db8:0::/48" }],
  ["fe80::1%eth0", { near: "fe80:0:0:0::/64", wide: "fe80:0:0::/48" }],
  ["::1", { near: "0:0:0:0::/64", wide: "0:0:0::/48" }],
  ["", { near: "", wide: null }],
  ["unix socket", { near: "unix socket", wide: null }],
])("%s is counted as its network", (address, keys) => {
  expect(networkKeys(address)).toEqual(keys);
});

const group = fc.integer({ min: 0, max: 0xffff });

test("all addresses of one /64 are one key, another /64 is another, and both are of one /48", () => {
  fc.assert(
    fc.property(
      fc.tuple(group, group, group),
      fc.tuple(group, group),
      fc.array(fc.tuple(group, group, group, group), { minLength: 2, maxLength: 5 }),
      ([a, b, c], [subnet, other], hosts) => {
        fc.pre(subnet !== other && !(a === 0 && b === 0 && c === 0));
        const write = (groups: readonly number[]): string =>
          groups.map((each) => each.toString(16)).join(":");
        const keys = hosts.map((host) => networkKeys(write([a, b, c, subnet, ...host])));
        const elsewhere = networkKeys(write([a, b, c, other, 1, 2, 3, 4]));
        expect(new Set(keys.map(({ near }) => near)).size).toBe(1);
        expect(elsewhere.near).not.toBe(keys[0]?.near);
        expect(new Set([elsewhere, ...keys].map(({ wide }) => wide)).size).toBe(1);
      },
    ),
  );
});
