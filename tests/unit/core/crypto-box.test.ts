import { expect, test, vi } from "vitest";

vi.stubEnv("PORTICO_SECRET", "unit-test-secret-0123456789-0123456789");
const { openSecret, sealSecret } = await import("#lib/core/crypto-box.ts");

test("a sealed secret opens for its own context only", () => {
  const sealed = sealSecret("s3cr3t ✓", "connection:1");
  expect(openSecret(sealed, "connection:1")).toBe("s3cr3t ✓");
  expect(() => openSecret(sealed, "connection:2")).toThrow();
});

test("a changed byte anywhere is noticed", () => {
  const sealed = sealSecret("secret", "connection:1");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openSecret(changed, "connection:1")).toThrow();
  }
});

test("the same secret is sealed differently each time and never readable", () => {
  const first = Buffer.from(sealSecret("readable-canary", "c"));
  const second = Buffer.from(sealSecret("readable-canary", "c"));
  expect(first.equals(second)).toBe(false);
  expect(first.toString("latin1")).not.toContain("readable-canary");
});
