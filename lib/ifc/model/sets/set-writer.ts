// Writes the content of one property set, quantity set or predefined set as JSON members (`"IsExternal":true,…`, no braces), and notes for
// each member its name and meaning. Complex properties are flattened to `Complex.Part`; a repeated name becomes `Name (2)`, so nothing is
// lost. Knows nothing about elements or types.
import { APOSTROPHE, CLOSE, COMMA, HASH, OPEN } from "../../step/bytes.ts";
import type { Problems } from "../../step/problems.ts";
import type { RecordGroup } from "../../step/record-group.ts";
import type { RecordReader } from "../../step/record-reader.ts";
import { memberName, type CachedSet } from "./cached-set.ts";
import { CATEGORY, type ClassTable, NumberList } from "../tables/class-table.ts";
import { KINDS, packMeta } from "../definitions.ts";
import type { Meanings } from "../meanings.ts";
import { NameTable } from "../tables/name-table.ts";
import type { PropertyValues } from "../property-values.ts";
import { ABSENT, DAMAGED, REFERENCE, type Transcoder } from "../transcoder.ts";

/** Complex properties nested deeper than this are damage, not data. */
const COMPLEX_DEPTH_MAX = 32;
/** The most properties of one set, including parts of complex properties, whose number could otherwise double at every level. */
const SET_VALUES_MAX = 100_000;
/** The most JSON of one set; a set that repeats a large value many times could otherwise fill the memory. */
const SET_BYTES_MAX = 32 << 20;
const PREFIX_LENGTH_MAX = 2000;
const COLON = 0x3a;
const ATTRIBUTE_KIND = KINDS.indexOf("attribute");
/** GlobalId, OwnerHistory, Name, Description: the first arguments of every set. */
const ROOT_ATTRIBUTES = 4;

export interface SetSources {
  sets: RecordGroup;
  properties: RecordGroup;
  reader: RecordReader;
  classes: ClassTable;
  problems: Problems;
  meanings: Meanings;
  transcoder: Transcoder;
  values: PropertyValues;
  /** Whether the descriptions of properties are wanted as well. */
  isDescribed?: boolean;
}

export class SetWriter {
  names = new NameTable();
  /** One entry for each member of the set written last: number of its name, meaning, and start in the output. */
  readonly memberNames = new NumberList();
  readonly memberMetas = new NumberList();
  readonly memberStarts = new NumberList();
  /** Likewise the number of its description in `names`, 0 where none is stated; empty unless descriptions are wanted. */
  readonly memberDescriptions = new NumberList();
  private readonly sources: SetSources;
  private readonly children = new NumberList();
  private readonly activeComplex: number[] = [];
  private readonly typeByClass = new Map<number, number>();
  /** By name number: serial of the set in which the name occurred last. */
  private stamps = new Uint32Array(1 << 12);
  private serial = 0;
  /** By name number: the next number for its repetition in the current set. */
  private readonly repetitions = new Map<number, number>();
  private readonly isDescribed: boolean;
  private description = 0;
  private setId = 0;
  private setStart = 0;
  private visits = 0;
  private isCutOff = false;

  constructor(sources: SetSources) {
    this.sources = sources;
    this.isDescribed = sources.isDescribed === true;
  }

  /** Starts a new name table if the current one is full; all name numbers become invalid then. */
  renewNames(): void {
    this.names = new NameTable();
    this.stamps = new Uint32Array(1 << 12);
  }

  /** Whether the name occurs in the set written last. */
  hasMember(name: number): boolean {
    return this.stamps[name] === this.serial;
  }

  /** Whether the set is a predefined one, such as IfcDoorLiningProperties. */
  isPredefined(position: number): boolean {
    const { sets, classes } = this.sources;
    return classes.categories[sets.classCodes[position] ?? 0] === CATEGORY.predefinedSet;
  }

  /** Makes a set that was written earlier, and is now copied, count as the set written last. */
  markMembers(set: CachedSet): void {
    this.serial++;
    for (let member = 0; member < set.count; member++) this.stamp(memberName(set, member));
  }

  /**
   * Reads the head of a set, up to its content.
   * @returns the number of its name; sets without a name, and predefined sets, are named by their class
   */
  open(position: number): number {
    const { sets, classes, transcoder: t } = this.sources;
    const classCode = sets.classCodes[position] ?? 0;
    const isPredefined = this.isPredefined(position);
    this.setId = sets.ids[position] ?? 0;
    this.locate(sets, position);
    this.children.length = 0;
    this.skipArguments(2);
    const start = t.length;
    let name: number;
    if (!isPredefined && t.peek() === APOSTROPHE && t.string() && t.length - start > 2) {
      name = this.names.intern(t.output, start, t.length);
    } else {
      if (t.length === start) t.skipArgument();
      name = this.names.internText(classes.entities[classCode]?.name ?? "");
    }
    t.length = start;
    t.takeComma();
    // Description, and MethodOfMeasurement of a quantity set.
    if (!isPredefined) {
      this.skipArguments(classes.categories[classCode] === CATEGORY.quantitySet ? 2 : 1);
      this.readChildren();
    }
    return name;
  }

  /** Replaces properties of the same name in the set that `open` opened, or appends them. */
  override(properties: readonly number[]): void {
    const { children } = this;
    const byName = new Map(properties.map((id) => [this.nameOf(id), id]));
    for (let at = 0; at < children.length; at++) {
      const name = this.nameOf(children.at(at));
      const replacement = byName.get(name);
      if (replacement === undefined) continue;
      children.values[at] = replacement;
      byName.delete(name);
    }
    for (const id of byName.values()) children.push(id);
  }

  /** Number of a property's name; 0 when the property has no name or is not in the file. */
  private nameOf(id: number): number {
    const { properties, transcoder: t } = this.sources;
    const position = properties.find(id);
    if (position < 0) return 0;
    this.locate(properties, position);
    const start = t.length;
    const isText = t.peek() === APOSTROPHE && t.string();
    const name = isText ? this.names.intern(t.output, start, t.length) : 0;
    t.length = start;
    return name;
  }

  /** Writes the members of the set that `open` opened. */
  writeMembers(position: number): void {
    this.serial++;
    this.repetitions.clear();
    this.visits = 0;
    this.isCutOff = false;
    this.setStart = this.sources.transcoder.length;
    this.memberNames.length = 0;
    this.memberMetas.length = 0;
    this.memberStarts.length = 0;
    this.memberDescriptions.length = 0;
    this.description = 0;
    if (this.isPredefined(position)) this.writePredefined(this.sources.sets.classCodes[position] ?? 0);
    else this.writeProperties(0, this.children.length, "");
  }

  private locate(group: RecordGroup, position: number): void {
    const { reader, transcoder: t } = this.sources;
    const length = group.lengths[position] ?? 0;
    reader.locate(group.offset(position), length);
    t.reserve(length);
    t.input = reader.bytes;
    t.at = reader.at + 1;
  }

  private skipArguments(count: number): void {
    const t = this.sources.transcoder;
    for (let skipped = 0; skipped < count; skipped++) {
      t.skipArgument();
      t.takeComma();
    }
  }

  /** Appends the numbers of a list `(#1,#2)` to `children`. */
  private readChildren(): void {
    const t = this.sources.transcoder;
    if (!t.take(OPEN)) return;
    for (;;) {
      if (t.input[t.at] !== HASH && t.peek() !== HASH) return;
      this.children.push(t.readReference());
      if (!t.takeComma()) return;
    }
  }

  private writeProperties(from: number, to: number, prefix: string): void {
    const { properties, problems, transcoder } = this.sources;
    for (let at = from; at < to; at++) {
      if (this.visits >= SET_VALUES_MAX || transcoder.length - this.setStart > SET_BYTES_MAX) {
        if (!this.isCutOff) {
          problems.error(
            `the set has more than ${SET_VALUES_MAX} values or ${SET_BYTES_MAX >> 20} MiB; the rest was left out`,
            null,
            this.setId,
          );
        }
        this.isCutOff = true;
        return;
      }
      this.visits++;
      const id = this.children.at(at);
      const position = properties.find(id);
      if (position >= 0) this.writeProperty(position, prefix);
      else {
        problems.warning(`the set refers to #${id}, which is not a property in this file`, null, this.setId);
      }
    }
  }

  private writeProperty(position: number, prefix: string): void {
    const { properties, classes, transcoder: t, values, problems } = this.sources;
    const classCode = properties.classCodes[position] ?? 0;
    const category = classes.categories[classCode] ?? 0;
    this.locate(properties, position);
    const begin = t.length;
    if (this.memberNames.length > 0) t.output[t.length++] = COMMA;
    const start = t.length;
    let isWhole = true;
    if (t.input[t.at] === APOSTROPHE || t.peek() === APOSTROPHE) isWhole = t.string();
    else t.skipArgument();
    if (t.length - start <= 2) {
      t.length = start;
      t.appendText(classes.entities[classCode]?.name ?? "");
    }
    let meta = -1;
    if (isWhole && t.takeComma()) {
      if (this.isDescribed) this.description = this.readDescription();
      t.skipArgument();
      if (t.takeComma()) {
        if (category === CATEGORY.complexProperty || category === CATEGORY.complexQuantity) {
          this.writeComplex(position, category, prefix, begin, start);
          return;
        }
        const name = this.nameMember(start, prefix);
        t.output[t.length++] = COLON;
        meta = values.write(category, category === CATEGORY.quantity ? this.quantityType(classCode) : 0);
        if (meta >= 0) {
          this.addMember(name, meta, start);
          return;
        }
      }
    }
    t.length = begin;
    problems.error(
      "the property cannot be read: its arguments are damaged; it was left out",
      properties.offset(position),
      properties.ids[position] ?? 0,
    );
  }

  /** IfcComplexProperty(Name, Description, UsageName, HasProperties), IfcPhysicalComplexQuantity(…, HasQuantities, …). */
  private writeComplex(
    position: number,
    category: number,
    prefix: string,
    begin: number,
    start: number,
  ): void {
    const { properties, transcoder: t, problems } = this.sources;
    const ownName = JSON.parse(Buffer.from(t.output.subarray(start, t.length)).toString()) as string;
    const from = this.children.length;
    if (category === CATEGORY.complexProperty) this.skipArguments(1);
    this.readChildren();
    const to = this.children.length;
    if (to === from) {
      const name = this.nameMember(start, prefix);
      t.literal(":null");
      this.addMember(name, packMeta(0, 0, 0), start);
      return;
    }
    t.length = begin;
    const inner = `${prefix}${ownName}.`;
    const isEndless = this.activeComplex.includes(position) || this.activeComplex.length >= COMPLEX_DEPTH_MAX;
    if (isEndless || inner.length > PREFIX_LENGTH_MAX) {
      problems.error(
        "the complex property contains itself, or is nested too deeply; it was left out",
        properties.offset(position),
        properties.ids[position] ?? 0,
      );
    } else {
      this.activeComplex.push(position);
      this.writeProperties(from, to, inner);
      this.activeComplex.pop();
    }
    this.children.length = from;
  }

  /** A predefined set such as IfcDoorLiningProperties: its own simple attributes under their schema names. */
  private writePredefined(classCode: number): void {
    const { classes, transcoder: t, meanings, problems } = this.sources;
    const attributes = classes.entities[classCode]?.attributes ?? [];
    t.skipArgument();
    for (let at = ROOT_ATTRIBUTES; at < attributes.length && t.takeComma(); at++) {
      const attribute = attributes[at];
      if (!attribute || attribute.isReference) {
        t.skipArgument();
        continue;
      }
      const begin = t.length;
      if (this.memberNames.length > 0) t.output[t.length++] = COMMA;
      const start = t.length;
      t.appendText(attribute.name);
      const name = this.nameMember(start, "");
      t.output[t.length++] = COLON;
      const found = t.value();
      if (found === DAMAGED) {
        t.length = begin;
        problems.error("the set cannot be read: its arguments are damaged", null, this.setId);
        return;
      }
      if (found === ABSENT || found === REFERENCE) t.length = begin;
      else this.addMember(name, packMeta(ATTRIBUTE_KIND, meanings.typeNamed(attribute.type), 0), start);
    }
    if (t.peek() !== CLOSE && t.peek() !== COMMA) {
      problems.error("the set cannot be read: its arguments are damaged", null, this.setId);
    }
  }

  private addMember(name: number, meta: number, start: number): void {
    this.memberNames.push(name);
    this.memberMetas.push(meta);
    this.memberStarts.push(start);
    if (this.isDescribed) {
      this.memberDescriptions.push(this.description);
      this.description = 0;
    }
    this.stamp(name);
  }

  /** Number of the text at `at`, without moving `at`; 0 when the text is empty or not stated. */
  private readDescription(): number {
    const t = this.sources.transcoder;
    if (t.peek() !== APOSTROPHE) return 0;
    const { at, length } = t;
    const isText = t.string() && t.length - length > 2;
    const description = isText ? this.names.intern(t.output, length, t.length) : 0;
    t.at = at;
    t.length = length;
    return description;
  }

  private stamp(name: number): void {
    if (name >= this.stamps.length) {
      const stamps = new Uint32Array(Math.max(name + 1, this.stamps.length * 2));
      stamps.set(this.stamps);
      this.stamps = stamps;
    }
    this.stamps[name] = this.serial;
  }

  /** Completes the name that was written at `start`: prefix of a complex property, number of a repeated name. */
  private nameMember(start: number, prefix: string): number {
    const t = this.sources.transcoder;
    let name = this.names.intern(t.output, start, t.length);
    if (prefix === "" && !this.hasMember(name)) return name;
    const stated = JSON.parse(Buffer.from(t.output.subarray(start, t.length)).toString()) as string;
    const text = prefix + stated;
    const first = this.names.internText(text);
    name = first;
    for (let repetition = this.repetitions.get(first) ?? 2; this.hasMember(name); repetition++) {
      name = this.names.internText(`${text} (${repetition})`);
      this.repetitions.set(first, repetition + 1);
    }
    t.length = start;
    t.reserve(text.length + 16);
    t.append(this.names.arena, this.names.starts[name] ?? 0, this.names.starts[name + 1] ?? 0);
    return name;
  }

  private quantityType(classCode: number): number {
    let type = this.typeByClass.get(classCode);
    if (type === undefined) {
      const { classes, meanings } = this.sources;
      type = meanings.typeNamed(classes.entities[classCode]?.attributes[3]?.type ?? "");
      this.typeByClass.set(classCode, type);
    }
    return type;
  }
}
