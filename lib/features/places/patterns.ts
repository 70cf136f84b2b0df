/** What somebody typed into the search, as patterns for LIKE. */

export const WORDS_MAX = 8;
export const TYPED_LENGTH_MAX = 256;

/** Fits every text that has the word. */
export function toPattern(word: string): string {
  return `%${escapePattern(word)}%`;
}

/** Typed text is literal: no wildcards. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
