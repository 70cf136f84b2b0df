import { expect, test } from "vitest";
import { believableAddress } from "#lib/boot/client-address.ts";

test("what a client claims by itself is not believed", () => {
  expect(believableAddress("198.51.100.1", "192.0.2.7", false)).toBe("192.0.2.7");
  expect(believableAddress(undefined, "192.0.2.7", false)).toBe("192.0.2.7");
});

test("behind a proxy that is vouched for, the entry it appended counts, not the client's own before it", () => {
  expect(believableAddress("6.6.6.6, 198.51.100.1", "10.0.0.1", true)).toBe("198.51.100.1");
  expect(believableAddress(["6.6.6.6", "198.51.100.1"], "10.0.0.1", true)).toBe("198.51.100.1");
});

test("without a usable entry the connection's own address counts", () => {
  expect(believableAddress(undefined, "10.0.0.1", true)).toBe("10.0.0.1");
  expect(believableAddress(" , ", "10.0.0.1", true)).toBe("10.0.0.1");
  expect(believableAddress("x", undefined, false)).toBe("");
});
