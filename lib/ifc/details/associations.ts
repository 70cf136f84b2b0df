// Reads the relations that give elements and types their classifications, materials and systems. A relation whose target is not in the file
// is skipped with a warning; an unreadable relation is an error.
import type { Problems } from "../step/problems.ts";
import type { RecordGroup } from "../step/record-group.ts";
import type { ClassTable } from "../model/tables/class-table.ts";
import { Classifications } from "./classifications.ts";
import { Dictionary } from "./dictionary/definition-table.ts";
import type { SystemDetail } from "./index.ts";
import { Links } from "../model/tables/links.ts";
import { Materials } from "./materials.ts";
import { RecordCursor } from "./record-cursor.ts";
import { textOf, type DetailRecords } from "./records.ts";
import type { RecordReader } from "../step/record-reader.ts";

/** Every relation begins with GlobalId, OwnerHistory, Name, Description. */
export const ROOT_ATTRIBUTES = 4;

/** Whether groups of a class are systems; other groups are among the related objects. */
export function isSystemClass(name: string): boolean {
  return /^Ifc(\w*System|Zone|DistributionCircuit|StructuralAnalysisModel)$/.test(name);
}

/** Where relations are read from, and what they may name. */
export interface RelationSources {
  details: RecordGroup;
  products: RecordGroup;
  types: RecordGroup;
  reader: RecordReader;
  classes: ClassTable;
  problems: Problems;
}

export class Associations {
  readonly classifications: Classifications;
  readonly materials: Materials;
  readonly systems = new Dictionary<SystemDetail>("systems");
  private readonly sources: RelationSources;
  private readonly records: DetailRecords;
  private readonly cursor: RecordCursor;
  private readonly classificationLinks: Links;
  private readonly materialLinks: Links;
  private readonly systemLinks: Links;

  constructor(sources: RelationSources, records: DetailRecords) {
    this.sources = sources;
    this.records = records;
    this.cursor = new RecordCursor(sources.reader);
    this.classifications = new Classifications(records);
    this.materials = new Materials(records);
    const owners = sources.products.count + sources.types.count;
    this.classificationLinks = new Links(owners);
    this.materialLinks = new Links(owners);
    this.systemLinks = new Links(owners);
  }

  /** Reads the record at this position of the details, if it is one of these relations. */
  read(position: number): void {
    const { details, classes } = this.sources;
    switch (classes.entities[details.classCodes[position] ?? 0]?.name) {
      case "IfcRelAssociatesClassification":
        this.relate(position, 0, this.classificationLinks, (id) => {
          const found = this.classifications.position(id);
          return found < 0 ? [] : [found];
        });
        break;
      case "IfcRelAssociatesMaterial":
        this.relate(position, 0, this.materialLinks, (id) => this.materials.positions(id));
        break;
      case "IfcRelAssignsToGroup":
      case "IfcRelAssignsToGroupByFactor":
        // RelatedObjectsType comes between the objects and the group. RelatedObjects reads groups that are not systems.
        this.relate(position, 1, this.systemLinks, (id) => this.findSystem(id), false);
        break;
      default:
    }
  }

  /** Call this once, after the last `read`. */
  seal(): void {
    this.classificationLinks.seal();
    this.materialLinks.seal();
    this.systemLinks.seal();
  }

  /** Classifications of an element: its own, then those of its types. */
  classificationsOf(element: number, types: readonly number[]): Set<number> {
    return this.collect(this.classificationLinks, element, types, false);
  }

  /** Material components of an element: its own, or else those of its types. */
  componentsOf(element: number, types: readonly number[]): Set<number> {
    return this.collect(this.materialLinks, element, types, true);
  }

  /** Systems of an element. */
  systemsOf(element: number): Set<number> {
    return this.collect(this.systemLinks, element, [], false);
  }

  private collect(
    links: Links,
    element: number,
    types: readonly number[],
    isOwnEnough: boolean,
  ): Set<number> {
    const found = new Set<number>();
    links.collect(element, found);
    if (isOwnEnough && found.size > 0) return found;
    for (const type of types) links.collect(this.sources.products.count + type, found);
    return found;
  }

  private relate(
    position: number,
    between: number,
    links: Links,
    resolve: (id: number) => readonly number[],
    isTargetExpected = true,
  ): void {
    const { details, products, types, problems } = this.sources;
    const { cursor } = this;
    const [offset, id] = [details.offset(position), details.ids[position] ?? 0];
    cursor.open(details, position);
    cursor.skip(ROOT_ATTRIBUTES);
    const related = cursor.references();
    if (related) cursor.skip(between);
    const targets = related && cursor.references();
    if (!related || !targets) {
      problems.error("the relation cannot be read: its arguments are damaged", offset, id);
      return;
    }
    const values = targets.flatMap(resolve);
    if (values.length === 0 && isTargetExpected) {
      problems.warning("the relation refers to nothing in this file that could be read", offset, id);
    }
    for (const object of related) {
      const product = products.find(object);
      const type = product < 0 ? types.find(object) : -1;
      const owner = product >= 0 ? product : type >= 0 ? products.count + type : -1;
      if (owner >= 0) for (const value of values) links.add(owner, value);
    }
  }

  private findSystem(id: number): number[] {
    const { details, classes } = this.sources;
    const position = details.find(id);
    const name = position < 0 ? "" : (classes.entities[details.classCodes[position] ?? 0]?.name ?? "");
    if (!isSystemClass(name)) return [];
    const record = this.records.find(id);
    const detail = {
      globalId: textOf(record, "GlobalId"),
      name: textOf(record, "Name"),
      description: textOf(record, "Description"),
      objectType: textOf(record, "ObjectType"),
    };
    return [this.systems.position(detail)];
  }
}
