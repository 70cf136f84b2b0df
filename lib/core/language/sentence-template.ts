/**
 * The template of a sentence with places, by which a written sentence is recognised. Matching never backtracks: it is linear in the text.
 */

/** A sentence with fewer letters outside its places could match anything. */
const LETTERS_MIN = 6;
const PLACE = /\{(\w+)\}/;

export type Template = {
  text: string;
  names: readonly string[];
  /** The texts before, between and after the places: one more than there are places. */
  literals: readonly string[];
  /** Number of letters outside places; more letters make a template more specific. */
  weight: number;
};

/** Null for a text without places, with a plural or a tag, or with hardly more than places. */
export function toTemplate(text: string): Template | null {
  const pieces = text.split(PLACE);
  const literals = pieces.filter((_piece, at) => at % 2 === 0);
  const names = pieces.filter((_piece, at) => at % 2 === 1);
  const weight = literals.join("").trim().length;
  if (names.length === 0 || weight < LETTERS_MIN || literals.some((literal) => /[{}<>]/.test(literal))) {
    return null;
  }
  return { text, names, literals, weight };
}

/** The values in the places of `written`, none empty and each as short as possible; null when the text does not match. */
export function valuesIn({ names, literals }: Template, written: string): [string, string][] | null {
  const first = literals[0] ?? "";
  const last = literals.at(-1) ?? "";
  if (!written.startsWith(first) || !written.endsWith(last)) return null;
  const values: [string, string][] = [];
  const end = written.length - last.length;
  let from = first.length;
  for (const [at, name] of names.entries()) {
    const literal = literals[at + 1] ?? "";
    const to = at === names.length - 1 ? end : written.indexOf(literal, from + 1);
    if (to <= from) return null;
    values.push([name, written.slice(from, to)]);
    from = to + literal.length;
  }
  return values;
}
