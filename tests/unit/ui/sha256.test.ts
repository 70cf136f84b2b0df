import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashFile, Sha256 } from "#app/_client/sha256.ts";

const never = new AbortController().signal;

test("the hash is that of the bytes, for every length around a block and however they come in pieces", () => {
  const bytes = randomBytes(1000);
  for (let length = 0; length <= 300; length++) {
    const whole = bytes.subarray(0, length);
    const hash = new Sha256();
    for (let at = 0; at < length; at += 1 + (length % 71))
      hash.update(whole.subarray(at, at + 1 + (length % 71)));
    expect(hash.digest(), String(length)).toBe(createHash("sha256").update(whole).digest("hex"));
  }
});

test("a file of several pieces is hashed whole, its progress ends at 1, and it stops when told", async () => {
  const bytes = randomBytes(2_500_000);
  const shares: number[] = [];
  expect(await hashFile(new Blob([bytes]), never, (share) => shares.push(share))).toBe(
    createHash("sha256").update(bytes).digest("hex"),
  );
  expect(shares).toHaveLength(3);
  expect(shares.at(-1)).toBe(1);
  await expect(hashFile(new Blob([bytes]), AbortSignal.abort())).rejects.toThrow();
});
