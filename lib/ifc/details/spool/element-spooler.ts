// Writes one element into the spool of its class: id, GlobalId, attributes, sets of the occurrence and of its type, and its associations.
// Nothing is merged: what is separate in the file is separate in the spool.
import { APOSTROPHE } from "../../step/bytes.ts";
import type { RecordGroup } from "../../step/record-group.ts";
import { NumberList } from "../../model/tables/class-table.ts";
import type { Relations } from "../../model/relations.ts";
import type { SetSources } from "../../model/sets/set-writer.ts";
import { ABSENT, DAMAGED, REFERENCE } from "../../model/transcoder.ts";
import type { Associations } from "../associations.ts";
import { ByteSink } from "./byte-sink.ts";
import type { DefinitionTable } from "../dictionary/definition-table.ts";
import type { Layers } from "../layers.ts";
import type { RelatedObjects } from "../related-objects.ts";
import { RecordCursor } from "../record-cursor.ts";
import { SetSpooler } from "./set-spooler.ts";
import { FRAME } from "./spool.ts";
import type { Spool, SpoolFiles } from "./spool-files.ts";

/** GlobalId, OwnerHistory, Name, Description, ApplicableOccurrence: the arguments before HasPropertySets. */
const BEFORE_TYPE_SETS = 5;
const TYPES_KEPT_MAX = 50_000;
const encoder = new TextEncoder();
const ATTRIBUTES_NAME = encoder.encode('"attributes"');

export interface SpoolerSources extends SetSources {
  products: RecordGroup;
  types: RecordGroup;
  relations: Relations;
  definitions: DefinitionTable;
  associations: Associations;
  layers: Layers;
  related: RelatedObjects;
  spools: SpoolFiles;
}

interface ClassPlan {
  spool: Spool;
  /** By argument, from 1: position of the attribute's definition, null for references. */
  definitions: (number | null)[];
  typeJson: Uint8Array;
}

export class ElementSpooler {
  /** Numbers of sets are below this: those of the file, then the attributes of elements, then overridden sets. */
  setCount: number;
  private readonly sources: SpoolerSources;
  private readonly sets: SetSpooler;
  private readonly cursor: RecordCursor;
  private readonly plans = new Map<number, ClassPlan>();
  private readonly typeSets = new Map<number, readonly number[]>();
  private readonly body = new ByteSink();
  private readonly members = new NumberList();

  constructor(sources: SpoolerSources) {
    this.sources = sources;
    this.sets = new SetSpooler(sources, sources.definitions);
    this.cursor = new RecordCursor(sources.reader);
    this.setCount = sources.sets.count + sources.products.count;
  }

  /** Writes the element at this position of the products. */
  write(element: number): void {
    const { products, relations, associations, layers, related, spools } = this.sources;
    const classCode = products.classCodes[element] ?? 0;
    const plan = this.plans.get(classCode) ?? this.makePlan(classCode);
    const types = relations.typesOf(element);
    const sets = this.writeSets(element, types, plan.spool);
    const shown = layers.layersOf(element);
    const classified = associations.classificationsOf(element, types);
    const systems = associations.systemsOf(element);
    const components = associations.componentsOf(element, types);
    const objects = related.objectsOf(element, types);
    if (this.fillHead(element, plan)) {
      const { body } = this;
      for (const positions of [sets, classified, shown, systems, components]) {
        body.numbers(positions, positions.size);
      }
      // Position plus one, 0 for none, so that each has its place.
      for (const position of [objects.building, objects.storey, objects.space, objects.whole]) {
        body.number(position + 1);
      }
      body.numbers(objects.types, objects.types.size);
      body.numbers(objects.groups, objects.groups.size);
      plan.spool.frame(FRAME.element, body);
      plan.spool.count++;
    }
    spools.settle(plan.spool);
  }

  private makePlan(classCode: number): ClassPlan {
    const { classes, definitions, spools } = this.sources;
    const entity = classes.entities[classCode];
    const plan = {
      spool: spools.open(entity?.name ?? ""),
      definitions: (entity?.attributes ?? [])
        .slice(1)
        .map(({ name, type, isReference }) => (isReference ? null : definitions.attribute(name, type))),
      typeJson: encoder.encode(JSON.stringify(entity?.name ?? "")),
    };
    this.plans.set(classCode, plan);
    return plan;
  }

  /** Writes the sets of the occurrence, then those of its types, each once; afterwards the spool's readers know all of them. */
  private writeSets(element: number, types: readonly number[], spool: Spool): Set<number> {
    const { relations, spools } = this.sources;
    const own = new Set<number>();
    relations.sets.collect(element, own);
    const found = new Set<number>();
    for (const position of own) {
      const overriding = relations.overrides.find(element, position);
      if (overriding) {
        this.sets.writeOverridden(position, this.setCount, overriding, spool);
        found.add(this.setCount++);
      } else {
        this.sets.write(position, (relations.setUses[position] ?? 0) > 1, spool);
        found.add(position);
      }
      spools.settle(spool);
    }
    for (const type of types) {
      for (const position of this.setsOfType(type)) {
        if (found.has(position)) continue;
        this.sets.write(position, true, spool);
        found.add(position);
        spools.settle(spool);
      }
    }
    return found;
  }

  private setsOfType(type: number): readonly number[] {
    const known = this.typeSets.get(type);
    if (known) return known;
    this.cursor.open(this.sources.types, type);
    this.cursor.skip(BEFORE_TYPE_SETS);
    const positions = (this.cursor.references() ?? []).map((id) => this.sources.sets.find(id));
    const sets = positions.filter((position) => position >= 0);
    if (this.typeSets.size >= TYPES_KEPT_MAX) this.typeSets.clear();
    this.typeSets.set(type, sets);
    return sets;
  }

  /** Writes id, GlobalId and the set of attributes; false when the record is damaged. */
  private fillHead(element: number, plan: ClassPlan): boolean {
    const { products, sets, reader, transcoder: t, problems } = this.sources;
    const { body, members } = this;
    const length = products.lengths[element] ?? 0;
    reader.locate(products.offset(element), length);
    t.length = 0;
    t.reserve(length);
    t.input = reader.bytes;
    t.at = reader.at + 1;
    body.clear();
    body.number(element + 1);
    if (t.peek() === APOSTROPHE) t.string();
    else t.skipArgument();
    // An element without a GlobalId gets its record number as its id, as in the simple answers.
    if (t.length <= 2) t.length = 0;
    if (t.length === 0) t.appendText(`#${products.ids[element] ?? 0}`);
    body.counted(t.output, 0, t.length);
    members.length = 0;
    for (let stated = 0; stated < plan.definitions.length && t.takeComma(); stated++) {
      const definition = plan.definitions[stated] ?? null;
      if (definition === null) {
        t.skipArgument();
        continue;
      }
      const start = t.length;
      const found = t.value();
      if (found === DAMAGED) {
        problems.error("the element cannot be read", products.offset(element), products.ids[element] ?? 0);
        return false;
      }
      if (found === ABSENT || found === REFERENCE) t.length = start;
      else {
        members.push(definition);
        members.push(start);
        members.push(t.length);
      }
    }
    const count = members.length / 3;
    // Numbers of attribute sets follow those of the file's sets.
    body.number(sets.count + element);
    body.number(sets.count + element + 1);
    body.number(this.sets.takePropertyIds(count));
    body.counted(ATTRIBUTES_NAME, 0, ATTRIBUTES_NAME.length);
    body.number(0);
    body.counted(plan.typeJson, 0, plan.typeJson.length);
    body.number(count);
    for (let at = 0; at < members.length; at += 3) {
      body.number(members.at(at));
      body.counted(t.output, members.at(at + 1), members.at(at + 2));
    }
    return true;
  }
}
