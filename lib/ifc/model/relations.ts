// Which sets and which type each element has: the IfcRelDefinesByProperties and IfcRelDefinesByType records, resolved into compact lists by
// element. The order is that of the file; a set related twice counts once.
import { CLOSE, COMMA, HASH, KEYWORD_BYTES, OPEN } from "../step/bytes.ts";
import type { Problems } from "../step/problems.ts";
import type { RecordGroup } from "../step/record-group.ts";
import type { RecordReader } from "../step/record-reader.ts";
import { CATEGORY, type ClassTable, NumberList } from "./tables/class-table.ts";
import { Links, PAIRS_MAX } from "./tables/links.ts";
import { Overrides } from "./overrides.ts";
import { Transcoder } from "./transcoder.ts";

const NONE: readonly number[] = [];

export interface RelationSources {
  relations: RecordGroup;
  products: RecordGroup;
  types: RecordGroup;
  sets: RecordGroup;
  reader: RecordReader;
  classes: ClassTable;
  problems: Problems;
}

export class Relations {
  /** How many elements each set belongs to directly; with more than one it is worth remembering. */
  readonly setUses: Uint32Array;
  /** By element: positions of its sets, in file order. */
  readonly sets: Links;
  readonly overrides = new Overrides();
  private readonly sources: RelationSources;
  /** By element: position of its type, plus one; further types of an element in `moreTypes`. */
  private readonly typeOfElement: Uint32Array;
  private readonly moreTypes = new Map<number, number[]>();
  private readonly transcoder = new Transcoder();
  private readonly related = new NumberList();
  private isFull = false;
  private lastSet = -1;

  constructor(sources: RelationSources) {
    this.sources = sources;
    this.setUses = new Uint32Array(sources.sets.count);
    this.sets = new Links(sources.products.count);
    this.typeOfElement = new Uint32Array(sources.products.count);
  }

  /** Reads the relation at this position of the group. */
  read(position: number): void {
    const { relations, reader, classes, problems } = this.sources;
    const classCode = relations.classCodes[position] ?? 0;
    const category = classes.categories[classCode];
    const t = this.transcoder;
    reader.locate(relations.offset(position), relations.lengths[position] ?? 0);
    t.input = reader.bytes;
    t.at = reader.at + 1;
    for (let skipped = 0; skipped < 4; skipped++) {
      t.skipArgument();
      t.takeComma();
    }
    this.readRelated();
    let isWhole = t.takeComma() && this.readDefinition(category === CATEGORY.relatesType, position);
    if (isWhole && classes.entities[classCode]?.name === "IfcRelOverridesProperties") {
      isWhole = t.takeComma() && this.readOverrides();
    }
    if (!isWhole) {
      problems.error(
        "the relation cannot be read: its arguments are damaged; its property sets are missing on elements",
        relations.offset(position),
        relations.ids[position] ?? 0,
      );
    }
  }

  /** Sorts the sets by element. Call this once, after the last `read`. */
  seal(): void {
    this.sets.seal();
  }

  /** Positions of the types of an element; nearly always none or one. */
  typesOf(element: number): readonly number[] {
    const first = this.typeOfElement[element] ?? 0;
    return first === 0 ? NONE : [first - 1, ...(this.moreTypes.get(element) ?? [])];
  }

  private readRelated(): void {
    const t = this.transcoder;
    const { products } = this.sources;
    this.related.length = 0;
    const isList = t.take(OPEN);
    while (t.peek() === HASH) {
      const element = products.find(t.readReference());
      if (element >= 0) this.related.push(element);
      if (!isList || !t.takeComma()) break;
    }
    if (isList) t.take(CLOSE);
  }

  /** Reads a reference, or in IFC4 several as IFCPROPERTYSETDEFINITIONSET((#1,#2)). */
  private readDefinition(isType: boolean, position: number): boolean {
    const t = this.transcoder;
    while (KEYWORD_BYTES[t.peek()] === 1) t.at++;
    let isList = false;
    while (t.take(OPEN)) isList = true;
    if (t.peek() !== HASH) return false;
    while (t.peek() === HASH) {
      const id = t.readReference();
      if (isType) this.relateType(id, position);
      else this.relateSet(id, position);
      if (!isList || !t.takeComma()) break;
    }
    return t.peek() === CLOSE || t.peek() === COMMA;
  }

  /** Reads OverridingProperties, which belong to the set related last. */
  private readOverrides(): boolean {
    const t = this.transcoder;
    const { problems } = this.sources;
    const properties: number[] = [];
    if (!t.take(OPEN)) return false;
    while (t.peek() === HASH) {
      properties.push(t.readReference());
      if (!t.takeComma()) break;
    }
    if (!t.take(CLOSE)) return false;
    if (this.lastSet < 0) return true;
    const wasFull = this.overrides.isFull;
    this.overrides.add(this.related.values.subarray(0, this.related.length), this.lastSet, properties);
    if (this.overrides.isFull && !wasFull) {
      problems.error("The file overrides more properties than are followed; the rest was left out.");
    }
    return true;
  }

  private relateSet(id: number, position: number): void {
    const { sets, relations, problems } = this.sources;
    const set = sets.find(id);
    this.lastSet = set;
    if (set < 0) {
      const text = `the relation refers to #${id}, which is not a property set in this file`;
      problems.warning(text, relations.offset(position), relations.ids[position] ?? 0);
      return;
    }
    if (!this.sets.hasRoom(this.related.length)) {
      if (!this.isFull)
        problems.error(`More than ${PAIRS_MAX} relations of sets to elements; the rest was left out.`);
      this.isFull = true;
      return;
    }
    for (let at = 0; at < this.related.length; at++) this.sets.add(this.related.at(at), set);
    this.setUses[set] = (this.setUses[set] ?? 0) + this.related.length;
  }

  private relateType(id: number, position: number): void {
    const { types, relations, problems } = this.sources;
    const type = types.find(id);
    if (type < 0) {
      const text = `the relation refers to #${id}, which is not a type in this file`;
      problems.warning(text, relations.offset(position), relations.ids[position] ?? 0);
      return;
    }
    for (let at = 0; at < this.related.length; at++) {
      const element = this.related.at(at);
      const first = this.typeOfElement[element] ?? 0;
      if (first === 0) this.typeOfElement[element] = type + 1;
      else if (first !== type + 1) {
        const more = this.moreTypes.get(element) ?? [];
        if (!more.includes(type) && more.length < 16) more.push(type);
        this.moreTypes.set(element, more);
      }
    }
  }
}
