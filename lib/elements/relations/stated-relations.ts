/*
 * What a service's `element/raw` answer states about where elements are and what they belong to (docs/service "Raw elements"), as the texts
 * of cells by GlobalId. Elements with the same relations share one entry, and only hashes of ids are kept, so memory is bounded.
 */
import { IdMap } from "../id-hash.ts";
import { fieldsOf, type Fields } from "../units/table-frame.ts";
import { RELATION_SEPARATOR, RELATIONS, type Relation } from "./relation-columns.ts";

/** The relations of one element. */
export type RelationTexts = Partial<Record<Relation, string>>;

/** Relations by GlobalId. */
export interface StatedRelations {
  /** The relations that the answer states; no others get columns. */
  readonly offered: readonly Relation[];
  /** The entry of an element; -1 without one. Repeated ids get their entries in the order of the answer. */
  take(id: Uint8Array): number;
  readonly entries: readonly RelationTexts[];
}

/** Tables of the answer that state the relations. */
export const RELATION_TABLES = [
  "classifications",
  "layers",
  "systems",
  "materials",
  "related_objects",
  "elements",
] as const;

export type RelationTable = (typeof RELATION_TABLES)[number];

/** The tables whose entries have texts; elements point to them. */
type TextTable = Exclude<RelationTable, "elements">;

/** The most bytes of distinct combinations in memory, and the most of one cell. */
const KEY_BYTES_MAX = 64 * 1024 * 1024;
const CELL_LENGTH_MAX = 1024 * 1024;
/** The value of an id that repeats; its entries are in a list. */
const REPEATED = 0xffff_fffe;

/** By column: its source table, and the member of an element that points there. */
const SOURCES: Record<Relation, { table: TextTable; member: string }> = {
  Storey: { table: "related_objects", member: "storey" },
  Space: { table: "related_objects", member: "space" },
  Building: { table: "related_objects", member: "building" },
  Type: { table: "related_objects", member: "element_types" },
  "Part of": { table: "related_objects", member: "whole" },
  Materials: { table: "materials", member: "material_list" },
  Classifications: { table: "classifications", member: "classifications" },
  Layers: { table: "layers", member: "layers" },
  Systems: { table: "systems", member: "systems" },
  Groups: { table: "related_objects", member: "groups" },
};

/** In the order of the relations. */
const MEMBERS = RELATIONS.map((relation) => SOURCES[relation].member);

/** Collects the tables, in any order. */
export class RelationsReader {
  /** Texts of the entries of each table; null for an entry without a text. */
  readonly #texts: Record<TextTable, (string | null)[]> = {
    classifications: [],
    layers: [],
    systems: [],
    materials: [],
    related_objects: [],
  };
  /** Distinct combinations of positions (`1;;2,3;` …, in the order of the relations) → number of the entry. */
  readonly #combinations = new Map<string, number>();
  #keyBytes = 0;
  readonly #ids = new IdMap();
  readonly #repeats = new Map<string, number[]>();

  /** Takes an item of a table. @throws Error when it is malformed, RangeError when there are too many */
  take(table: RelationTable, item: unknown): void {
    if (table === "elements") this.#takeElement(fieldsOf(item));
    else if (table === "materials") this.#texts.materials = materialsOf(fieldsOf(item));
    else this.#texts[table].push(TEXTS[table](fieldsOf(item)));
  }

  /**
   * The stated relations. @param has whether the answer had a table
   * @throws Error when an element points to a missing item, or a cell would be too long
   */
  finish(has: (table: RelationTable) => boolean): StatedRelations {
    if (!has("elements")) throw new Error("the answer has no elements");
    const offered = RELATIONS.filter((relation) => has(SOURCES[relation].table));
    const entries = [...this.#combinations.keys()].map((key) => this.#textsOf(key, offered));
    this.#combinations.clear();
    return { offered, entries, take: (id) => this.#find(id) };
  }

  #takeElement(element: Fields): void {
    const { uuid } = element;
    if (typeof uuid !== "string") throw new Error("an element has no uuid");
    // Joined as text: a list of lists for each element would be most of the work.
    let key = "";
    for (const member of MEMBERS) key += `${positionsOf(element[member])};`;
    let entry = this.#combinations.get(key);
    if (entry === undefined) {
      this.#keyBytes += key.length;
      if (this.#keyBytes > KEY_BYTES_MAX) throw new RangeError("elements have too many different relations");
      entry = this.#combinations.size;
      this.#combinations.set(key, entry);
    }
    const id = Buffer.from(uuid);
    const known = this.#ids.find(id);
    if (known < 0) this.#ids.set(id, entry);
    else if (known === REPEATED) this.#repeats.get(uuid)?.push(entry);
    else {
      this.#repeats.set(uuid, [known, entry]);
      this.#ids.set(id, REPEATED);
    }
  }

  #textsOf(key: string, offered: readonly Relation[]): RelationTexts {
    const positions = key.split(";");
    const found: RelationTexts = {};
    for (const relation of offered) {
      const { table } = SOURCES[relation];
      const values = new Set<string>();
      for (const at of positions[RELATIONS.indexOf(relation)]?.match(/\d+/g) ?? []) {
        const text = this.#texts[table][Number(at)];
        if (text === undefined) throw new Error(`no entry at position ${at} of ${table}`);
        if (text !== null) values.add(text);
      }
      if (values.size === 0) continue;
      const text = [...values].join(RELATION_SEPARATOR);
      if (text.length > CELL_LENGTH_MAX) throw new RangeError(`an element has too many ${relation}`);
      found[relation] = text;
    }
    return found;
  }

  /** Simple answers number repeated ids (`… (2)`), counted over the whole model; raw answers repeat the id itself. */
  #find(id: Uint8Array): number {
    const known = this.#ids.find(id);
    if (known >= 0 && known !== REPEATED) return known;
    const text = Buffer.from(id).toString("utf8");
    const stated = known === REPEATED ? text : text.replace(/ \(\d+\)$/, "");
    const entry = known === REPEATED ? REPEATED : this.#ids.find(Buffer.from(stated));
    return entry === REPEATED ? (this.#repeats.get(stated)?.shift() ?? -1) : entry;
  }
}

const TEXTS: Record<Exclude<TextTable, "materials">, (fields: Fields) => string | null> = {
  classifications: ({ type, notation, description }) => {
    const code = textOf(notation) ?? textOf(description);
    const system = textOf(type);
    return system === null || code === null ? (code ?? system) : `${system}: ${code}`;
  },
  layers: ({ name, identifier }) => textOf(name) ?? textOf(identifier),
  systems: ({ name, uuid }) => textOf(name) ?? textOf(uuid),
  related_objects: ({ name, long_name: longName, uuid }) => textOf(name) ?? textOf(longName) ?? textOf(uuid),
};

/** The name of each component's material; a layer of air has none. */
function materialsOf({ materials_data: data, list_components: components }: Fields): (string | null)[] {
  if (!Array.isArray(data) || !Array.isArray(components)) throw new Error("materials have no lists");
  const names = data.map((material) => textOf(fieldsOf(material)["name"]));
  return components.map((component) => {
    const { material } = fieldsOf(component);
    return typeof material === "number" ? (names[material] ?? null) : null;
  });
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The positions in one member, separated by commas: of a list, a single position, or none. */
function positionsOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const positions: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const position of positions)
    if (!Number.isSafeInteger(position) || Number(position) < 0) throw new Error("a relation is no position");
  return positions.join();
}
