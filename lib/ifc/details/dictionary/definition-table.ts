// Gives each kind of property (name, description, kind, value type, unit) its position among the definitions of the model. Works with the
// numbers of the current name table; each new combination makes one definition. Lists of unique entries are bounded, because every answer
// contains whole dictionaries.
import { KINDS } from "../../model/definitions.ts";
import type { Meanings } from "../../model/meanings.ts";
import type { NameTable } from "../../model/tables/name-table.ts";
import type { DefinitionDetail } from "../index.ts";
import type { UnitDictionary } from "./unit-dictionary.ts";

/** Class of a property by its kind; the class of a quantity follows from its measure. */
const CLASS_BY_KIND: Readonly<Record<string, string>> = {
  single: "IfcPropertySingleValue",
  enumerated: "IfcPropertyEnumeratedValue",
  list: "IfcPropertyListValue",
  bounded: "IfcPropertyBoundedValue",
  table: "IfcPropertyTableValue",
  reference: "IfcPropertyReferenceValue",
};

const QUANTITY_BY_MEASURE: Readonly<Record<string, string>> = {
  IfcLengthMeasure: "IfcQuantityLength",
  IfcAreaMeasure: "IfcQuantityArea",
  IfcVolumeMeasure: "IfcQuantityVolume",
  IfcCountMeasure: "IfcQuantityCount",
  IfcMassMeasure: "IfcQuantityWeight",
  IfcTimeMeasure: "IfcQuantityTime",
  IfcNumericMeasure: "IfcQuantityNumber",
};

const FIELDS = 4;

export class DefinitionTable {
  readonly dictionary = new Dictionary<DefinitionDetail>("properties");
  private readonly meanings: Meanings;
  private readonly units: UnitDictionary;
  /** By slot: name, description or class, meta, position plus one. */
  private slots = new Uint32Array(1024 * FIELDS);
  private used = 0;

  constructor(meanings: Meanings, units: UnitDictionary) {
    this.meanings = meanings;
    this.units = units;
  }

  /**
   * The position of a property's definition.
   * @param names the table that `name` and `description` (0: none) are numbers of
   * @param setClass the class of a predefined set, which is also that of its members; otherwise null
   */
  position(
    names: NameTable,
    name: number,
    description: number,
    meta: number,
    setClass: string | null,
  ): number {
    if (setClass !== null) return this.describe(names.text(name), null, meta, setClass);
    const slot = this.findSlot(name, description, meta);
    const known = this.slots[slot + 3] ?? 0;
    if (known !== 0) return known - 1;
    const text = description === 0 ? null : names.text(description);
    const position = this.describe(names.text(name), text, meta, null);
    this.slots.set([name, description, meta, position + 1], slot);
    if (++this.used * FIELDS * 2 > this.slots.length) this.grow();
    return position;
  }

  /** The position of the definition of an attribute. */
  attribute(name: string, type: string): number {
    return this.dictionary.position({
      name,
      description: null,
      type: "Attribute",
      valueType: type === "" ? null : type,
      unit: this.units.positionForMeasure(type),
    });
  }

  /** Drops the numbers of the name table, which is about to be replaced; positions stay valid. */
  forgetNames(): void {
    this.slots = new Uint32Array(1024 * FIELDS);
    this.used = 0;
  }

  private describe(name: string, description: string | null, meta: number, setClass: string | null): number {
    const kind = KINDS[meta & 15] ?? "single";
    const typeName = this.meanings.typeName((meta >>> 4) & 0xfff);
    const unitRecord = this.meanings.unitRecord((meta >>> 16) & 0x7fff);
    const own = unitRecord === 0 ? null : this.units.position(unitRecord);
    return this.dictionary.position({
      name,
      description,
      type: setClass ?? CLASS_BY_KIND[kind] ?? QUANTITY_BY_MEASURE[typeName] ?? "IfcPhysicalSimpleQuantity",
      valueType: typeName === "" ? null : typeName,
      unit: own ?? this.units.positionForMeasure(typeName),
    });
  }

  private findSlot(name: number, description: number, meta: number): number {
    const { slots } = this;
    const mask = slots.length / FIELDS - 1;
    let hash = Math.imul(name, 0x9e3779b1) ^ Math.imul(description, 0x85ebca6b) ^ Math.imul(meta, 0xc2b2ae35);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = at * FIELDS;
      if (slots[slot + 3] === 0) return slot;
      const isSame =
        slots[slot] === name && slots[slot + 1] === description && slots[slot + 2] === meta >>> 0;
      if (isSame) return slot;
    }
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += FIELDS) {
      if (old[from + 3] === 0) continue;
      const entry = old.subarray(from, from + FIELDS);
      this.slots.set(entry, this.findSlot(entry[0] ?? 0, entry[1] ?? 0, entry[2] ?? 0));
    }
  }
}

const ENTRIES_MAX = 1_000_000;
const BYTES_MAX = 256 << 20;

/** Thrown when a model has more distinct entries than an answer can contain. */
export class DictionaryLimitError extends Error {}

export class Dictionary<Entry> {
  readonly entries: Entry[] = [];
  private readonly positions = new Map<string, number>();
  private readonly what: string;
  private bytes = 0;

  /** @param what the name of the entries, in the plural, for the message about too many */
  constructor(what: string) {
    this.what = what;
  }

  /** The position of an entry, new or known. Entries are equal if their JSON is. @throws DictionaryLimitError */
  position(entry: Entry): number {
    const key = JSON.stringify(entry);
    const known = this.positions.get(key);
    if (known !== undefined) return known;
    this.bytes += key.length;
    if (this.entries.length >= ENTRIES_MAX || this.bytes > BYTES_MAX) {
      throw new DictionaryLimitError(`The model has more different ${this.what} than one answer can carry.`);
    }
    this.entries.push(entry);
    this.positions.set(key, this.entries.length - 1);
    return this.entries.length - 1;
  }
}
