/*
 * Discovers the columns of an element table while its answer is read, counts the kinds of their cells, and orders them: attributes and
 * relations first, then each set, everything in the order found. Names are data: they are kept in Maps, never as object keys. This file
 * knows nothing about JSON values.
 */
import { KIND_COUNT, type CellKind } from "../cell-kinds.ts";
import { Statements } from "./column-notes.ts";
import { columnId, describeCells, type Column, type ColumnOrigin } from "../columns.ts";
import { exceeds, type ElementLimits } from "./limit-errors.ts";
import type { StatedUnits } from "../units/stated-units.ts";
import { RELATIONS_SET, type Relation } from "../relations/relation-columns.ts";
import type { RowKernel } from "../wasm/row-kernel.ts";

/** One instance of a set name with its columns, linked in display order by `ColumnTable.next`. */
export interface ColumnGroup {
  readonly origin: ColumnOrigin;
  readonly name: string;
  readonly instance: number;
  /** Position in `ColumnTable.names` of the group's key in the map form; from = to when the key needs escapes. */
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly byName: Map<string, number>;
  /** The group's first column, or -1. */
  first: number;
  /** The attempt that saw this group last. */
  seen: number;
  /** The next instance of the same name. */
  twin: ColumnGroup | undefined;
  /** The group found after this one; a guess for the next set of an element. */
  following: ColumnGroup | undefined;
}

/** The key of the attributes among an element's sets, in both forms of the answer. */
export const ATTRIBUTES_KEY = "attributes";
/** The attribute that elements are called by. */
const NAME = "Name";

function grown<T extends Int32Array | Uint32Array>(array: T, length: number, fill: number): T {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2));
  larger.fill(fill);
  larger.set(array);
  return larger;
}

/** Initial capacity of a table in columns; it grows. */
const COLUMNS_AT_FIRST = 16;

/** Room after the last name, so that it can be compared in whole blocks. */
const NAME_SLACK_BYTES = 32;

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The columns of one table, for one reading of one answer. The element parser reads the hot fields directly. */
export class ColumnTable {
  readonly attributes: ColumnGroup;
  /** The reserved set; no key of an answer leads to it. */
  readonly relations: ColumnGroup;
  readonly groups: ColumnGroup[] = [];
  /** What is stated about columns in addition to values, by column. */
  readonly units = new Statements();
  readonly valueTypes = new Statements();
  /** By column: the next column of its group in display order or -1, its twin or -1, the attempt that saw it last. */
  next: Int32Array = new Int32Array(COLUMNS_AT_FIRST).fill(-1);
  twin = new Int32Array(COLUMNS_AT_FIRST).fill(-1);
  seen: Uint32Array = new Uint32Array(COLUMNS_AT_FIRST);
  /** By column: position of its name's bytes in `names`; from = to when the name needs escapes. */
  nameFrom: Int32Array = new Int32Array(COLUMNS_AT_FIRST);
  nameTo: Int32Array = new Int32Array(COLUMNS_AT_FIRST);
  names = new DataView(new ArrayBuffer(512));
  /** By column and kind: number of cells. */
  counts: Uint32Array = new Uint32Array(COLUMNS_AT_FIRST * KIND_COUNT);
  formulaTexts: Uint32Array = new Uint32Array(COLUMNS_AT_FIRST);
  textLengthMax: Uint32Array = new Uint32Array(COLUMNS_AT_FIRST);
  size = 0;
  attempt = 0;

  readonly #columns: { group: ColumnGroup; name: string; instance: number }[] = [];
  readonly #sets = new Map<string, ColumnGroup>();
  readonly #limits: ElementLimits;
  #namesUsed = 0;

  constructor(limits: ElementLimits) {
    this.#limits = limits;
    this.attributes = this.#newGroup("attribute", "", 1);
    this.relations = {
      ...this.attributes,
      origin: "set",
      name: RELATIONS_SET,
      keyTo: this.attributes.keyFrom,
      byName: new Map(),
    };
  }

  /** Lets a kernel work on the table, whose arrays are in the kernel's memory as long as they fit. The table must be new. */
  attach(kernel: RowKernel): void {
    kernel.names.set(new Uint8Array(this.names.buffer, 0, this.#namesUsed));
    Object.assign(this, kernel.columns);
    this.names = viewOf(kernel.names);
  }

  /** True while the whole table is in the kernel's memory. */
  isIn(kernel: RowKernel): boolean {
    return this.next === kernel.columns.next && this.names.byteOffset === kernel.names.byteOffset;
  }

  /** Moves the table out of the kernel's memory and clears it there. */
  detach(kernel: RowKernel): void {
    for (const key of Object.keys(kernel.columns) as (keyof RowKernel["columns"])[]) {
      const places = this.size * (key === "counts" ? KIND_COUNT : 1);
      Object.assign(this, { [key]: this[key].slice(0, places) });
    }
    const { buffer, byteOffset } = this.names;
    this.names = viewOf(new Uint8Array(buffer, byteOffset, this.#namesUsed).slice());
    kernel.clear(this.size);
  }

  #newGroup(origin: ColumnOrigin, name: string, instance: number): ColumnGroup {
    const keyFrom = this.#namesUsed;
    if (instance === 1) this.#keepName(origin === "attribute" ? ATTRIBUTES_KEY : name);
    const group: ColumnGroup = {
      origin,
      name,
      instance,
      keyFrom,
      keyTo: this.#namesUsed,
      byName: new Map(),
      first: -1,
      seen: 0,
      twin: undefined,
      following: undefined,
    };
    const last = this.groups.at(-1);
    if (last) last.following = group;
    this.groups.push(group);
    return group;
  }

  /** The first instance of a set's group; made when the name is new. */
  group(name: string): ColumnGroup {
    let group = this.#sets.get(name);
    if (!group) {
      group = this.#newGroup("set", name, name === RELATIONS_SET ? 2 : 1);
      if (name === RELATIONS_SET) this.relations.twin = group;
      this.#sets.set(name, group);
    }
    return group;
  }

  /** Starts an attempt to read an element; what earlier attempts saw no longer counts. */
  nextAttempt(): number {
    return ++this.attempt;
  }

  /** The first instance of a group's name that this attempt has not seen; attributes are one group whatever happens. */
  unseenGroup(group: ColumnGroup): ColumnGroup {
    let unseen = group;
    while (unseen.origin === "set" && unseen.seen === this.attempt) {
      unseen.twin ??= this.#newGroup(unseen.origin, unseen.name, unseen.instance + 1);
      unseen = unseen.twin;
    }
    return unseen;
  }

  /**
   * The first column of a name in a group; a new column is placed after `after` (a column of the same group, or -1).
   * @throws ElementsError TOO_MANY_COLUMNS
   */
  column(group: ColumnGroup, name: string, after: number): number {
    const known = group.byName.get(name);
    if (known !== undefined) return known;
    const column = this.#newColumn(group, name, 1, after);
    group.byName.set(name, column);
    return column;
  }

  /** The first column of a property's name in its group that this attempt has not seen. */
  unseenTwin(column: number): number {
    let unseen = column;
    while (this.seen[unseen] === this.attempt) {
      let twin = this.twin[unseen] ?? -1;
      if (twin < 0) {
        const { group, name, instance } = this.#at(unseen);
        twin = this.#newColumn(group, name, instance + 1, unseen);
        this.twin[unseen] = twin;
      }
      unseen = twin;
    }
    return unseen;
  }

  #at(column: number): { group: ColumnGroup; name: string; instance: number } {
    const entry = this.#columns[column];
    if (!entry) throw new RangeError(`no column ${column}`);
    return entry;
  }

  #newColumn(group: ColumnGroup, name: string, instance: number, after: number): number {
    if (this.size >= this.#limits.columnsMax) exceeds("TOO_MANY_COLUMNS", this.#limits.columnsMax);
    const column = this.size++;
    const columns = this.size;
    this.next = grown(this.next, columns, -1);
    this.twin = grown(this.twin, columns, -1);
    this.seen = grown(this.seen, columns, 0);
    this.nameFrom = grown(this.nameFrom, columns, 0);
    this.nameTo = grown(this.nameTo, columns, 0);
    this.counts = grown(this.counts, columns * KIND_COUNT, 0);
    this.formulaTexts = grown(this.formulaTexts, columns, 0);
    this.textLengthMax = grown(this.textLengthMax, columns, 0);
    this.#columns.push({ group, name, instance });

    this.nameFrom[column] = this.#namesUsed;
    if (instance === 1) this.#keepName(name);
    this.nameTo[column] = this.#namesUsed;
    if (after >= 0) {
      this.next[column] = this.next[after] ?? -1;
      this.next[after] = column;
    } else {
      this.next[column] = group.first;
      group.first = column;
    }
    return column;
  }

  /** Adds the bytes of a name to `names`, unless JSON writes it with escapes: such names are found only by text. */
  #keepName(name: string): void {
    if (JSON.stringify(name).length !== name.length + 2) return;
    const bytes = Buffer.from(name, "utf8");
    const { names } = this;
    const room = new Uint8Array(names.buffer, names.byteOffset, names.byteLength);
    const used = this.#namesUsed;
    this.#namesUsed += bytes.length;
    if (this.#namesUsed + NAME_SLACK_BYTES <= room.length) {
      room.set(bytes, used);
      return;
    }
    const larger = new Uint8Array((this.#namesUsed + NAME_SLACK_BYTES) * 2);
    larger.set(room.subarray(0, used));
    larger.set(bytes, used);
    this.names = viewOf(larger);
  }

  /** Adds the columns of the reserved set to the table. */
  addRelations(names: readonly Relation[]): number[] {
    let after = -1;
    return names.map((name) => (after = this.column(this.relations, name, after)));
  }

  /**
   * Column numbers in display order. Tables, files and passports take their order from here: the name, where the element is and what it
   * belongs to, the other attributes, then set by set; instances of one set are neighbours.
   */
  displayOrder(): number[] {
    const [attributes, ...sets] = this.groups;
    const own = attributes === undefined ? [] : this.#columnsOf(attributes);
    const relations = this.#columnsOf(this.relations);
    const name = relations.length === 0 ? undefined : attributes?.byName.get(NAME);
    return [
      ...own.filter((column) => column === name),
      ...relations,
      ...own.filter((column) => column !== name),
      ...sets.filter(({ instance }) => instance === 1).flatMap((set) => this.#columnsOf(set)),
    ];
  }

  /** The columns of a set and of its further instances, in order. */
  #columnsOf(first: ColumnGroup): number[] {
    const order: number[] = [];
    for (let group: ColumnGroup | undefined = first; group; group = group.twin) {
      for (let column = group.first; column >= 0; column = this.next[column] ?? -1) order.push(column);
    }
    return order;
  }

  /** Completes the answer's statements about columns with those of another answer. */
  complete(find: StatedUnits): void {
    for (const column of this.displayOrder()) {
      const { group, name } = this.#at(column);
      if (group === this.relations) continue;
      const statement = find(group.name, name);
      if (statement === null) continue;
      this.units.complete(column, statement.unit);
      this.valueTypes.complete(column, statement.valueType);
    }
  }

  /** The finished columns in display order, for a table of `rows` rows. */
  describe(rows: number): Column[] {
    const ids = new Set<string>();
    return this.displayOrder().map((column) => {
      const { group, name, instance } = this.#at(column);
      const count = (kind: CellKind): number => this.counts[column * KIND_COUNT + kind] ?? 0;
      return {
        id: columnId(ids, [group.origin, group.name, group.instance, name, instance]),
        origin: group.origin,
        set: group.name,
        setInstance: group.instance,
        property: name,
        propertyInstance: instance,
        unit: this.units.agreed(column),
        valueType: this.valueTypes.agreed(column),
        ...describeCells(count, rows),
        textLengthMax: this.textLengthMax[column] ?? 0,
        formulaTexts: this.formulaTexts[column] ?? 0,
      };
    });
  }

  /** A column's name for messages: `Set.Property`. */
  label(column: number): string {
    const { group, name } = this.#at(column);
    return group.origin === "attribute" ? name : `${group.name}.${name}`;
  }
}
