import { describe, expect, it, test } from "vitest";
import { offsetToShow, scrollScale } from "#app/_ui/data-table/grid/scrolling.ts";

test.each([
  ["does not scroll when it is seen whole", 300, 400, 34, 300],
  ["brings what is above to just under the head, not beneath it", 300, 350, 34, 274],
  ["brings what is below to the end of the view", 300, 1000, 34, 434],
  ["shows the start of what is larger than the view", 0, 1000, 900, 924],
  ["never asks for an offset before the start", 10, 20, 34, 0],
])("scrolling until an item is seen %s", (_what, offsetPx, itemStartPx, itemPx, expected) => {
  expect(offsetToShow({ viewPx: 600, headPx: 76, offsetPx, itemStartPx, itemPx })).toBe(expected);
});

describe("a table higher than a browser can lay out", () => {
  it("is laid out as it is while it fits", () => {
    const scale = scrollScale(9_000, 600, 10_000);
    expect(scale.contentPx).toBe(9_000);
    expect(scale.toTable(1234)).toBe(1234);
    expect(scale.toBrowser(1234)).toBe(1234);
  });

  it("reaches the last pixel of the table at the end of the scrollbar, and the first at its start", () => {
    const scale = scrollScale(34_000_076, 600, 15_000_000);
    expect(scale.contentPx).toBe(15_000_000);
    expect(scale.toTable(0)).toBe(0);
    expect(scale.toTable(15_000_000 - 600)).toBeCloseTo(34_000_076 - 600, 3);
    expect(scale.toBrowser(scale.toTable(7_654_321))).toBeCloseTo(7_654_321, 3);
  });

  it("stands for itself while the view is not measured yet", () => {
    expect(scrollScale(500, 600, 10_000).toTable(12)).toBe(12);
  });
});
