// The first half of every reading: finds where the wanted records are, and which sets and which type each element has. Yields to the event
// loop regularly, so that a caller can cancel. Writes nothing.
import { fstatSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { IngestLimits } from "../limits.ts";
import type { StepHeader } from "../step/header.ts";
import type { Problems } from "../step/problems.ts";
import { RecordGroup } from "../step/record-group.ts";
import type { RecordReader } from "../step/record-reader.ts";
import { Scanner } from "../step/scanner.ts";
import { CATEGORY, type ClassTable } from "./tables/class-table.ts";
import { Relations } from "./relations.ts";

/** The input of a reading, used from start to end. */
export interface ReadingInput {
  fd: number;
  limits: IngestLimits;
  problems: Problems;
  onProgress: (phase: "reading" | "writing", done: number, total: number) => void;
  signal: AbortSignal | undefined;
}

export interface Groups {
  products: RecordGroup;
  types: RecordGroup;
  sets: RecordGroup;
  properties: RecordGroup;
  relations: RecordGroup;
  support: RecordGroup;
  /** Records that only a reading of details needs (lib/ifc/details); otherwise empty. */
  details: RecordGroup;
}

/** Elements written, or relations read, between two turns of the event loop. */
export const TURN_STEPS = 4096;
const FOREIGN_MAX = 20;

/** Finds the wanted records: one pass over the file. */
export async function scan(
  input: ReadingInput,
  header: StepHeader,
  classes: ClassTable,
): Promise<{ groups: Groups; recordCount: number }> {
  const { fd, limits, problems, onProgress } = input;
  const total = fstatSync(fd).size;
  const small = 4096;
  const groups: Groups = {
    products: new RecordGroup(small),
    types: new RecordGroup(small),
    sets: new RecordGroup(small),
    properties: new RecordGroup(Math.min(limits.recordsMax, Math.ceil(total / 64) + small)),
    relations: new RecordGroup(small),
    support: new RecordGroup(small),
    details: new RecordGroup(0),
  };
  const groupOf = groupByCode(groups, classes);
  const foreign = new Map<number, number>();
  let kept = 0;
  const sink = (id: number, classCode: number, offset: number, length: number): void => {
    const group = groupOf[classCode];
    if (!group) return;
    if (length > limits.recordBytesMax) {
      problems.error(`the record is longer than ${limits.recordBytesMax} bytes; it was left out`, offset, id);
      return;
    }
    if (++kept > limits.recordsMax) {
      if (kept === limits.recordsMax + 1) {
        problems.error(
          `The file has more than ${limits.recordsMax} elements and properties; the rest was left out.`,
        );
      }
      return;
    }
    group.add(id, classCode, offset, length);
    if (classes.isForeign[classCode]) foreign.set(classCode, (foreign.get(classCode) ?? 0) + 1);
  };
  const scanner = new Scanner({
    fd,
    start: header.dataOffset,
    windowBytes: limits.windowBytes,
    keywords: classes.keywords,
    sink,
    problems,
  });
  while (scanner.advance()) {
    onProgress("reading", scanner.offset, total);
    await takeTurn(input.signal);
  }
  for (const group of Object.values(groups) as RecordGroup[]) {
    for (const position of group.seal()) {
      const id = group.ids[position] ?? 0;
      problems.error("the record number occurs twice; the first record counts", group.offset(position), id);
    }
  }
  for (const [code, count] of [...foreign].slice(0, FOREIGN_MAX)) {
    const name = classes.entities[code]?.name ?? "";
    problems.warning(
      `${name} is not a class of ${header.schemaId}; its ${count} records were read as in another schema.`,
    );
  }
  return { groups, recordCount: scanner.recordCount };
}

function groupByCode(groups: Groups, classes: ClassTable): (RecordGroup | undefined)[] {
  return Array.from(classes.categories, (category) => {
    switch (category) {
      case 0:
        return undefined;
      case CATEGORY.product:
        return groups.products;
      case CATEGORY.type:
        return groups.types;
      case CATEGORY.propertySet:
      case CATEGORY.quantitySet:
      case CATEGORY.predefinedSet:
        return groups.sets;
      case CATEGORY.relatesProperties:
      case CATEGORY.relatesType:
        return groups.relations;
      case CATEGORY.support:
        return groups.support;
      case CATEGORY.detail:
        return groups.details;
      default:
        return groups.properties;
    }
  });
}

/** Resolves the relations that join elements with sets and types. */
export async function readRelations(
  input: ReadingInput,
  groups: Groups,
  reader: RecordReader,
  classes: ClassTable,
): Promise<Relations> {
  const relations = new Relations({ ...groups, reader, classes, problems: input.problems });
  for (let position = 0; position < groups.relations.count; position++) {
    relations.read(position);
    if (position % TURN_STEPS === 0) await takeTurn(input.signal);
  }
  relations.seal();
  return relations;
}

/** @throws the signal's reason when it is aborted */
export async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
