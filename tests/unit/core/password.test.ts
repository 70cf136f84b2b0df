import { expect, test } from "vitest";
import { findPasswordFault, hashPassword, verifyPassword } from "#lib/core/identity/password.ts";

test.each(["short", "aaaaaaaaaaaaaa", "password123", "Welcome2026!!", "a@example.com"])(
  "%s is refused with a reason",
  (password) => {
    expect(findPasswordFault(password, "a@example.com")).toMatch(/\.$/);
  },
);

test.each(["baseball2026", "Liverpool!!", "1qaz2wsx3edc", "basketball", "thunderbird", "__chocolate99"])(
  "%s is refused because lists of leaked passwords have it, trimmings or not",
  (password) => {
    expect(findPasswordFault(password, "a@example.com")).toMatch(/easy to guess/);
  },
);

test("a long passphrase with any characters is taken", () => {
  expect(findPasswordFault("zeven kolommen ✓ 日本", "a@example.com")).toBeNull();
  expect(findPasswordFault("x y z ü".repeat(18), "a@example.com")).toBeNull();
  expect(findPasswordFault("abcd".repeat(33), "a@example.com")).toMatch(/128/);
});

test("hashes are argon2id with the stated cost, salted, and verify only the right password", async () => {
  const [first, second] = await Promise.all([hashPassword("seven columns"), hashPassword("seven columns")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=7,p=1\$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword(first, "seven columns")).toBe(true);
  expect(await verifyPassword(first, "seven column")).toBe(false);
});

test("without an account the same work is done and nothing matches", async () => {
  expect(await verifyPassword(null, "a decoy that nobody can type: \u0000")).toBe(false);
});

test("letters typed as one or as two code points are the same password", async () => {
  expect(await verifyPassword(await hashPassword("caf\u00e9 columns"), "cafe\u0301 columns")).toBe(true);
});
