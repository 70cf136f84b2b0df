/*
 * The kind byte stored with every cell of a row. Its values are part of the snapshot's file format (docs/decisions/0008-snapshot.md): never
 * renumber them without raising SNAPSHOT_FORMAT. The kind has three bits of the byte, and all eight values are taken: a ninth would be read
 * as NULL. It needs a fourth bit, so the flags move up, and with them row-record.ts, the kernels (lib/elements/wasm), and every reader of a
 * row.
 */
export const NULL = 0;
export const TEXT = 1;
export const NUMBER = 2;
export const TRUE = 3;
export const FALSE = 4;
export const LIST = 5;
export const OBJECT = 6;
/** The empty text. */
export const EMPTY = 7;
export const KIND_COUNT = 8;

/** Flag: the text holds a comma. */
export const HAS_COMMA = 16;
/** Flag: the text begins like a formula; writers of files for spreadsheets check it in full (formula.ts). */
export const FORMULA = 32;
/** Flag: the text holds a semicolon. */
export const HAS_SEMICOLON = 64;
/** Flag: the text may hold any character, also quotation marks, line ends and tabs. */
export const HAS_SPECIAL = 128;
export const KIND_MASK = 7;

/** One of the kinds above. */
export type CellKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
