const PAGE = 8;

/** Where a key leads in a list of `count`, from the place `at` (-1: none); around at the ends by single steps. Null: the key is not one that moves. */
export function movedTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return at <= 0 ? count - 1 : at - 1;
    case "PageDown":
      return Math.min(count - 1, at + PAGE);
    case "PageUp":
      return Math.max(0, at - PAGE);
    default:
      return null;
  }
}

/** True when every word of `typed` is in the text, in any order and any case; nothing typed fits everything. */
export function fits(typed: string, text: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}
