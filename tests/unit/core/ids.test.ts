import { expect, test } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { constantTimeEqual, isId, newId, newReference, newSecret, sha256Hex } from "#lib/core/ids.ts";

test("row ids are UUIDv7: version and variant bits, and they sort by time", () => {
  const restore = setClock(() => 1_700_000_000_000);
  const early = newId();
  setClock(() => 1_700_000_000_001);
  const late = newId();
  restore();
  for (const id of [early, late]) {
    expect(isId(id)).toBe(true);
    expect(id[14]).toBe("7");
    expect("89ab").toContain(id[19]);
  }
  expect(early < late).toBe(true);
});

test("secrets are 256 bits of URL-safe text and never repeat", () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret));
  expect(secrets.size).toBe(1000);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});

test("references can be read aloud", () => {
  expect(newReference()).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
});

test("only canonical row ids are taken", () => {
  for (const text of ["", "1", "' or 1=1", "00000000-0000-0000-0000-00000000000G", newId().toUpperCase()]) {
    expect(isId(text)).toBe(false);
  }
});

test("comparison tells equal from different, whatever the lengths", () => {
  expect(constantTimeEqual("abc", "abc")).toBe(true);
  expect(constantTimeEqual("abc", "abd")).toBe(false);
  expect(constantTimeEqual("abc", "abcd")).toBe(false);
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
