/*
 * Turns one element of an answer into one row. The map form, which large answers have, is read straight from the bytes: elements
 * of a class carry nearly the same keys in the same order, so the next key is guessed and compared, not decoded and looked up.
 * Everything unusual goes through element-tree.ts. Nothing of an element counts before it has been read whole.
 */
import { ATTRIBUTES_KEY, type ColumnGroup, type ColumnTable } from "./column-table.ts";
import { ElementTree } from "./element-tree.ts";
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  COLON,
  COMMA,
  decodeString,
  QUOTE,
  skipMark,
  skipSpace,
  skipString,
} from "./json-bytes.ts";
import { unexpected, type JsonWindow } from "./json-bytes.ts";
import type { ElementLimits } from "./limits.ts";
import { nameTooLarge, type RowWriter } from "./row-writer.ts";

const GUESSES_MAX = 8;
/** Brackets open around a value: the answer, the element, the set. */
const VALUE_DEPTH = 3;

/** Reads elements into rows; one per answer. */
export class ElementParser {
  readonly #columns: ColumnTable;
  readonly #rows: RowWriter;
  readonly #limits: ElementLimits;
  readonly #tree: ElementTree;
  /** Set by `#findColumn`: the position behind the key. */
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
      let group: ColumnGroup | undefined = matchGroup(window, p, guess);
      const keyEnd: number = group ? p + group.keyBytes.length + 2 : skipString(window, p);
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

  /** Reads the properties of one set, whose opening brace is at `at`. */
  #set(window: JsonWindow, at: number, group: ColumnGroup, attempt: number): number {
    const bytes = window.bytes;
    let after = -1;
    let p = at + 1;
    if (bytes[p] !== QUOTE) {
      p = skipSpace(bytes, p);
      if (bytes[p] === BRACE_CLOSE) return p + 1;
    }
    for (;;) {
      if (bytes[p] !== QUOTE) unexpected(window, p, "the name of a property");
      let column = this.#findColumn(window, p, group, after);
      if (this.#columns.seen[column] === attempt) {
        this.#rows.warn("DUPLICATE_NAME", this.#columns.label(column));
        column = this.#columns.unseenTwin(column);
      }
      this.#columns.seen[column] = attempt;
      after = column;
      p = this.#rows.cell(window, skipMark(window, this.#keyEnd, COLON, "a colon"), VALUE_DEPTH, column);
      if (bytes[p] !== COMMA) {
        p = skipSpace(bytes, p);
        if (bytes[p] === BRACE_CLOSE) return p + 1;
        if (bytes[p] !== COMMA) unexpected(window, p, "a comma or a closing brace");
      }
      if (bytes[++p] !== QUOTE) p = skipSpace(bytes, p);
    }
  }

  /** The column of the key at `at`: guessed from what followed last time, else looked up or made. */
  #findColumn(window: JsonWindow, at: number, group: ColumnGroup, after: number): number {
    const bytes = window.bytes;
    const { next, nameFrom, nameTo, names } = this.#columns;
    let guess = after < 0 ? group.first : (next[after] ?? -1);
    for (let tries = 0; guess >= 0 && tries < GUESSES_MAX; tries++) {
      let k = nameFrom[guess] ?? 0;
      const to = nameTo[guess] ?? 0;
      if (k < to) {
        let p = at + 1;
        while (k < to && bytes[p] === names[k]) {
          p++;
          k++;
        }
        if (k === to && bytes[p] === QUOTE) {
          this.#keyEnd = p + 1;
          return guess;
        }
      }
      guess = next[guess] ?? -1;
    }
    this.#keyEnd = skipString(window, at);
    return this.#columns.column(group, this.#name(window, at, this.#keyEnd), after);
  }

  #name(window: JsonWindow, at: number, end: number): string {
    const name = decodeString(window, at, end);
    if (Buffer.byteLength(name) > this.#limits.nameBytesMax)
      nameTooLarge(window, at, this.#limits.nameBytesMax);
    return name;
  }
}

function matchGroup(window: JsonWindow, at: number, guess: ColumnGroup | undefined): ColumnGroup | undefined {
  const bytes = window.bytes;
  for (let tries = 0; guess && tries < GUESSES_MAX; tries++) {
    const key = guess.keyBytes;
    if (key.length > 0 && guess.instance === 1) {
      let k = 0;
      while (k < key.length && bytes[at + 1 + k] === key[k]) k++;
      if (k === key.length && bytes[at + 1 + k] === QUOTE) return guess;
    }
    guess = guess.following;
  }
  return undefined;
}
