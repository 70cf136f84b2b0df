/* Sums of scrolling: how far to scroll so that something is seen, and how a table taller than a browser can scroll. */

/** No browser lays out an element higher than about 17 million pixels; beyond this the scrollbar stands for more. */
const SCROLL_PX_MAX = 15_000_000;

/**
 * The offset at which an item is seen whole, moving as little as possible. `headPx` of the view are covered by what
 * sticks to its start. An item larger than the view is shown from its start.
 */
export function offsetToShow(view: {
  offsetPx: number;
  viewPx: number;
  headPx: number;
  itemStartPx: number;
  itemPx: number;
}): number {
  const first = view.itemStartPx - view.headPx;
  const last = view.itemStartPx + view.itemPx - view.viewPx;
  if (view.offsetPx > first || last > first) return Math.max(0, first);
  return Math.max(view.offsetPx, last);
}

export type ScrollScale = {
  /** Height of the content as the browser lays it out. */
  contentPx: number;
  /** From the browser's offset to the table's. 1 for a table that fits. */
  toTable: (browserPx: number) => number;
  toBrowser: (tablePx: number) => number;
};

/** How the browser's scroll offset stands for the table's: the same up to 15 million pixels, in proportion beyond. */
export function scrollScale(tablePx: number, viewPx: number, maxPx: number = SCROLL_PX_MAX): ScrollScale {
  const contentPx = Math.min(tablePx, maxPx);
  const ratio = contentPx <= viewPx ? 1 : (tablePx - viewPx) / (contentPx - viewPx);
  return {
    contentPx,
    toTable: (browserPx) => browserPx * ratio,
    toBrowser: (offsetPx) => offsetPx / ratio,
  };
}
