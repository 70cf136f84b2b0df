/* Scroll arithmetic: how far to scroll to make something visible, and how to scroll a table taller than browsers allow. */

/** Browsers limit elements to about 17 million pixels in height; above this the scrollbar is scaled. */
const SCROLL_PX_MAX = 15_000_000;

/**
 * The scroll offset that makes an item fully visible with the least movement. Sticky content covers `headPx` of the view. An item larger
 * than the view is shown from its start.
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
  /** Height of the content in the browser's layout. */
  contentPx: number;
  /** Converts the browser's offset to the table's. 1 for a table that fits. */
  toTable: (browserPx: number) => number;
  toBrowser: (tablePx: number) => number;
};

/** How the browser's scroll offset maps to the table's: equal up to 15 million pixels, proportional above. */
export function scrollScale(tablePx: number, viewPx: number, maxPx: number = SCROLL_PX_MAX): ScrollScale {
  const contentPx = Math.min(tablePx, maxPx);
  const ratio = contentPx <= viewPx ? 1 : (tablePx - viewPx) / (contentPx - viewPx);
  return {
    contentPx,
    toTable: (browserPx) => browserPx * ratio,
    toBrowser: (offsetPx) => offsetPx / ratio,
  };
}
