import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAGE_RETRIES, parseRetryAfter, withRetries } from "#lib/http/retry.ts";

const AT = Date.parse("2026-11-21T08:00:00Z");
const QUICK = { ...PAGE_RETRIES, baseMs: 0, delayMsMax: 0 };

describe("Retry-After", () => {
  test.each([
    ["7", 7_000],
    [" 0 ", 0],
    ["Sat, 21 Nov 2026 08:00:30 GMT", 30_000],
    ["Sat, 21 Nov 2026 07:00:00 GMT", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["99999999999", undefined],
    ["2026", 2_026_000],
    ["", undefined],
    [undefined, undefined],
  ])("%j asks for %s ms", (value, wanted) => {
    expect(parseRetryAfter(value, AT)).toBe(wanted);
  });

  test("never throws and never asks for less than nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const asked = parseRetryAfter(text, AT);
        expect(asked === undefined || (Number.isFinite(asked) && asked >= 0)).toBe(true);
      }),
    );
  });
});

describe("repeating", () => {
  test("stops at the first success", async () => {
    let tries = 0;
    const result = await withRetries(QUICK, () => {
      tries += 1;
      return Promise.resolve(
        tries === 3 ? { ok: true, value: "yes" } : { ok: false, repeat: true, error: new Error("no") },
      );
    });
    expect([result, tries]).toEqual(["yes", 3]);
  });

  test.each([
    ["four times at most", { repeat: true }, 4],
    ["not when it makes no sense", { repeat: false }, 1],
    ["not when a longer wait is asked for than allowed", { repeat: true, retryAfterMs: 60_000 }, 1],
  ])("%s", async (_name, more, wanted) => {
    let tries = 0;
    const call = withRetries(QUICK, () => {
      tries += 1;
      return Promise.resolve({ ok: false as const, error: new Error("no"), ...more });
    });
    await expect(call).rejects.toThrow("no");
    expect(tries).toBe(wanted);
  });
});
