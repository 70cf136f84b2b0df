/*
 * Cuts an object of tables (`{"units":[…],"definitions":[…]}`) into the items of the wanted tables while its bytes arrive; a table that is
 * an object (`"materials":{…}`) is one item. Only one item is held at a time. This file must not know what an item means, and does no
 * input.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;

const TEXT = new TextDecoder("utf-8", { ignoreBOM: true });

/** Cuts one answer; push its bytes in order. */
export class TableFrame {
  readonly #wanted: ReadonlySet<string>;
  readonly #onItem: (table: string, item: unknown) => void;
  readonly #itemBytesMax: number;
  readonly #done = new Set<string>();
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The last text at depth 1: the name of the table that may follow. */
  #key = "";
  #table: string | null = null;
  /** Whether the table is a list of items; an object is one item. */
  #isList = false;
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #hasEnded = false;

  /** @param onItem called with each item of a wanted table, parsed. Its errors pass through `push` unchanged. */
  constructor(
    wanted: readonly string[],
    onItem: (table: string, item: unknown) => void,
    itemBytesMax: number,
  ) {
    this.#wanted = new Set(wanted);
    this.#onItem = onItem;
    this.#itemBytesMax = itemBytesMax;
  }

  /** True as soon as no more of these tables can follow. */
  hasWhole(tables: readonly string[]): boolean {
    return this.#hasEnded || tables.every((table) => this.#done.has(table));
  }

  /** Whether the part read so far has a table. */
  has(table: string): boolean {
    return this.#done.has(table);
  }

  /**
   * Takes the next bytes of the answer.
   * @throws SyntaxError when an item is not JSON; RangeError when it is larger than the limit
   */
  push(chunk: Uint8Array): void {
    // Start, in this chunk, of the text being kept: an item, or a name at depth 1.
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#isInString) {
        at = this.#skipText(chunk, at);
        if (at === chunk.length) break;
        this.#isInString = false;
        if (this.#depth === 1) this.#key = String(this.#take(chunk, from, at + 1));
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) {
        this.#isInString = true;
        if (this.#depth === 1) from = at;
      } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
        this.#depth += 1;
        if (this.#depth === 2 && this.#wanted.has(this.#key)) {
          this.#table = this.#key;
          this.#isList = byte === BRACKET_OPEN;
          from = this.#isList ? at + 1 : at;
        }
      } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
        this.#depth -= 1;
        if (this.#depth === 1 && this.#table !== null) {
          this.#endItem(chunk, from, this.#isList ? at : at + 1);
          this.#done.add(this.#table);
          this.#table = null;
        }
        if (this.#depth <= 0) this.#hasEnded = true;
        if (this.#hasEnded) return;
      } else if (byte === COMMA && this.#depth === 2 && this.#table !== null && this.#isList) {
        this.#endItem(chunk, from, at);
        from = at + 1;
      }
    }
    if (this.#isKept) this.#keep(chunk.slice(from));
  }

  /** The quote that ends the text around `at`; the chunk's length if the text continues in the next one. */
  #skipText(chunk: Uint8Array, at: number): number {
    let isEscaped = this.#isEscaped;
    let end = at;
    for (; end < chunk.length; end += 1) {
      const byte = chunk[end];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) break;
    }
    this.#isEscaped = isEscaped;
    return end;
  }

  /** Whether a chunk ends within an item or a name that continues in the next chunk. */
  get #isKept(): boolean {
    return this.#table !== null || (this.#isInString && this.#depth === 1);
  }

  #keep(piece: Uint8Array): void {
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#itemBytesMax)
      throw new RangeError(`an item of more than ${String(this.#itemBytesMax)} bytes`);
    this.#pieces.push(piece);
  }

  #endItem(chunk: Uint8Array, from: number, to: number): void {
    const item = this.#take(chunk, from, to);
    if (item !== undefined) this.#onItem(this.#table ?? "", item);
  }

  /** The JSON value that ends at `to`; undefined for white space alone (an empty table). */
  #take(chunk: Uint8Array, from: number, to: number): unknown {
    this.#keep(chunk.subarray(from, to));
    const [first] = this.#pieces;
    const text = TEXT.decode(this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#pieceBytes = 0;
    return text.trim() === "" ? undefined : (JSON.parse(text) as unknown);
  }
}

/** What an entry of a table says, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** @throws Error when an item, or a part of one, is no object */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("an entry of a table is no object");
  return value as Fields;
}
