// The sets that elements get from their type (HasPropertySets of an IfcTypeObject), named as if the type were an element, and remembered
// for each type.
import { COMMA, OPEN } from "../../step/bytes.ts";
import type { RecordGroup } from "../../step/record-group.ts";
import type { RecordReader } from "../../step/record-reader.ts";
import type { CachedSet } from "./cached-set.ts";
import type { SetCache } from "./set-cache.ts";
import type { SetNames } from "./set-names.ts";
import type { Transcoder } from "../transcoder.ts";

export interface TypeSets {
  sets: CachedSet[];
  /** Position in `sets` by name number. */
  byName: Map<number, number>;
  /** By position in `sets`: the element (plus one) whose own set of that name was merged with it. */
  mergedBy: Uint32Array;
}

export class TypeSetReader {
  private readonly sources: {
    types: RecordGroup;
    sets: RecordGroup;
    reader: RecordReader;
    transcoder: Transcoder;
  };
  private readonly cache: SetCache;
  private readonly names: SetNames;
  private readonly byType = new Map<number, TypeSets>();

  constructor(sources: TypeSetReader["sources"], cache: SetCache, names: SetNames) {
    this.sources = sources;
    this.cache = cache;
    this.names = names;
  }

  /** The sets of one type, or of several types if a faulty file gives an element more than one. Overwrites the current set names. */
  get(types: readonly number[]): TypeSets {
    const key = types.length === 1 ? types[0] : undefined;
    const known = key === undefined ? undefined : this.byType.get(key);
    if (known) return known;
    this.names.begin();
    const sets = types
      .flatMap((type) => this.readPositions(type))
      .map((position) => {
        const set = this.cache.get(position);
        return this.cache.rename(set, this.names.take(set.name));
      });
    const byName = new Map(sets.map((set, at) => [set.name, at]));
    const result = { sets, byName, mergedBy: new Uint32Array(sets.length) };
    if (key !== undefined) this.byType.set(key, result);
    return result;
  }

  clear(): void {
    this.byType.clear();
  }

  /** Positions of the sets in HasPropertySets, each once. */
  private readPositions(type: number): number[] {
    const { types, reader, transcoder: t, sets } = this.sources;
    reader.locate(types.offset(type), types.lengths[type] ?? 0);
    t.input = reader.bytes;
    t.at = reader.at + 1;
    // GlobalId, OwnerHistory, Name, Description, ApplicableOccurrence.
    for (let skipped = 0; skipped < 5; skipped++) {
      t.skipArgument();
      t.takeComma();
    }
    const positions = new Set<number>();
    if (t.peek() === OPEN) {
      do {
        t.at++;
        const position = sets.find(t.readReference());
        if (position >= 0) positions.add(position);
      } while (t.peek() === COMMA);
    }
    return [...positions];
  }
}
