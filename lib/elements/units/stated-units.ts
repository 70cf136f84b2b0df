/*
 * What a service's `element/raw` answer states about properties: their units and value types (docs/service "Raw elements"). The values
 * themselves come from `element/simple`; nothing in this file changes a value, and nothing is added that is not stated.
 */
import { z } from "zod";
import { fieldsOf } from "./table-frame.ts";
import { unitSymbol, type RawUnit } from "./unit-symbol.ts";

/** What is stated about one property; undefined where statements differ. */
export type Statement = {
  readonly unit: string | null | undefined;
  readonly valueType: string | null | undefined;
};

/** Returns the statement about a property of a set (`set` is "" for attributes); null when nothing is stated. */
export type StatedUnits = (set: string, property: string) => Statement | null;

/** Tables of the answer that state units. */
export const UNIT_TABLES = ["units", "definitions", "property_sets"] as const;

export type UnitTable = (typeof UNIT_TABLES)[number];

/** The most definitions, and uses of definitions by sets of a name, in memory. */
const ENTRIES_MAX = 500_000;

const text = z.string().nullable().default(null).catch(null);
const position = z.number().int().nonnegative();
const partSchema = z
  .object({ unit_index: position, exponent: z.number() })
  .transform(({ unit_index: unit, exponent }) => ({ unit, exponent }));
const unitSchema = z
  .object({ name: text, prefix: text, unit_type: text, elements: z.array(partSchema).catch([]) })
  .transform(({ unit_type: unitType, ...unit }): RawUnit => ({ ...unit, unitType }));
const definitionSchema = z
  .object({ name: z.string(), type: text, value_type: text, unit_id: position.nullable().default(null) })
  .transform(({ name, type, value_type: valueType, unit_id: unit }) => ({
    name,
    isAttribute: type?.toLowerCase() === "attribute",
    valueType,
    unit,
  }));

type Definition = z.infer<typeof definitionSchema>;

/** Collects units, definitions, and which set uses which definition, in any order. */
export class UnitsReader {
  readonly #units: RawUnit[] = [];
  readonly #definitions: Definition[] = [];
  readonly #used = new Map<string, Set<number>>();
  #uses = 0;

  /** Takes an item of a table. @throws Error when it is malformed */
  take(table: UnitTable, item: unknown): void {
    if (table === "units") this.#units.push(unitSchema.parse(item));
    else if (table === "definitions") this.#definitions.push(definitionSchema.parse(item));
    else this.#uses += noteSet(this.#used, item);
  }

  /** Whether the limit of entries is reached. */
  get isFull(): boolean {
    return this.#uses + this.#definitions.length > ENTRIES_MAX;
  }

  /**
   * The stated units. @param isWhole whether all sets were read; if not, a property is known only where all definitions of its name agree
   * @throws Error when a set uses a missing definition
   */
  finish(isWhole: boolean): StatedUnits {
    const symbols = this.#units.map((_, at) => unitSymbol(this.#units, at));
    const state = (definition: Definition): Statement => ({
      unit: definition.unit === null ? null : (symbols[definition.unit] ?? null),
      valueType: definition.valueType,
    });
    return isWhole ? bySet(this.#used, this.#definitions, state) : byName(this.#definitions, state);
  }
}

/** Notes the definitions of a set's values by the set's name; returns how many were new. */
function noteSet(used: Map<string, Set<number>>, item: unknown): number {
  // Checked by hand: there are hundreds of thousands of sets, and a schema would cost more than parsing their JSON.
  const { name, properties } = fieldsOf(item);
  const key = typeof name === "string" ? name : "";
  const known = used.get(key) ?? new Set<number>();
  used.set(key, known);
  const before = known.size;
  if (!Array.isArray(properties)) throw new Error("a property set has no list of properties");
  for (const property of properties) {
    const { def_id: at, value } = fieldsOf(property);
    if (typeof at !== "number") throw new Error("a property names no definition");
    if (value !== null && value !== undefined) known.add(at);
  }
  return known.size - before;
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
    // Definitions may belong to other sets, so where they differ, the statement is only unknown, not contradictory.
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

/** Simple answers number sets and properties of one name (`Name (2)`); raw answers repeat the name. */
function withoutNumber(name: string): string {
  return name.replace(/ \(\d+\)$/, "");
}
