/*
 * Turns one element of an answer into one row. The map form, which large answers have, is read straight from the bytes: elements of a class
 * have nearly the same keys in the same order, so the next key is guessed and compared instead of decoded and looked up. Everything unusual
 * goes through element-tree.ts. No part of an element counts before the whole element has been read.
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
  unexpected,
  WANTED,
  type JsonWindow,
} from "./json/bytes.ts";
import { exceeds, type ElementLimits } from "./limit-errors.ts";
import type { RowWriter } from "./row-writer.ts";
import { AT_END, AT_MARK, KERNEL_WINDOW_BYTES } from "../wasm/layout.ts";
import { ROW_KERNELS, type RowKernel } from "../wasm/row-kernel.ts";

const GUESSES_MAX = 8;
/** Open brackets around a value: the answer, the element, the set. */
const VALUE_DEPTH = 3;

/**
 * Reads elements into rows; one parser for each answer. `mapEntry` and `listItem` leave no trace when they throw NeedMoreBytes.
 */
export class ElementParser {
  readonly #columns: ColumnTable;
  readonly #rows: RowWriter;
  readonly #limits: ElementLimits;
  readonly #tree: ElementTree;
  readonly #kernels: "wasm" | "none";
  #kernel: RowKernel | null = null;
  /** Set by `#guessColumn` and `#findColumn`: the position after the key. */
  #keyEnd = 0;
  /** Where the kernel stopped. */
  #position = 0;
  /** The column of this set read last, or -1. */
  #after = -1;

  /** @param kernels where to take a kernel for the usual cases from; the result is the same without */
  constructor(
    columns: ColumnTable,
    rows: RowWriter,
    limits: ElementLimits,
    kernels: "wasm" | "none" = "wasm",
  ) {
    this.#columns = columns;
    this.#rows = rows;
    this.#limits = limits;
    this.#tree = new ElementTree(columns, rows, limits);
    this.#kernels = kernels;
  }

  /**
   * To be called when reading begins. Returns memory where the parser wants a window of this many bytes to be; a window that grows larger
   * is placed elsewhere.
   */
  open(windowBytes: number): Uint8Array<ArrayBuffer> | null {
    const { cellBytesMax } = this.#limits;
    /* The kernel does not check the size of cells, so its window must be too small for a cell that is too large. */
    if (windowBytes > KERNEL_WINDOW_BYTES || cellBytesMax < KERNEL_WINDOW_BYTES) return null;
    this.#kernel = this.#kernels === "wasm" ? ROW_KERNELS.take() : null;
    if (!this.#kernel) return null;
    this.#columns.attach(this.#kernel);
    this.#rows.attach(this.#kernel);
    return this.#kernel.window;
  }

  /** To be called when reading has ended, with or without success: the memory is free again. */
  close(): void {
    if (!this.#kernel) return;
    this.#columns.detach(this.#kernel);
    this.#rows.attach(null);
    ROW_KERNELS.giveBack(this.#kernel);
    this.#kernel = null;
  }

  /**
   * Reads `"GlobalId": {…}` of the map form, whose first quote is at `at`.
   * @returns the position after the element
   */
  mapEntry(window: JsonWindow, at: number): number {
    const rows = this.#rows;
    rows.begin(window.end - at);
    const valueAt = skipMark(window, this.#id(window, at), COLON, WANTED.colon);
    let end = window.bytes[valueAt] === BRACE_OPEN ? this.#plainElement(window, valueAt) : -1;
    if (end < 0) {
      rows.begin(window.end - at);
      rows.id(window, at);
      end = this.#tree.element(window, valueAt, "map");
    }
    rows.commit();
    return end;
  }

  /** Reads one element of the array form; returns the position after it. */
  listItem(window: JsonWindow, at: number): number {
    this.#rows.begin(window.end - at);
    const end = this.#tree.element(window, at, "array");
    this.#rows.commit();
    return end;
  }

  #id(window: JsonWindow, at: number): number {
    if (window.bytes[at] !== QUOTE) unexpected(window, at, WANTED.globalId);
    return this.#rows.id(window, at);
  }

  /** Reads an element whose values are all objects of properties; -1 for any other element. */
  #plainElement(window: JsonWindow, at: number): number {
    const bytes = window.bytes;
    const attempt = this.#columns.nextAttempt();
    let guess: ColumnGroup | undefined = this.#columns.attributes;
    let p = skipSpace(bytes, at + 1);
    if (bytes[p] === BRACE_CLOSE) return p + 1;
    for (;;) {
      if (bytes[p] !== QUOTE) unexpected(window, p, WANTED.setName);
      let group: ColumnGroup | undefined = this.#guessGroup(window, p, guess);
      const keyEnd: number = group ? p + group.keyTo - group.keyFrom + 2 : skipString(window, p);
      const valueAt = skipMark(window, keyEnd, COLON, WANTED.colon);
      if (bytes[valueAt] !== BRACE_OPEN)
        return valueAt >= window.end ? unexpected(window, valueAt, WANTED.set) : -1;
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
      p = skipMark(window, p, COMMA, WANTED.closingBrace);
      guess = group.following;
    }
  }

  /** Reads the properties of one set, whose opening brace is at `at`; with the kernel as long as nothing is unusual. */
  #set(window: JsonWindow, at: number, group: ColumnGroup, attempt: number): number {
    const { bytes } = window;
    this.#after = -1;
    let p = at + 1;
    if (bytes[p] !== QUOTE) {
      p = skipSpace(bytes, p);
      if (bytes[p] === BRACE_CLOSE) return p + 1;
    }
    for (;;) {
      const kernel = this.#kernel;
      if (kernel && this.#isIn(kernel, window)) {
        const status = this.#usualProperties(kernel, p, group, attempt);
        p = this.#position;
        if (status === AT_END) return p;
        if (status === AT_MARK) unexpected(window, p, WANTED.closingBrace);
      }
      p = this.#property(window, p, group, attempt);
      if (bytes[p] !== COMMA) {
        p = skipSpace(bytes, p);
        if (bytes[p] === BRACE_CLOSE) return p + 1;
        if (bytes[p] !== COMMA) unexpected(window, p, WANTED.closingBrace);
      }
      if (bytes[++p] !== QUOTE) p = skipSpace(bytes, p);
    }
  }

  /** True when everything the kernel works on is in its memory. */
  #isIn(kernel: RowKernel, window: JsonWindow): boolean {
    return window.bytes === kernel.window && this.#rows.cells.isIn(kernel) && this.#columns.isIn(kernel);
  }

  /** Runs the kernel from the key at `at` on; sets `#position` and `#after`. Returns why it stopped (layout.ts). */
  #usualProperties(kernel: RowKernel, at: number, group: ColumnGroup, attempt: number): number {
    const { cells } = this.#rows;
    const windowAt = kernel.window.byteOffset;
    const rowAt = kernel.row.byteOffset;
    const after = this.#after;
    const guess = after < 0 ? group.first : (this.#columns.next[after] ?? -1);
    const [p, o] = [at + windowAt, cells.at + rowAt];
    const status = kernel.properties(p, guess, after, o, cells.count, cells.shapeHash, attempt);
    const { result } = kernel;
    this.#position = (result[0] ?? 0) - windowAt;
    cells.at = (result[1] ?? 0) - rowAt;
    this.#after = result[2] ?? -1;
    cells.count = result[3] ?? 0;
    cells.shapeHash = result[4] ?? 0;
    return status;
  }

  /** Reads one property of any kind, whose key is at `at`; returns the position after its value. */
  #property(window: JsonWindow, at: number, group: ColumnGroup, attempt: number): number {
    const table = this.#columns;
    const after = this.#after;
    if (window.bytes[at] !== QUOTE) unexpected(window, at, WANTED.propertyName);
    let column = this.#guessColumn(window, at, after < 0 ? group.first : (table.next[after] ?? -1));
    if (column < 0) column = this.#findColumn(window, at, group, after);
    if (table.seen[column] === attempt) {
      this.#rows.warn("DUPLICATE_NAME", table.label(column));
      column = table.unseenTwin(column);
    }
    table.seen[column] = attempt;
    this.#after = column;
    return this.#rows.cell(window, skipMark(window, this.#keyEnd, COLON, WANTED.colon), VALUE_DEPTH, column);
  }

  /** The column of the key at `at` if it is `guess` or one of the columns after it, else -1. */
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

  /** The column of the key at `at`, looked up by its text; made if it is new. */
  #findColumn(window: JsonWindow, at: number, group: ColumnGroup, after: number): number {
    this.#keyEnd = skipString(window, at);
    return this.#columns.column(group, this.#name(window, at, this.#keyEnd), after);
  }

  #name(window: JsonWindow, at: number, end: number): string {
    const name = decodeString(window, at, end);
    if (Buffer.byteLength(name) > this.#limits.nameBytesMax)
      exceeds("NAME_TOO_LARGE", this.#limits.nameBytesMax, window.base + at);
    return name;
  }

  /** The group of the key at `at` if it is `guess` or one of the groups found after it. */
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
