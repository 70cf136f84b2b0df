// The presentation layers of elements (IfcPresentationLayerAssignment): assigned to a representation of the element, to one of its items,
// or to the mapped representation of an item.
import type { RecordGroup } from "../step/record-group.ts";
import type { RecordReader } from "../step/record-reader.ts";
import { type ClassTable, NumberList } from "../model/tables/class-table.ts";
import { Dictionary } from "./dictionary/definition-table.ts";
import type { LayerDetail } from "./index.ts";
import { RecordCursor } from "./record-cursor.ts";

/** A mapped representation within a mapped one; deeper nesting does not occur. */
const MAPPED_DEPTH_MAX = 4;
const ITEMS_MAX = 100_000;

export interface LayerSources {
  details: RecordGroup;
  products: RecordGroup;
  reader: RecordReader;
  classes: ClassTable;
}

export class Layers {
  readonly dictionary = new Dictionary<LayerDetail>("layers");
  private readonly sources: LayerSources;
  private readonly cursor: RecordCursor;
  private readonly items = new NumberList();
  private readonly layers = new NumberList();
  private order = new Uint32Array(0);
  private visited = 0;
  /** By class code: which argument of an element is its representation, -1 for none. */
  private readonly representationAt = new Map<number, number>();

  constructor(sources: LayerSources) {
    this.sources = sources;
    this.cursor = new RecordCursor(sources.reader);
  }

  /** Reads the record at this position of the details, if it assigns a layer: Name, Description, AssignedItems, Identifier. */
  read(position: number): void {
    const { details } = this.sources;
    if (!this.nameOf(position).startsWith("IfcPresentationLayer")) return;
    const { cursor } = this;
    cursor.open(details, position);
    const name = cursor.text();
    const description = cursor.text();
    const items = cursor.references() ?? [];
    const identifier = cursor.text();
    const layer = this.dictionary.position({ name, identifier, description });
    for (const item of items) {
      this.items.push(item);
      this.layers.push(layer);
    }
  }

  /** Call this once, after the last `read`. */
  seal(): void {
    const { items } = this;
    this.order = Uint32Array.from({ length: items.length }, (_, at) => at).sort(
      (one, other) => items.at(one) - items.at(other) || one - other,
    );
  }

  /** Positions of the layers of an element. */
  layersOf(element: number): Set<number> {
    const found = new Set<number>();
    if (this.items.length === 0) return found;
    const { products, details } = this.sources;
    const at = this.findRepresentation(products.classCodes[element] ?? 0);
    if (at < 0) return found;
    this.cursor.open(products, element);
    this.cursor.skip(at);
    this.visited = 0;
    for (const shape of this.cursor.references() ?? []) {
      const position = details.find(shape);
      // Name, Description, Representations.
      if (position >= 0) this.followAll(this.referencesAt(position, 2), 0, found);
    }
    return found;
  }

  private followAll(ids: readonly number[], depth: number, found: Set<number>): void {
    for (const id of ids) this.follow(id, depth, found);
  }

  /** Follows a representation, an item, or a map. */
  private follow(id: number, depth: number, found: Set<number>): void {
    if (depth > MAPPED_DEPTH_MAX * 3 || this.visited++ > ITEMS_MAX) return;
    this.addLayers(id, found);
    const { details } = this.sources;
    const position = details.find(id);
    if (position < 0) return;
    switch (this.nameOf(position)) {
      case "IfcShapeRepresentation":
      case "IfcTopologyRepresentation":
        // ContextOfItems, RepresentationIdentifier, RepresentationType, Items.
        this.followAll(this.referencesAt(position, 3), depth + 1, found);
        break;
      case "IfcMappedItem":
        this.followAll(this.referencesAt(position, 0), depth + 1, found);
        break;
      case "IfcRepresentationMap":
        this.followAll(this.referencesAt(position, 1), depth + 1, found);
        break;
      default:
    }
  }

  private referencesAt(position: number, argument: number): readonly number[] {
    this.cursor.open(this.sources.details, position);
    this.cursor.skip(argument);
    return this.cursor.references() ?? [];
  }

  private addLayers(id: number, found: Set<number>): void {
    const { order, items } = this;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (items.at(order[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    for (; low < order.length && items.at(order[low] ?? 0) === id; low++) {
      found.add(this.layers.at(order[low] ?? 0));
    }
  }

  private findRepresentation(classCode: number): number {
    const known = this.representationAt.get(classCode);
    if (known !== undefined) return known;
    const attributes = this.sources.classes.entities[classCode]?.attributes ?? [];
    const at = attributes.findIndex(({ name }) => name === "Representation");
    this.representationAt.set(classCode, at);
    return at;
  }

  private nameOf(position: number): string {
    const { details, classes } = this.sources;
    return classes.entities[details.classCodes[position] ?? 0]?.name ?? "";
  }
}
