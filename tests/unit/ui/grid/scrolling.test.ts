import { describe, expect, it } from "vitest";
import { offsetToShow, scrollScale } from "#app/_ui/data-table/grid/scrolling.ts";

describe("scrolling until an item is seen", () => {
  const view = { viewPx: 600, headPx: 76 };

  it("does not scroll when it is seen whole", () => {
    expect(offsetToShow({ ...view, offsetPx: 300, itemStartPx: 400, itemPx: 34 })).toBe(300);
  });

  it("brings what is above to just under the head, not beneath it", () => {
    expect(offsetToShow({ ...view, offsetPx: 300, itemStartPx: 350, itemPx: 34 })).toBe(274);
  });

  it("brings what is below to the end of the view", () => {
    expect(offsetToShow({ ...view, offsetPx: 300, itemStartPx: 1000, itemPx: 34 })).toBe(434);
  });

  it("shows the start of what is larger than the view", () => {
    expect(offsetToShow({ ...view, offsetPx: 0, itemStartPx: 1000, itemPx: 900 })).toBe(924);
  });

  it("never asks for an offset before the start", () => {
    expect(offsetToShow({ ...view, offsetPx: 10, itemStartPx: 20, itemPx: 34 })).toBe(0);
  });
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
