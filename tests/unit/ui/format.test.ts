import { describe, expect, it } from "vitest";
import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { initialsOf } from "#app/_ui/format/initials.ts";
import { formatExact, formatRelative } from "#app/_ui/format/relative-time.ts";

const THIN = "\u2009";

describe("counts", () => {
  it("groups thousands with a thin space and leaves small numbers alone", () => {
    expect(formatCount(0)).toBe("0");
    expect(formatCount(999)).toBe("999");
    expect(formatCount(18440)).toBe(`18${THIN}440`);
    expect(formatCount(1_234_567)).toBe(`1${THIN}234${THIN}567`);
    expect(formatCount(-1200)).toBe(`-1${THIN}200`);
  });

  it("never groups decimals and never breaks an exponent", () => {
    expect(formatCount(1234.5678)).toBe(`1${THIN}234.5678`);
    expect(formatCount(1e21)).toBe("1e+21");
  });
});

describe("file sizes", () => {
  it("uses the unit in which the figure stays under a thousand", () => {
    expect(formatFileSize(0)).toBe("0 B");
    expect(formatFileSize(999)).toBe("999 B");
    expect(formatFileSize(1000)).toBe("1 kB");
    expect(formatFileSize(184_000_000)).toBe("184 MB");
    expect(formatFileSize(9_740_000)).toBe("9.7 MB");
    expect(formatFileSize(51_200_000_000)).toBe("51 GB");
  });

  it("never rounds up to 1000 of a unit", () => {
    expect(formatFileSize(999_499)).toBe("999 kB");
    expect(formatFileSize(999_500)).toBe("1 MB");
    expect(formatFileSize(999_999_999)).toBe("1 GB");
  });

  it("refuses what is no size", () => {
    expect(() => formatFileSize(-1)).toThrow(RangeError);
    expect(() => formatFileSize(Number.NaN)).toThrow(RangeError);
  });
});

describe("relative times", () => {
  const now = Date.UTC(2026, 10, 21, 12, 0, 0);
  const ago = (ms: number) => formatRelative(now - ms, now);
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;

  it("says the largest whole unit that has passed, cut and never rounded up", () => {
    expect(ago(0)).toBe("just now");
    expect(ago(59_999)).toBe("just now");
    expect(ago(minute)).toBe("1 min ago");
    expect(ago(hour - 1)).toBe("59 min ago");
    expect(ago(2 * hour - 1)).toBe("1 h ago");
    expect(ago(day)).toBe("1 day ago");
    expect(ago(9.9 * day)).toBe("9 days ago");
    expect(ago(430 * day)).toBe("14 months ago");
    expect(ago(800 * day)).toBe("2 years ago");
  });

  it("tells what is to come apart from what was", () => {
    expect(formatRelative(now + 4 * hour, now)).toBe("in 4 h");
    expect(formatRelative(now + 10, now)).toBe("just now");
  });

  it("leaves the direction to the head of the column in the bare style", () => {
    expect(formatRelative(now - 4 * minute, now, "bare")).toBe("4 min");
    expect(formatRelative(now, now, "bare")).toBe("now");
  });

  it("says the exact moment with its zone", () => {
    expect(formatExact(now, "Asia/Kathmandu")).toBe("21 Nov 2026, 17:45:00 GMT+5:45");
  });
});

describe("initials", () => {
  it("takes the first letters of the first and the last word, also of an address", () => {
    expect(initialsOf("Sanne Verbeek")).toBe("SV");
    expect(initialsOf("Élodie van der Marchand")).toBe("ÉM");
    expect(initialsOf("m.dejong@bouwgroep-oost.nl")).toBe("MD");
    expect(initialsOf("Ria")).toBe("R");
    expect(initialsOf("")).toBe("?");
  });
});
