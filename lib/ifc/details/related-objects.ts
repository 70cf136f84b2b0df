// Where elements are and what they belong to: building, storey and space, the whole that an element is part of, its types, and groups that
// are not systems. Unless the file states its own place, a part inherits the place of its whole, an opening that of the element it voids,
// and a filling that of its opening.
import type { SchemaEntity } from "../schema/tables.ts";
import type { RecordGroup } from "../step/record-group.ts";
import { isSystemClass, ROOT_ATTRIBUTES, type RelationSources } from "./associations.ts";
import { Dictionary } from "./dictionary/definition-table.ts";
import type { RelatedObjectDetail } from "./index.ts";
import { Links } from "../model/tables/links.ts";
import { RecordCursor } from "./record-cursor.ts";

/** Real files nest about ten deep; a deeper chain is damaged or circular. */
const DEPTH_MAX = 64;
const REMEMBERED_MAX = 50_000;
/** IfcFacility and its subtypes in IFC4X3, one of which is the building. */
const BUILDINGS = /^Ifc(Building|Facility|Bridge|MarineFacility|Railway|Road)$/;

/** Positions in the dictionary, -1 for none. */
interface Place {
  building: number;
  storey: number;
  space: number;
}

/** What one element relates to. */
export interface ObjectsOfElement extends Place {
  whole: number;
  types: ReadonlySet<number>;
  groups: ReadonlySet<number>;
}

const NOWHERE: Readonly<Place> = { building: -1, storey: -1, space: -1 };

export class RelatedObjects {
  readonly dictionary = new Dictionary<RelatedObjectDetail>("related objects");
  private readonly sources: RelationSources;
  private readonly cursor: RecordCursor;
  private readonly groups: Links;
  /** By element: what it is contained in, is part of, or voids or fills, as position plus one; 0 for none. */
  private readonly containers: Uint32Array;
  private readonly wholes: Uint32Array;
  private readonly hosts: Uint32Array;
  private readonly places = new Map<number, Place>();
  private readonly described = new Map<RecordGroup, Map<number, number>>();
  /** By class code: which argument LongName is, -1 where there is none. */
  private readonly longNameAt = new Map<number, number>();

  constructor(sources: RelationSources) {
    this.sources = sources;
    this.cursor = new RecordCursor(sources.reader);
    const { count } = sources.products;
    this.groups = new Links(count);
    this.containers = new Uint32Array(count);
    this.wholes = new Uint32Array(count);
    this.hosts = new Uint32Array(count);
  }

  /** Reads the record at this position of the details, if it is one of these relations. The first relation of a kind counts. */
  read(position: number): void {
    switch (this.entityAt(this.sources.details, position)?.name) {
      case "IfcRelContainedInSpatialStructure":
        this.relate(position, (first, second) => this.attach(this.containers, first, second));
        break;
      case "IfcRelAggregates":
      case "IfcRelNests":
        this.relate(position, (first, second) => this.attach(this.wholes, second, first));
        break;
      case "IfcRelVoidsElement":
      case "IfcRelFillsElement":
        this.relate(position, (first, second) => this.attach(this.hosts, second, first));
        break;
      case "IfcRelAssignsToGroup":
      case "IfcRelAssignsToGroupByFactor":
        // RelatedObjectsType comes between the objects and the group.
        this.relate(position, (first, second) => this.attachGroup(first, second), 1);
        break;
      default:
    }
  }

  /** Call this once, after the last `read`. */
  seal(): void {
    this.groups.seal();
  }

  /** What an element of these types relates to. */
  objectsOf(element: number, types: readonly number[]): ObjectsOfElement {
    const { products, types: typeRecords, details } = this.sources;
    const whole = this.wholes[element] ?? 0;
    const groups = new Set<number>();
    this.groups.collect(element, groups);
    return {
      ...this.placeBelow(this.parentOf(element)),
      whole: whole === 0 ? -1 : this.describe(products, whole - 1),
      types: new Set(types.map((type) => this.describe(typeRecords, type))),
      groups: new Set([...groups].map((group) => this.describe(details, group))),
    };
  }

  /** Position plus one of the object from which an element's place follows; 0 for none. */
  private parentOf(element: number): number {
    return this.containers[element] || this.wholes[element] || this.hosts[element] || 0;
  }

  /** The place of things directly within an object, which may itself be a place. */
  private placeBelow(parent: number): Place {
    if (parent === 0) return NOWHERE;
    const known = this.places.get(parent);
    if (known) return known;
    const place = { ...NOWHERE };
    const { products } = this.sources;
    let at = parent;
    for (let depth = 0; at !== 0 && depth < DEPTH_MAX; depth++) {
      const name = this.entityAt(products, at - 1)?.name ?? "";
      if (name === "IfcSpace" && place.space < 0) place.space = this.describe(products, at - 1);
      if (name === "IfcBuildingStorey" && place.storey < 0) place.storey = this.describe(products, at - 1);
      if (BUILDINGS.test(name) && place.building < 0) place.building = this.describe(products, at - 1);
      at = this.parentOf(at - 1);
    }
    if (this.places.size >= REMEMBERED_MAX) this.places.clear();
    this.places.set(parent, place);
    return place;
  }

  private relate(
    position: number,
    attach: (first: readonly number[], second: readonly number[]) => void,
    between = 0,
  ): void {
    const { details, problems } = this.sources;
    const { cursor } = this;
    cursor.open(details, position);
    cursor.skip(ROOT_ATTRIBUTES);
    const first = cursor.references();
    if (first) cursor.skip(between);
    const second = first && cursor.references();
    if (first && second) {
      attach(first, second);
      return;
    }
    const id = details.ids[position] ?? 0;
    problems.error("the relation cannot be read: its arguments are damaged", details.offset(position), id);
  }

  private attach(parents: Uint32Array, children: readonly number[], owners: readonly number[]): void {
    const { products } = this.sources;
    const owner = products.find(owners[0] ?? 0);
    if (owner < 0) return;
    for (const id of children) {
      const child = products.find(id);
      if (child >= 0 && child !== owner && parents[child] === 0) parents[child] = owner + 1;
    }
  }

  private attachGroup(objects: readonly number[], groups: readonly number[]): void {
    const { products, details } = this.sources;
    const group = details.find(groups[0] ?? 0);
    if (group < 0 || isSystemClass(this.entityAt(details, group)?.name ?? "")) return;
    for (const id of objects) {
      const element = products.find(id);
      if (element >= 0) this.groups.add(element, group);
    }
  }

  /** The position in the dictionary of the object whose record is at `position` of a group. */
  private describe(group: RecordGroup, position: number): number {
    const known = this.described.get(group) ?? new Map<number, number>();
    this.described.set(group, known);
    let found = known.get(position);
    if (found === undefined) {
      const [globalId, name, longName] = this.textsAt(group, position);
      const type = this.entityAt(group, position)?.name ?? "";
      found = this.dictionary.position({ globalId, type, name, longName });
      if (known.size >= REMEMBERED_MAX) known.clear();
      known.set(position, found);
    }
    return found;
  }

  private textsAt(group: RecordGroup, position: number): [string | null, string | null, string | null] {
    const { cursor } = this;
    cursor.open(group, position);
    const globalId = cursor.text();
    cursor.skip(1);
    const name = cursor.text();
    const at = this.findLongName(group, position);
    if (at < 0) return [globalId, name, null];
    cursor.skip(at - 3);
    return [globalId, name, cursor.text()];
  }

  private findLongName(group: RecordGroup, position: number): number {
    const code = group.classCodes[position] ?? 0;
    let at = this.longNameAt.get(code);
    if (at === undefined) {
      at = (this.entityAt(group, position)?.attributes ?? []).findIndex(({ name }) => name === "LongName");
      this.longNameAt.set(code, at);
    }
    return at;
  }

  private entityAt(group: RecordGroup, position: number): SchemaEntity | undefined {
    return this.sources.classes.entities[group.classCodes[position] ?? 0];
  }
}
