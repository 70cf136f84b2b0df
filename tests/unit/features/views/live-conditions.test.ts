/** What HTTP negotiates before a live file is sent: coding, entity tags, conditions (RFC 9110). */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseCoding, entityTag, judgeConditions } from "#lib/features/views/live/conditions.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

describe("the coding", () => {
  test.each([
    [null, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["GZIP , deflate, br", "gzip"],
    ["x-gzip", "gzip"],
    ["*", "gzip"],
    ["br", "identity"],
    ["gzip;q=0", "identity"],
    ["gzip;q=0, *", "identity"],
    ["*;q=0", "identity"],
    ["gzip;q=0.5", "gzip"],
    ["gzip;q=0.5, identity", "identity"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["identity;q=0, gzip;q=0.001", "gzip"],
    ["gzip;q=2", "identity"],
    ["gzip;q=0.1234", "identity"],
    ["gzip; q=1.000", "gzip"],
    ["gzip;level=9;q=1", "identity"],
  ] as const)("of a text for %j is %s", (header, coding) => {
    expect(chooseCoding(header, false)).toBe(coding);
  });

  test.each([
    [null, "identity"],
    ["gzip", "identity"],
    ["gzip, *;q=0", "gzip"],
    ["gzip, identity;q=0", "gzip"],
  ] as const)("of what is compressed already for %j is %s", (header, coding) => {
    expect(chooseCoding(header, true)).toBe(coding);
  });

  test("is one of the two, and gzip only where it is named or *, whatever stands there", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.boolean(), (header, isDense) => {
        const coding = chooseCoding(header, isDense);
        expect(coding === "identity" || /gzip|\*/i.test(header)).toBe(true);
      }),
      { numRuns: repeatsOf(2_000, 500) },
    );
  });
});

describe("conditions", () => {
  const plain = entityTag("abc", "identity");
  const packed = entityTag("abc", "gzip");
  const judge = (etag: string, ifNoneMatch: string | null, ifMatch: string | null = null) =>
    judgeConditions(etag, { ifMatch, ifNoneMatch });

  test("each coding has a strong tag of its own, which the other does not stand for", () => {
    expect([plain, packed]).toEqual(['"abc"', '"abc-gzip"']);
    expect(judge(plain, packed)).toBe("send");
    expect(judge(packed, plain)).toBe("send");
    expect(judge(packed, `"x", W/${packed}`)).toBe("notModified");
    expect(judge(plain, "*")).toBe("notModified");
    expect(judge(plain, null)).toBe("send");
    expect(judge(plain, "abc")).toBe("send");
    expect(judge(plain, '"a,\\"abc\\"'.replaceAll("\\", ""))).toBe("send");
  });

  test("If-Match compares strongly and goes first", () => {
    expect(judge(plain, null, plain)).toBe("send");
    expect(judge(plain, null, "*")).toBe("send");
    expect(judge(plain, plain, plain)).toBe("notModified");
    expect(judge(plain, plain, packed)).toBe("preconditionFailed");
    expect(judge(plain, null, `W/${plain}`)).toBe("preconditionFailed");
  });
});
