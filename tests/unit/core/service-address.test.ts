import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeNetwork, parseServiceAddress } from "#lib/core/network/service-address.ts";

function read(text: string): string {
  const result = parseServiceAddress(text);
  return result.ok ? result.address : `refused: ${result.reason}`;
}

describe("an address", () => {
  test.each([
    ["https://api.example.org", "https://api.example.org"],
    ["  https://api.example.org/  ", "https://api.example.org"],
    ["HTTPS://API.Example.ORG:443/v2//", "https://api.example.org/v2"],
    ["https://api.example.org./", "https://api.example.org"],
    ["https://api.example.org:8443/a/./b/../c/", "https://api.example.org:8443/a/c"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["http://127.1:80/service", "http://127.0.0.1/service"],
    ["http://2130706433", "http://127.0.0.1"],
    ["https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]"],
  ])("%j is kept as %s", (typed, kept) => {
    expect(read(typed)).toBe(kept);
  });

  test.each([
    "",
    "api.example.org",
    "ftp://api.example.org",
    "javascript:alert(1)",
    "https://",
    "https:///api.example.org",
    "https:api.example.org",
    "https://anna:pw@api.example.org",
    "https://@api.example.org",
    "https://trusted.example@evil.example",
    "https://trusted.example\\@evil.example",
    "https://api.example.org?x=1",
    "https://api.example.org/#x",
    "https://api.example.org/a b",
    "https://api.ex\tample.org",
    "https://api.exa\u200bmple.org",
    "https://api.example.org/a%2fb",
    "https://api.example.org:0",
    "https://api.example.org:99999",
    "https://[::1",
    `https://api.example.org/${"a".repeat(600)}`,
  ])("%j is refused with what to change", (typed) => {
    expect(read(typed)).toMatch(/^refused: [A-Z].*\.$/);
  });

  test("is kept as one text: reading it again changes nothing, and it names nobody and asks nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (typed) => {
        const once = parseServiceAddress(typed);
        if (!once.ok) return;
        expect(parseServiceAddress(once.address)).toEqual(once);
        const url = new URL(once.address);
        expect([url.username, url.password, url.search, url.hash]).toEqual(["", "", "", ""]);
        expect(once.address).not.toMatch(/\/$|\s/);
      }),
    );
  });
});

describe("networks", () => {
  test.each([
    ["https://api.example.org", false],
    ["https://api.example.org", true],
    ["https://93.184.216.34", false],
    ["http://127.0.0.1:3000", true],
    ["http://localhost:3000", true],
    ["http://service.intern", true],
    ["https://10.0.0.5", true],
  ])("%s may be called (private ones allowed: %s)", (address, allowsPrivate) => {
    expect(judgeNetwork(address, allowsPrivate)).toBeNull();
  });

  test.each([
    ["http://93.184.216.34", true, /Use https/],
    ["http://93.184.216.34", false, /Use https/],
    ["http://api.example.org", false, /Use https/],
    ["http://127.0.0.1:3000", false, /Use https/],
    ["https://127.0.0.1", false, /on this machine/],
    ["https://[::1]", false, /on this machine/],
    ["https://app.localhost", false, /on this machine/],
    ["https://192.168.1.4", false, /private network/],
    ["https://169.254.169.254", false, /never called/],
    ["https://169.254.169.254", true, /never called/],
    ["https://[fd00::1]", false, /private network/],
  ])("%s (private ones allowed: %s) is refused: %s", (address, allowsPrivate, reason) => {
    expect(judgeNetwork(address, allowsPrivate)).toMatch(reason);
  });
});
