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

/** A word of as many letters may have one wrong letter. */
const NEAR_LENGTH_MIN = 5;

/**
 * True when every word of `typed` is in the text, in any order and any case; nothing typed fits everything. A longer word also fits the
 * beginning of a word of the text that differs by one letter: another, one too many, one too few, or swapped with its neighbour.
 */
export function fits(typed: string, text: string): boolean {
  const low = text.toLowerCase();
  const words = low.split(/\s+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(
      (word) =>
        low.includes(word) ||
        (word.length >= NEAR_LENGTH_MIN && words.some((known) => beginsNearly(known, word))),
    );
}

/** Whether `known` begins with something that differs from `word` by one letter at most. */
function beginsNearly(known: string, word: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === known[at]) at += 1;
  const rest = word.slice(at);
  const other = known.slice(at);
  const swapped = `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`;
  return [
    [rest.slice(1), other.slice(1)],
    [rest.slice(1), other],
    [rest, other.slice(1)],
    [swapped, other],
  ].some(([meant = "", there = ""]) => there.startsWith(meant));
}
