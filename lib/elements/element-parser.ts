/*
 * Turns one element of an answer into one row. The map form, which large answers have, is read straight from the bytes: elements
 * of a class carry nearly the same keys in the same order, so the next key is guessed and compared, not decoded and looked up.
 * Everything unusual goes through element-tree.ts. Nothing of an element counts before it has been read whole.
 */
import { TEXT } from "./cell-kinds.ts";
import { ATTRIBUTES_KEY, type ColumnGroup, type ColumnTable } from "./column-table.ts";
import { ElementTree } from "./element-tree.ts";
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  COLON,
  COMMA,
  decodeString,
  IN_STRING_CONTINUED,
  IN_STRING_COMMA,
  IN_STRING_END,
  QUOTE,
  skipMark,
  skipSpace,
  skipString,
  STRING_CLASS,
} from "./json-bytes.ts";
import { FIRST_BYTE_SUSPECT } from "./formula.ts";
import { unexpected, type JsonWindow } from "./json-bytes.ts";
import { nameTooLarge } from "./limit-errors.ts";
import type { ElementLimits } from "./limits.ts";
import type { RowWriter } from "./row-writer.ts";

const GUESSES_MAX = 8;
/** Brackets open around a value: the answer, the element, the set. */
const VALUE_DEPTH = 3;

/** Reads elements into rows; one per answer. */
export class ElementParser {
  readonly #columns: ColumnTable;
  readonly #rows: RowWriter;
  readonly #limits: ElementLimits;
  readonly #tree: ElementTree;
  /** Set by `#guessColumn` and `#findColumn`: the position behind the key. */
  #keyEnd = 0;

  constructor(columns: ColumnTable, rows: RowWriter, limits: ElementLimits) {
    this.#columns = columns;
    this.#rows = rows;
    this.#limits = limits;
    this.#tree = new ElementTree(columns, rows, limits);
  }

  /**
   * Reads `"GlobalId": {…}` of the map form, whose first quote is at `at`.
   * @returns the position behind the element
   */
  mapEntry(window: JsonWindow, at: number): number {
    const rows = this.#rows;
    rows.begin(window.end - at);
    const valueAt = skipMark(window, this.#id(window, at), COLON, "a colon");
    let end = window.bytes[valueAt] === BRACE_OPEN ? this.#plainElement(window, valueAt) : -1;
    if (end < 0) {
      rows.begin(window.end - at);
      rows.id(window, at);
      end = this.#tree.element(window, valueAt, "map");
    }
    rows.commit();
    return end;
  }

  /** Reads one element of the array form; returns the position behind it. */
  listItem(window: JsonWindow, at: number): number {
    this.#rows.begin(window.end - at);
    const end = this.#tree.element(window, at, "array");
    this.#rows.commit();
    return end;
  }

  #id(window: JsonWindow, at: number): number {
    if (window.bytes[at] !== QUOTE) unexpected(window, at, "the GlobalId of an element");
    return this.#rows.id(window, at);
  }

  /** Reads an element whose every value is an object of properties; -1 when it is not of that kind. */
  #plainElement(window: JsonWindow, at: number): number {
    const bytes = window.bytes;
    const attempt = this.#columns.nextAttempt();
    let guess: ColumnGroup | undefined = this.#columns.attributes;
    let p = skipSpace(bytes, at + 1);
    if (bytes[p] === BRACE_CLOSE) return p + 1;
    for (;;) {
      if (bytes[p] !== QUOTE) unexpected(window, p, "the name of a property set");
      let group: ColumnGroup | undefined = this.#guessGroup(window, p, guess);
      const keyEnd: number = group ? p + group.keyTo - group.keyFrom + 2 : skipString(window, p);
      const valueAt = skipMark(window, keyEnd, COLON, "a colon");
      if (bytes[valueAt] !== BRACE_OPEN)
        return valueAt >= window.end ? unexpected(window, valueAt, "a set") : -1;
      if (!group) {
        const name = this.#name(window, p, keyEnd);
        group = name === ATTRIBUTES_KEY ? this.#columns.attributes : this.#columns.group(name);
      }
      if (group.seen === attempt) {
        this.#rows.warn("DUPLICATE_NAME", group.origin === "attribute" ? ATTRIBUTES_KEY : group.name);
        group = this.#columns.unseenGroup(group);
      }
      group.seen = attempt;
      p = skipSpace(bytes, this.#set(window, valueAt, group, attempt));
      if (bytes[p] === BRACE_CLOSE) return p + 1;
      p = skipMark(window, p, COMMA, "a comma or a closing brace");
      guess = group.following;
    }
  }

  /**
   * Reads the properties of one set, whose opening brace is at `at`. This is the innermost loop of reading, so the usual
   * property is done here on local variables: a guessed name, and a text without escapes. All else is left to others.
   */
  #set(window: JsonWindow, at: number, group: ColumnGroup, attempt: number): number {
    const { bytes } = window;
    const table = this.#columns;
    const cells = this.#rows.cells;
    const { out } = cells;
    const { cellBytesMax } = this.#limits;
    let after = -1;
    let p = at + 1;
    if (bytes[p] !== QUOTE) {
      p = skipSpace(bytes, p);
      if (bytes[p] === BRACE_CLOSE) return p + 1;
    }
    for (;;) {
      if (bytes[p] !== QUOTE) unexpected(window, p, "the name of a property");
      let column = this.#guessColumn(window, p, after < 0 ? group.first : (table.next[after] ?? -1));
      if (column < 0) column = this.#findColumn(window, p, group, after);
      if (table.seen[column] === attempt) {
        this.#rows.warn("DUPLICATE_NAME", table.label(column));
        column = table.unseenTwin(column);
      }
      table.seen[column] = attempt;
      after = column;

      p = this.#keyEnd;
      if (bytes[p] === COLON && bytes[p + 1] === QUOTE) {
        const from = ++cells.at;
        out[from - 1] = COMMA;
        let o = from;
        let flags = 0;
        let unitsLess = 0;
        let q = p + 2;
        let byte = bytes[q] ?? 0;
        for (;;) {
          const kind = STRING_CLASS[byte] ?? IN_STRING_END;
          if (kind !== 0) {
            if (kind === IN_STRING_END) break;
            if (kind >= IN_STRING_COMMA) flags |= kind;
            else unitsLess += kind === IN_STRING_CONTINUED ? 1 : -1;
          }
          out[o++] = byte;
          byte = bytes[++q] ?? 0;
        }
        if (
          byte === QUOTE &&
          o > from &&
          o - from <= cellBytesMax &&
          FIRST_BYTE_SUSPECT[out[from] ?? 0] === 0
        ) {
          cells.at = o;
          p = q + 1;
          const units = o - from - unitsLess;
          if (units > (table.textLengthMax[column] ?? 0)) table.textLengthMax[column] = units;
          cells.add(column, TEXT | flags);
        } else {
          cells.at = from - 1;
          p = this.#rows.cell(window, p + 1, VALUE_DEPTH, column);
        }
      } else {
        p = this.#rows.cell(window, skipMark(window, p, COLON, "a colon"), VALUE_DEPTH, column);
      }

      if (bytes[p] !== COMMA) {
        p = skipSpace(bytes, p);
        if (bytes[p] === BRACE_CLOSE) return p + 1;
        if (bytes[p] !== COMMA) unexpected(window, p, "a comma or a closing brace");
      }
      if (bytes[++p] !== QUOTE) p = skipSpace(bytes, p);
    }
  }

  /** The column of the key at `at` when it is `guess` or one of those behind it, else -1. */
  #guessColumn(window: JsonWindow, at: number, guess: number): number {
    const { next, nameFrom, nameTo, names } = this.#columns;
    for (let tries = 0; guess >= 0 && tries < GUESSES_MAX; tries++) {
      const from = nameFrom[guess] ?? 0;
      const to = nameTo[guess] ?? 0;
      if (from < to && isNameAt(window, at + 1, names, from, to)) {
        this.#keyEnd = at + to - from + 2;
        return guess;
      }
      guess = next[guess] ?? -1;
    }
    return -1;
  }

  /** The column of the key at `at`, looked up by its text, or made. */
  #findColumn(window: JsonWindow, at: number, group: ColumnGroup, after: number): number {
    this.#keyEnd = skipString(window, at);
    return this.#columns.column(group, this.#name(window, at, this.#keyEnd), after);
  }

  #name(window: JsonWindow, at: number, end: number): string {
    const name = decodeString(window, at, end);
    if (Buffer.byteLength(name) > this.#limits.nameBytesMax)
      nameTooLarge(window, at, this.#limits.nameBytesMax);
    return name;
  }

  /** The group of the key at `at` when it is `guess` or one of those found after it. */
  #guessGroup(window: JsonWindow, at: number, guess: ColumnGroup | undefined): ColumnGroup | undefined {
    for (let tries = 0; guess && tries < GUESSES_MAX; tries++) {
      const { keyFrom, keyTo } = guess;
      if (keyFrom < keyTo && isNameAt(window, at + 1, this.#columns.names, keyFrom, keyTo)) return guess;
      guess = guess.following;
    }
    return undefined;
  }
}

/** True when the window has this name and a closing quote at `at`. */
function isNameAt(window: JsonWindow, at: number, names: DataView, from: number, to: number): boolean {
  const { bytes, view } = window;
  while (from + 4 <= to && view.getInt32(at) === names.getInt32(from)) {
    at += 4;
    from += 4;
  }
  while (from < to && bytes[at] === names.getUint8(from)) {
    at++;
    from++;
  }
  return from === to && bytes[at] === QUOTE;
}
