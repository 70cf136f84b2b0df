/**
 * Reads addresses from whatever people paste: one or several per line, with names, quoted, `mailto:`, or a CSV with a heading for the
 * column. Pure and linear in the length of the text. Checks only the form and drops nothing: a piece without an address becomes an entry
 * too. The reasons are stored with the list.
 */
import { parseAddress } from "#lib/core/address.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say, sayForRecords } from "#lib/core/texts.ts";
import { iterateRecords } from "#lib/features/batches/csv-records.ts";
import { findMailColumn } from "./mail-column.ts";

/** An address, or why a text is none, and the address that was probably meant. */
export type ReadAddress =
  | { ok: true; email: string; key: string }
  | { ok: false; reason: Sentence; suggestion: string | null };

export type AddressEntry = {
  /** 1, 2, …: its line in the text. */
  line: number;
  /** As typed; shortened when it is too long for an address. */
  typed: string;
} & ReadAddress;

/** For a text that is no address. */
export function noAddress(reason: Sentence, suggestion: string | null = null): ReadAddress {
  return { ok: false, reason, suggestion };
}

export type AddressList = { entries: AddressEntry[]; lines: number; isTooLong: boolean };

export const ADDRESSES_MAX = 10_000;
const TYPED_LENGTH_MAX = 300;
/** A name, angle brackets and an address are shorter; longer pieces are no addresses and are not parsed. */
const PIECE_LENGTH_MAX = 1000;
/** A line with more pieces has too many addresses in any case. */
const PIECES_MAX = 3 * ADDRESSES_MAX;

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Every address of the text in its order; `isTooLong` when there are more than ADDRESSES_MAX (the list is then incomplete). */
export function readAddressList(text: string): AddressList {
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  const column = findMailColumn(plain);
  return column === null ? readFreely(plain) : readColumn(plain, column);
}

function readColumn(text: string, column: { index: number; delimiter: string; name: string }): AddressList {
  const entries: AddressEntry[] = [];
  let lines = 0;
  for (const { cells, line, isHeading } of iterateRecords(text, column.delimiter)) {
    lines = line;
    if (isHeading || cells.every((cell) => cell.trim() === "")) continue;
    const cell = cells[column.index]?.trim() ?? "";
    if (cell === "") {
      const reason = say("The column “{name}” is empty in this line.", { name: shorten(column.name) });
      entries.push({ line, typed: shorten(cells.join(column.delimiter)), ...noAddress(reason) });
    } else {
      const inside = readFreely(cell);
      for (const entry of inside.entries) entries.push({ ...entry, line });
      if (inside.isTooLong) return { entries, lines, isTooLong: true };
    }
    if (entries.length > ADDRESSES_MAX) return { entries, lines, isTooLong: true };
  }
  return { entries, lines, isTooLong: false };
}

function readFreely(text: string): AddressList {
  const entries: AddressEntry[] = [];
  let line = 0;
  for (let start = 0; start < text.length;) {
    line += 1;
    let end = start;
    while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end += 1;
    const pieces = splitLine(text, start, end);
    if (pieces === null) return { entries, lines: line, isTooLong: true };
    addLine(text, pieces, line, entries);
    if (entries.length > ADDRESSES_MAX) return { entries, lines: line, isTooLong: true };
    start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
  }
  return { entries, lines: line, isTooLong: false };
}

type Piece = { from: number; to: number; hasAt: boolean; /** What follows it. */ separator: string };

/** The pieces between commas, semicolons and tabs outside quotes; null when there are too many. */
function splitLine(text: string, start: number, end: number): Piece[] | null {
  const pieces: Piece[] = [];
  let from = start;
  let hasAt = false;
  let isBlank = true;
  let mayQuote = true;
  const close = (to: number): void => {
    if (!isBlank) pieces.push({ from, to, hasAt, separator: text.charAt(to) });
    from = to + 1;
    hasAt = false;
    isBlank = true;
  };
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && isBlank && mayQuote) {
      const quoted = readQuoted(text, at, end);
      if (quoted === null) mayQuote = false;
      else {
        hasAt ||= quoted.hasAt;
        at = quoted.closing;
      }
      isBlank = false;
    } else if (code === 0x2c || code === 0x3b || code === 0x09) {
      close(at);
      if (pieces.length > PIECES_MAX) return null;
    } else {
      if (code === 0x40) hasAt = true;
      if (code !== 0x20 && code !== 0xa0) isBlank = false;
    }
  }
  close(end);
  return pieces;
}

function readQuoted(text: string, opening: number, end: number): { closing: number; hasAt: boolean } | null {
  let hasAt = false;
  for (let at = opening + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x40) hasAt = true;
    if (code === BACKSLASH) at += 1;
    if (code !== QUOTE) continue;
    if (text.charCodeAt(at + 1) !== QUOTE) return { closing: at, hasAt };
    at += 1;
  }
  return null;
}

/**
 * If a line has one address, the rest of it is the person's name or other columns. If it has several, a piece without an address is a name
 * only before a comma and angle brackets ("Smit, Anna <anna@…>"); anywhere else something was forgotten, and the piece is shown.
 */
function addLine(text: string, pieces: readonly Piece[], line: number, entries: AddressEntry[]): void {
  const first = pieces[0];
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return;
  const addressed = pieces.filter((piece) => piece.hasAt);
  const [only] = addressed;
  if (addressed.length <= 1) {
    const whole = text.slice(first.from, last.to);
    const piece = only === undefined ? whole : text.slice(only.from, only.to);
    entries.push(...readPiece(piece, whole, line));
    return;
  }
  let nameFrom: number | null = null;
  pieces.forEach((piece, at) => {
    const isName =
      !piece.hasAt && piece.separator === "," && text.slice(piece.to, pieces[at + 1]?.to).includes("<");
    if (isName) {
      nameFrom ??= piece.from;
      return;
    }
    const own = text.slice(piece.from, piece.to);
    entries.push(...readPiece(own, nameFrom === null ? own : text.slice(nameFrom, piece.to), line));
    nameFrom = null;
  });
}

/** One piece: an address, a name with an address in angle brackets, or several addresses separated by spaces. */
function readPiece(piece: string, whole: string, line: number): AddressEntry[] {
  const typed = shorten(whole);
  if (piece.length > PIECE_LENGTH_MAX) {
    return [{ line, typed, ...noAddress(say("This is longer than any address.")) }];
  }
  const bare = unwrap(piece);
  const parsed = sayForRecords(() => parseAddress(bare.text));
  if (parsed.ok) {
    if (bare.name.includes("@") && !isSameAddress(bare.name, parsed.key)) {
      const reason = say("This entry has two different addresses. Which address is meant?");
      return [{ line, typed, ...noAddress(reason) }];
    }
    return [{ line, typed, ...parsed }];
  }
  const words = bare.text.split(/\s+/);
  if (words.length > 1 && words.every((word) => /^[^@]+@[^@]+$/.test(word))) {
    return words.flatMap((word) => readPiece(word, word, line));
  }
  return [{ line, typed, ...noAddress(parsed.reason, suggest(bare.text)) }];
}

/** Removes what people and programs put around an address: a name and angle brackets, quotes, `mailto:`. */
function unwrap(piece: string): { text: string; name: string } {
  let text = piece.trim();
  let name = "";
  const open = text.lastIndexOf("<");
  if (open !== -1 && text.endsWith(">")) {
    name = text.slice(0, open).trim();
    text = text.slice(open + 1, -1).trim();
  }
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  if (quoted !== null) {
    const inner = (quoted[2] ?? "").trim();
    // Quotes may contain a whole `Name <address>`, as in a cell of a CSV file.
    if (name === "" && inner.endsWith(">")) return unwrap(inner.replaceAll('""', '"'));
    text = inner;
  }
  if (/^mailto:/i.test(text)) text = text.slice("mailto:".length).replace(/\?.*$/s, "");
  return { text, name };
}

function isSameAddress(name: string, key: string): boolean {
  const parsed = parseAddress(name.replace(/^["'(<\s]+/, "").replace(/(?<!["')>\s])["')>\s]+$/, ""));
  return parsed.ok && parsed.key === key;
}

/** The address that was probably meant, without typing slips: doubled signs, dots at the edges, spaces, invisible characters. */
function suggest(text: string): string | null {
  const tidied = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, "")
    .replaceAll(/@{2,}/g, "@")
    .replaceAll(/\.{2,}/g, ".")
    .replace(/^\.+/, "")
    .replace(/(?<![.:>)])[.:>)]+$/, "")
    .replaceAll(/\.?@\.?/g, "@");
  const parsed = parseAddress(tidied);
  return parsed.ok ? parsed.email : null;
}

function shorten(typed: string): string {
  // Databases store no NUL in a text.
  const text = typed.trim().replaceAll("\0", "\ufffd");
  if (text.length <= TYPED_LENGTH_MAX) return text.toWellFormed();
  return `${text.slice(0, TYPED_LENGTH_MAX).toWellFormed()}… (${String(text.length)} characters)`;
}
