/**
 * Texts that are hard for a pattern: its own characters and words repeated, with an end that does not match. The cost shows whether a
 * stranger can make the pattern slow.
 */
import { growsLinearly } from "./growth.ts";

/** At least one of each kind of character that this product's patterns distinguish. */
const CHARACTERS = [
  "\n\r\t\0 09aAeEfFgxyzZ_",
  "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~",
  "éßİ\u00a0\u200e\u2028\ufeff\ufffd＝\u{1f3db}",
].flatMap((characters) => Array.from(characters));
const ATOM = /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|./gsu;
const WORD = /(?:\\[^\p{L}\d]|[^\\^$.*+?()[\]{}|]){2,}/gu;
const KINDS_MAX = 9;
const STARTS_MAX = 1;

/** True when no attack costs much more than in proportion to its length. */
export function isLinear(source: string, flags: string): boolean {
  if (!isRepeating(source)) return true;
  const pattern = new RegExp(source, flags);
  const kinds = listKinds(source, flags);
  const words = listWords(source);
  const pumps = [
    ...kinds.flatMap((kind) => kinds.map((other) => (kind === other ? kind : kind + other))),
    ...words.flatMap((word) => [word, ...kinds.map((kind) => word + kind)]),
    ...words.map((_word, at) => words.slice(0, at + 1).join("")),
  ];
  const starts = ["", kinds[0] ?? "", ...words.slice(0, STARTS_MAX)];
  // Characters that few parts of the pattern match, and a line end, at which `.` stops.
  const ends = ["\n\0", `\n${kinds[0] ?? ""}`];
  const attacks = starts.flatMap((start) =>
    ends.flatMap((end) => pumps.map((pump) => ({ start, pump, end }))),
  );
  return attacks.every(({ start, pump, end }) =>
    growsLinearly((length) => {
      const text = start + pump.repeat(Math.ceil(length / pump.length)) + end;
      pattern.lastIndex = 0;
      return pattern.global ? text.replace(pattern, "") : pattern.test(text);
    }),
  );
}

/** Without an unbounded repetition, a pattern examines only a limited piece of the text from each position. */
function isRepeating(source: string): boolean {
  return /[*+]|\{\d+,\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, "x"));
}

/** For characters that the same parts of the pattern match, the first one; those that the fewest parts match come first. */
function listKinds(source: string, flags: string): string[] {
  // `\b` distinguishes letters of words from others.
  const atoms = [String.raw`\w`, ...new Set(source.match(ATOM))].flatMap((atom) => {
    try {
      return [new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ""))];
    } catch {
      // Half of a construct, such as a bracket.
      return [];
    }
  });
  const matching = (character: string): string =>
    atoms.map((atom) => (atom.test(character) ? "1" : "")).join();
  const firsts = [...Map.groupBy(CHARACTERS, matching)].toSorted(
    ([one], [other]) => one.length - other.length,
  );
  return firsts.flatMap(([, [first]]) => first ?? []).slice(-KINDS_MAX - 1);
}

/** Literal sequences in the pattern, two letters or more. */
function listWords(source: string): string[] {
  const letters = source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\[\p{L}\d]/gu, "|");
  return (letters.match(WORD) ?? []).map((word) => word.replaceAll(/\\(.)/gs, "$1"));
}
