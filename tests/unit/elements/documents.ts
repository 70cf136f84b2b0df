/**
 * Generates service answers of the map form as JSON text, with everything that JSON allows and models contain, and tells what a table of
 * them must hold. A seed always gives the same documents, so a failing one can be found again by its number.
 */
import { charsOf, randomNumbers } from "#tests/support/mutations.ts";

export type ExpectedCell = [set: string | null, setInstance: number, property: string, instance: number];
export interface ExpectedRow {
  id: string;
  /** Keyed by the JSON text of the cell's ExpectedCell: the JSON text of the value as written. */
  cells: Map<string, string>;
}
export interface Document {
  text: string;
  rows: ExpectedRow[];
}

const NAMES = [
  "Name",
  "Tag",
  "Pset_DoorCommon",
  "IsExternal",
  "A name of more than sixteen bytes",
  "exactly16bytes!!",
  "Ünï",
  "__proto__",
  "constructor",
  "",
  "a.b",
  "漢字",
];
const SPACES = ["", "", "", "", "", "", " ", "\n  ", "\t", "\r\n"];
const NUMBERS = [
  "0",
  "-0",
  "1e400",
  "-1.5E+07",
  "12345678901234567890",
  "0.10",
  "1E5",
  "-0.02",
  "0.1000000000000000055511151231257827",
  "829.3947107158601",
];
const PIECES = [
  "plain",
  ...charsOf("x ,;–é漢😀='#"),
  String.raw`\"`,
  String.raw`\\`,
  String.raw`\/`,
  String.raw`\n`,
  String.raw`\u00e9`,
  String.raw`\ud83d\ude00`,
  String.raw`\ud800`,
  String.raw`\u0000`,
];

/** Generates documents from one stream of random numbers. */
export class DocumentMaker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  #space(): string {
    return this.pick(SPACES);
  }

  /** A JSON string; every third is plain text, about as long as the blocks in which texts are read. */
  string(): string {
    if (this.below(3) > 0) return `"${"abcdefghijklmnopqrstuvwxyz0123456789 AB".slice(0, this.below(40))}"`;
    const piece = (): string => (this.below(8) === 0 ? this.#character() : this.pick(PIECES));
    return `"${Array.from({ length: this.below(9) }, piece).join("")}"`;
  }

  /** Any character, also half of one, as it stands in a JSON string. */
  #character(): string {
    return JSON.stringify(String.fromCodePoint(this.below(0x110000))).slice(1, -1);
  }

  #number(): string {
    if (this.below(3) === 0) return this.pick(NUMBERS);
    const digits = (count: number): string => Array.from({ length: count }, () => this.below(10)).join("");
    const whole = `${this.pick(["", "-"])}${this.below(9) + 1}${digits(this.below(20))}`;
    return this.below(2) === 0 ? whole : `${whole}.${digits(this.below(18) + 1)}`;
  }

  value(depth = 0): string {
    const kind = this.below(depth < 3 ? 12 : 10);
    if (kind < 5) return this.string();
    if (kind < 8) return this.#number();
    if (kind < 10) return this.pick(["true", "false", "null"]);
    const items = Array.from({ length: this.below(4) }, () => this.value(depth + 1));
    if (kind === 10) return `[${this.#space()}${items.join(`${this.#space()},${this.#space()}`)}]`;
    return this.#object(items.map((item, i) => [`"k${i}"`, item] as const));
  }

  #object(entries: readonly (readonly [key: string, value: string])[]): string {
    const parts = entries.map(
      ([key, value]) => `${this.#space()}${key}${this.#space()}:${this.#space()}${value}${this.#space()}`,
    );
    return `{${parts.join(",")}${parts.length === 0 ? this.#space() : ""}}`;
  }

  /** A name as JSON text, sometimes written with an escape. */
  #name(): string {
    const name = this.below(8) === 0 ? `n${this.below(1000)}` : this.pick(NAMES);
    if (this.below(30) > 0) return JSON.stringify(name);
    return `"${Array.from(name, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
  }

  /** An answer of so many elements with so many properties; of all but the first, one property in eight is missing. */
  answer(rows: number, columns: number, valueOf: (column: number) => string): string {
    const elements = Array.from({ length: rows }, (_, row) => {
      const properties = Array.from({ length: columns }, (_none, column) =>
        row > 0 && this.below(8) === 0 ? [] : [`"c${column}":${valueOf(column)}`],
      );
      return `"${row}":{"P":{${properties.flat().join(",")}}}`;
    });
    return `{${elements.join(",")}}`;
  }

  /** A whole answer of at most this many elements. */
  document(elementsMax: number, setsMax = 3): Document {
    const rows: ExpectedRow[] = [];
    const elements: [string, string][] = [];
    for (let i = this.below(elementsMax + 1); i > 0; i--) {
      const id = `${rows.length}${this.pick(["", "-Fr$t4X7Zf8NOew3FNr2", "ß", "=1"])}`;
      const row: ExpectedRow = { id, cells: new Map() };
      const seenSets = new Map<string, number>();
      const sets = Array.from({ length: this.below(setsMax + 1) }, (): [string, string] => {
        const key = this.below(3) === 0 ? '"attributes"' : this.#name();
        const set = JSON.parse(key) as string;
        const isAttributes = set === "attributes";
        const instance = isAttributes ? 1 : (seenSets.get(set) ?? 0) + 1;
        seenSets.set(set, instance);
        const properties = Array.from({ length: this.below(6) }, (): [string, string] => {
          const [nameText, value] = [this.#name(), this.value()];
          const name = JSON.parse(nameText) as string;
          let twin = 1;
          const keyOf = (): string =>
            JSON.stringify([isAttributes ? null : set, instance, name, twin] satisfies ExpectedCell);
          while (row.cells.has(keyOf())) twin++;
          row.cells.set(keyOf(), value);
          return [nameText, value];
        });
        return [key, this.#object(properties)];
      });
      rows.push(row);
      elements.push([JSON.stringify(id), this.#object(sets)]);
    }
    return { text: `${this.#space()}${this.#object(elements)}${this.#space()}`, rows };
  }
}
