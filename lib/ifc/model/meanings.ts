// Small numbers for value types (IfcLengthMeasure) and units as properties state them, so that a property's meaning is one integer until
// its text is needed. Bounded; number 0 means "not stated".
import type { PropertyDefinition } from "../model-index.ts";
import { latin1 } from "../step/bytes.ts";
import type { Units } from "./units.ts";

const TYPES_MAX = 0xfff;
const UNITS_MAX = 0x7fff;
const TYPE_NAME_MAX = 64;

/** What a definition states about its values. */
export type Meaning = Pick<PropertyDefinition, "valueType" | "unit" | "unitSource">;

export class Meanings {
  private readonly described = new Map<number, Meaning>();
  private readonly types: string[] = [""];
  private readonly typesByHash = new Map<number, number>();
  private readonly typesByName = new Map<string, number>();
  private readonly unitRecords: number[] = [0];
  private readonly unitsByRecord = new Map<number, number>();
  private readonly spelling: ReadonlyMap<string, string>;
  private readonly units: Units;
  private lastHash = 0;
  private lastType = 0;

  /** @param spelling names of defined types by their upper case */
  constructor(spelling: ReadonlyMap<string, string>, units: Units) {
    this.spelling = spelling;
    this.units = units;
  }

  /** The number of the type whose keyword is at `bytes[start, end)` and has this hash; 0 for hash 0. */
  typeOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    if (hash === this.lastHash) return this.lastType;
    let type = this.typesByHash.get(hash);
    if (type === undefined) {
      const keyword = latin1(bytes, start, Math.min(end, start + TYPE_NAME_MAX)).toUpperCase();
      type = this.typeNamed(this.spelling.get(keyword) ?? keyword);
      if (this.typesByHash.size < TYPES_MAX) this.typesByHash.set(hash, type);
    }
    this.lastHash = hash;
    this.lastType = type;
    return type;
  }

  /** The number of a type given by name. */
  typeNamed(name: string): number {
    const known = this.typesByName.get(name);
    if (known !== undefined) return known;
    if (name === "" || this.types.length >= TYPES_MAX) return 0;
    this.types.push(name);
    this.typesByName.set(name, this.types.length - 1);
    return this.types.length - 1;
  }

  /** The number of the unit that record `id` states. */
  unitOf(id: number): number {
    const known = this.unitsByRecord.get(id);
    if (known !== undefined) return known;
    if (this.unitRecords.length >= UNITS_MAX) return 0;
    this.unitRecords.push(id);
    this.unitsByRecord.set(id, this.unitRecords.length - 1);
    return this.unitRecords.length - 1;
  }

  /** The type with this number as written in the schema; empty for 0. */
  typeName(typeId: number): string {
    return this.types[typeId] ?? "";
  }

  /** The record number of the unit with this number; 0 for 0. */
  unitRecord(unitId: number): number {
    return this.unitRecords[unitId] ?? 0;
  }

  /** What the numbers mean, computed once for each pair. */
  describe(typeId: number, unitId: number): Meaning {
    const key = typeId | (unitId << 12);
    let meaning = this.described.get(key);
    if (!meaning) {
      meaning = this.work(typeId, unitId);
      this.described.set(key, meaning);
    }
    return meaning;
  }

  /** The property's own unit, else the project's for the value type, else none. */
  private work(typeId: number, unitId: number): Meaning {
    const type = this.types[typeId] ?? "";
    const own = unitId === 0 ? "" : this.units.symbol(this.unitRecords[unitId] ?? 0);
    if (own !== "") return { valueType: type === "" ? null : type, unit: own, unitSource: "property" };
    const unit = type === "" ? null : this.units.findSymbolForMeasure(type);
    return { valueType: type === "" ? null : type, unit, unitSource: unit === null ? null : "project" };
  }
}
