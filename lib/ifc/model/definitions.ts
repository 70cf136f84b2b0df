// Collects which (set, property) pairs occur, with their kind, value type and unit, and counts the elements that have them, by class. Works
// with the numbers of the name table; texts are made once for each definition. Bounded: beyond the limit, pairs are no longer listed, but
// their values are still written.
import type { PropertyDefinition, PropertyKind } from "../model-index.ts";
import type { Meaning } from "./meanings.ts";
import type { NameTable } from "./tables/name-table.ts";

/** Codes of the kinds, as part of a definition's key. */
export const KINDS: readonly PropertyKind[] = [
  "single",
  "enumerated",
  "list",
  "bounded",
  "table",
  "reference",
  "quantity",
  "attribute",
];

const DEFINITIONS_MAX = 100_000;

type Definition = Omit<PropertyDefinition, "count">;

/** A definition's `meta` number: kind (4 bits), value type (12 bits), unit (15 bits). */
export function packMeta(kind: number, typeId: number, unitId: number): number {
  return kind | (typeId << 4) | (unitId << 16);
}

export class Definitions {
  /** True when not all pairs are listed. */
  isTruncated = false;
  private readonly list: Definition[] = [];
  private readonly byText = new Map<string, number>();
  private readonly counts: Uint32Array[] = [];
  private sets = new Uint32Array(1024);
  private properties = new Uint32Array(1024);
  private metas = new Uint32Array(1024);
  private ids = new Int32Array(1024);
  private used = 0;
  private lastSet = 0;
  private lastSetText = "";
  private readonly describe: (typeId: number, unitId: number) => Meaning;

  constructor(describe: (typeId: number, unitId: number) => Meaning) {
    this.describe = describe;
  }

  /** The number of a definition, or -1 when the list is full. Names are numbers of `names`. */
  find(names: NameTable, setName: number, propertyName: number, meta: number): number {
    const mask = this.ids.length - 1;
    let hash =
      Math.imul(setName, 0x9e3779b1) ^ Math.imul(propertyName, 0x85ebca6b) ^ Math.imul(meta, 0xc2b2ae35);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    while (this.properties[slot] !== 0) {
      if (
        this.properties[slot] === propertyName &&
        this.sets[slot] === setName &&
        this.metas[slot] === meta >>> 0
      ) {
        return this.ids[slot] ?? -1;
      }
      slot = (slot + 1) & mask;
    }
    if (setName !== this.lastSet) {
      this.lastSet = setName;
      this.lastSetText = names.text(setName);
    }
    const id = this.define(this.lastSetText, names.text(propertyName), meta);
    this.sets[slot] = setName;
    this.properties[slot] = propertyName;
    this.metas[slot] = meta;
    this.ids[slot] = id;
    this.used++;
    if (this.used * 2 > this.ids.length) this.grow();
    return id;
  }

  /** Counts one element of a class that has the definition. */
  count(classCode: number, id: number): void {
    if (id < 0) return;
    let counts = this.counts[classCode];
    if (!counts || id >= counts.length) {
      const larger = new Uint32Array(Math.max(256, id * 2));
      if (counts) larger.set(counts);
      counts = larger;
      this.counts[classCode] = counts;
    }
    counts[id] = (counts[id] ?? 0) + 1;
  }

  /** Drops the numbers of the name table, which is about to be replaced; definitions and counts stay. */
  forgetNames(): void {
    this.sets = new Uint32Array(1024);
    this.properties = new Uint32Array(1024);
    this.metas = new Uint32Array(1024);
    this.ids = new Int32Array(1024);
    this.used = 0;
    this.lastSet = 0;
  }

  /** The definitions that occur in a class. */
  listFor(classCode: number): PropertyDefinition[] {
    const result: PropertyDefinition[] = [];
    const counts = this.counts[classCode] ?? new Uint32Array(0);
    for (let id = 0; id < counts.length; id++) {
      const count = counts[id] ?? 0;
      const definition = count > 0 ? this.list[id] : undefined;
      if (!definition) continue;
      const { set, property, kind, valueType, unit, unitSource } = definition;
      result.push({ set, property, kind, valueType, unit, unitSource, count });
    }
    return result;
  }

  /** The number of a definition given by its texts; equal texts have one number, whatever the name table. */
  define(set: string, property: string, meta: number): number {
    const kind = KINDS[meta & 15] ?? "single";
    const described = this.describe((meta >>> 4) & 0xfff, (meta >>> 16) & 0x7fff);
    // Names never contain NUL, so the parts cannot run into each other.
    const key = `${set}\u0000${property}\u0000${kind}\u0000${described.valueType}\u0000${described.unit}\u0000${described.unitSource}`;
    const known = this.byText.get(key);
    if (known !== undefined) return known;
    if (this.list.length >= DEFINITIONS_MAX) {
      this.isTruncated = true;
      return -1;
    }
    this.list.push({ set, property, kind, ...described });
    this.byText.set(key, this.list.length - 1);
    return this.list.length - 1;
  }

  private grow(): void {
    const { sets, properties, metas, ids } = this;
    const size = ids.length * 2;
    const mask = size - 1;
    this.sets = new Uint32Array(size);
    this.properties = new Uint32Array(size);
    this.metas = new Uint32Array(size);
    this.ids = new Int32Array(size);
    for (let from = 0; from < ids.length; from++) {
      const property = properties[from] ?? 0;
      if (property === 0) continue;
      const set = sets[from] ?? 0;
      const meta = metas[from] ?? 0;
      let hash = Math.imul(set, 0x9e3779b1) ^ Math.imul(property, 0x85ebca6b) ^ Math.imul(meta, 0xc2b2ae35);
      hash ^= hash >>> 15;
      let slot = hash & mask;
      while (this.properties[slot] !== 0) slot = (slot + 1) & mask;
      this.sets[slot] = set;
      this.properties[slot] = property;
      this.metas[slot] = meta;
      this.ids[slot] = ids[from] ?? -1;
    }
  }
}
