/*
 * What a service's `element/raw` answer states about properties: their units and value types (docs/service "Raw elements"). The
 * values themselves come from `element/simple`; nothing of this file changes a value, and what is not stated stays not stated.
 */
import { z } from "zod";
import { throwIfCancelled } from "../errors.ts";
import { TableFrame } from "./table-frame.ts";
import { unitSymbol, type RawUnit } from "./unit-symbol.ts";

/** What is stated about one property; undefined where different things are stated. */
export type Statement = {
  readonly unit: string | null | undefined;
  readonly valueType: string | null | undefined;
};

/** Answers for a property of a set, `set` being "" for attributes; null when nothing is said about it. */
export type StatedUnits = (set: string, property: string) => Statement | null;

export type ReadUnitsOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the answer from which on sets are not looked into any more. */
  readonly bytesMax?: number | undefined;
};

const TABLES = ["units", "definitions", "property_sets"];
/** About a second of work; models whose sets go on behind it are known by their definitions alone. */
const BYTES_MAX = 64 * 1024 * 1024;
const ITEM_BYTES_MAX = 8 * 1024 * 1024;
/** Definitions, and uses of definitions by sets of a name: what is held in memory. */
const ENTRIES_MAX = 500_000;

const text = z.string().nullish().catch(null);
const position = z.number().int().nonnegative();
const unitSchema = z.looseObject({
  name: text,
  prefix: text,
  unit_type: text,
  elements: z
    .array(z.looseObject({ unit_index: position, exponent: z.number() }))
    .nullish()
    .catch(null),
});
const definitionSchema = z.looseObject({
  name: z.string(),
  type: text,
  value_type: text,
  unit_id: position.nullish(),
});

type Definition = { name: string; isAttribute: boolean; valueType: string | null; unit: number | null };

/**
 * Reads an answer of `element/raw` as far as needed: units, definitions, and which set uses which definition, in whatever order they
 * come. When the sets are too many (ReadUnitsOptions), a property is known only where all definitions of its name agree.
 * @throws ElementsError CANCELLED; Error when the answer is not of the form, or is cut; the source's own errors
 */
export async function readStatedUnits(
  source: AsyncIterable<Uint8Array>,
  options: ReadUnitsOptions = {},
): Promise<StatedUnits> {
  const units: RawUnit[] = [];
  const definitions: Definition[] = [];
  const used = new Map<string, Set<number>>();
  let entries = 0;
  const frame = new TableFrame(
    TABLES,
    (table, item) => {
      if (table === "units") units.push(toUnit(item));
      else if (table === "definitions") definitions.push(toDefinition(item));
      else entries += noteSet(used, item);
    },
    ITEM_BYTES_MAX,
  );
  const bytesMax = options.bytesMax ?? BYTES_MAX;
  let bytes = 0;
  for await (const chunk of source) {
    throwIfCancelled(options.signal);
    frame.push(chunk);
    bytes += chunk.length;
    const isTooMuch = bytes >= bytesMax || entries + definitions.length > ENTRIES_MAX;
    if (frame.isComplete() || isTooMuch) break;
  }
  throwIfCancelled(options.signal);
  if (!frame.isComplete() && bytes < bytesMax && entries + definitions.length <= ENTRIES_MAX)
    throw new Error("the answer ended early");
  const symbols = units.map((_, at) => unitSymbol(units, at));
  const state = (definition: Definition): Statement => ({
    unit: definition.unit === null ? null : (symbols[definition.unit] ?? null),
    valueType: definition.valueType,
  });
  return frame.isComplete() ? bySet(used, definitions, state) : byName(definitions, state);
}

function toUnit(item: unknown): RawUnit {
  const { name, prefix, unit_type, elements } = unitSchema.parse(item);
  return {
    name: name ?? null,
    prefix: prefix ?? null,
    unitType: unit_type ?? null,
    elements: (elements ?? []).map(({ unit_index, exponent }) => ({ unit: unit_index, exponent })),
  };
}

function toDefinition(item: unknown): Definition {
  const { name, type, value_type, unit_id } = definitionSchema.parse(item);
  return {
    name,
    isAttribute: type?.toLowerCase() === "attribute",
    valueType: value_type ?? null,
    unit: unit_id ?? null,
  };
}

/** Notes the definitions of a set's values by the set's name; answers how many were new. */
function noteSet(used: Map<string, Set<number>>, item: unknown): number {
  // By hand: sets come by the hundred thousand, and a schema would cost more than reading their JSON.
  const { name, properties } = asRecord(item);
  const key = typeof name === "string" ? name : "";
  const known = used.get(key) ?? new Set<number>();
  used.set(key, known);
  const before = known.size;
  if (!Array.isArray(properties)) throw new Error("a property set has no list of properties");
  for (const property of properties) {
    const { def_id: at, value } = asRecord(property);
    if (typeof at !== "number") throw new Error("a property names no definition");
    if (value !== null && value !== undefined) known.add(at);
  }
  return known.size - before;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("an entry of a table is no object");
  return value as Readonly<Record<string, unknown>>;
}

function bySet(
  used: ReadonlyMap<string, ReadonlySet<number>>,
  definitions: readonly Definition[],
  state: (definition: Definition) => Statement,
): StatedUnits {
  const known = new Map<string, Map<string, Statement>>();
  for (const [set, positions] of used) {
    for (const at of positions) {
      const definition = definitions[at];
      if (definition === undefined) throw new Error(`no definition at position ${String(at)}`);
      const key = definition.isAttribute || set.toLowerCase() === "attributes" ? "" : set;
      const properties = known.get(key) ?? new Map<string, Statement>();
      known.set(key, properties);
      properties.set(definition.name, agree(properties.get(definition.name), state(definition)));
    }
  }
  return (set, property) => {
    const ofSet = known.get(set) ?? known.get(withoutNumber(set));
    return ofSet?.get(property) ?? ofSet?.get(withoutNumber(property)) ?? null;
  };
}

function byName(
  definitions: readonly Definition[],
  state: (definition: Definition) => Statement,
): StatedUnits {
  const known = new Map<string, Statement>();
  for (const definition of definitions)
    known.set(definition.name, agree(known.get(definition.name), state(definition)));
  return (_, property) => {
    const found = known.get(property) ?? known.get(withoutNumber(property));
    // Definitions of other sets do not contradict this one: what they differ in is only not known.
    return found === undefined ? null : { unit: found.unit ?? null, valueType: found.valueType ?? null };
  };
}

function agree(known: Statement | undefined, next: Statement): Statement {
  if (known === undefined) return next;
  return {
    unit: known.unit === next.unit ? known.unit : undefined,
    valueType: known.valueType === next.valueType ? known.valueType : undefined,
  };
}

/** Simple answers number sets and properties of one name (`Name (2)`); raw ones repeat the name. */
function withoutNumber(name: string): string {
  return name.replace(/ \(\d+\)$/, "");
}
