const PAGE = 8;

/**
 * The index that a key leads to in a list of `count`, from index `at` (-1: none); single steps wrap around. Null: the key does not move.
 */
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

/** A word of at least this length may have one wrong letter. */
const NEAR_LENGTH_MIN = 5;

/**
 * True when every word of `typed` is in the text, in any order and case; an empty `typed` matches everything. A longer word also matches
 * the beginning of a word with one letter different, added or missing, or swapped with its neighbour.
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

/** Whether `known` begins with something that differs from `word` by at most one letter. */
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
