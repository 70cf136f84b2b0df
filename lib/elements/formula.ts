/*
 * Decides which texts a spreadsheet would run as a formula, and guards them with an apostrophe: in files for spreadsheets, nowhere else
 * (docs/decisions/0059-unaltered-csv.md). Only for text: a typed number such as -0.02 must never come here. The guard can be removed
 * unambiguously, since a text that already looks guarded gets one more apostrophe.
 */

/* Invisible characters that may come first, after any apostrophes: spaces, format and other ignorable characters, blank fillers. */
const UNSEEN = String.raw`[\p{Zs}\p{Zl}\p{Zp}\u0080-\u009F\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;

/*
 * What starts a formula: = + - @, their full-width and small forms, and every control character (tab, CR, LF and NUL are
 * dropped by some spreadsheets, which then see what follows).
 */
const TRIGGER = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u0000-\u001F\u007F]`;

const SUSPECT = new RegExp(`^'*${UNSEEN}*${TRIGGER}`, "u");

/*
 * Texts that begin with a sign and calculate nothing: a plain number, which spreadsheets read as a number, and signs alone, which people
 * write for "none".
 */
const PLAIN_NUMBER = /^ *[-+]?(?:\d+(?:[.,]\d+)*[.,]?|[.,]\d+)(?:e[-+]?\d+)? *(?:% *)?$/i;
const SIGNS_ALONE = /^[-+ ]+$/;

/** True when a text begins like a formula, whatever follows. The reader notes this with each stored cell (cell-kinds.ts). */
export function beginsLikeFormula(text: string): boolean {
  return SUSPECT.test(text);
}

/**
 * True when a spreadsheet might run this text (OWASP CSV injection; ASVS 5.0 1.2.10), or the text looks guarded already. Plain numbers and
 * signs alone are not formulas: they contain nothing to run.
 */
export function isFormulaText(text: string): boolean {
  return beginsLikeFormula(text) && !PLAIN_NUMBER.test(text) && !SIGNS_ALONE.test(text);
}

/** Puts an apostrophe in front of a text that a spreadsheet might run; leaves all others alone. */
export function guardText(text: string): string {
  return isFormulaText(text) ? `'${text}` : text;
}

/**
 * By the first UTF-8 byte of a text: 1 where `beginsLikeFormula` must check, 0 where it is surely false. Lead bytes of the unseen and
 * full-width characters are C2, CD, D8, DB, DC, E0 to E3, EF, F0 and F3.
 */
export const FIRST_BYTE_SUSPECT: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte <= 0x20 || byte === 0x7f) return 1;
  if ("'=+-@".includes(String.fromCharCode(byte))) return 1;
  return [0xc2, 0xcd, 0xd8, 0xdb, 0xdc, 0xe0, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3].includes(byte) ? 1 : 0;
});
