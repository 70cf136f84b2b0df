// Reads one STEP file from front to back, joins what it found, and writes the answers and the index. The order of the
// work is here and nothing else. Gives the event loop a turn now and then, so that a caller can cancel.
import { fstatSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { IngestLimits } from "../limits.ts";
import type { ModelIndex } from "../model-index.ts";
import { readHeader, type StepHeader } from "../step/header.ts";
import type { Problems } from "../step/problems.ts";
import { RecordGroup } from "../step/record-group.ts";
import { RecordReader } from "../step/record-reader.ts";
import { Scanner } from "../step/scanner.ts";
import { AnswerFiles } from "./answer-files.ts";
import { buildClassTable, CATEGORY, type ClassTable } from "./class-table.ts";
import { Definitions } from "./definitions.ts";
import { ElementWriter } from "./element-writer.ts";
import { Meanings } from "./meanings.ts";
import { PropertyValues } from "./property-values.ts";
import { Relations } from "./relations.ts";
import { plainText, SupportRecords } from "./support-records.ts";
import { Transcoder } from "./transcoder.ts";
import { Units } from "./units.ts";

export interface ReadModelInput {
  fd: number;
  outputDir: string;
  limits: IngestLimits;
  problems: Problems;
  onProgress: (phase: "reading" | "writing", done: number, total: number) => void;
  signal: AbortSignal | undefined;
}

interface Groups {
  products: RecordGroup;
  types: RecordGroup;
  sets: RecordGroup;
  properties: RecordGroup;
  relations: RecordGroup;
  support: RecordGroup;
}

/** Elements written, or relations read, between two turns of the event loop. */
const TURN_STEPS = 4096;
const FOREIGN_MAX = 20;

/**
 * Reads the model and writes its answers.
 * @returns null when nothing can be read at all; the reason is then among the problems
 * @throws the signal's reason when it is aborted, OutputLimitError, and file system errors
 */
export async function readModel(input: ReadModelInput): Promise<ModelIndex | null> {
  const { fd, problems, limits } = input;
  const header = readHeader(fd, problems);
  if (!header) return null;
  const classes = buildClassTable(header.schemaId);
  const { groups, recordCount } = await scan(input, header, classes);
  const reader = new RecordReader(fd, limits.readAheadBytes);
  const support = new SupportRecords(groups.support, reader, classes);
  const units = new Units(support);
  const relations = await readRelations(input, groups, reader, classes);
  const meanings = new Meanings(classes.valueTypes, units);
  const definitions = new Definitions((type, unit) => meanings.describe(type, unit));
  const transcoder = new Transcoder();
  const values = new PropertyValues(transcoder, meanings, support);
  const answers = new AnswerFiles(input.outputDir, limits.outputBytesMax);
  const sources = { ...groups, reader, classes, problems, meanings, transcoder, values };
  const writer = new ElementWriter({ ...sources, relations, definitions, answers });
  try {
    await writeElements(input, groups.products, writer);
    for (const text of writer.describeMismatches()) problems.warning(text);
    if (definitions.isTruncated)
      problems.warning("The model has more kinds of properties than the index lists.");
    const [project] = support.iterate("IfcProject");
    const index: ModelIndex = {
      format: 1,
      schema: header.schemaId,
      schemaName: header.schemaName,
      header: describeHeader(header, support),
      project: project
        ? {
            globalId: plainText(project.values.get("GlobalId") ?? null),
            name: plainText(project.values.get("Name") ?? null),
          }
        : null,
      units: [...units.project.values()],
      classes: answers.complete(),
      definitions: {},
      counts: { records: recordCount, elements: 0, ...writer.counts },
      ...problems.write(fd),
    };
    index.counts.elements = index.classes.reduce((sum, { count }) => sum + count, 0);
    for (const [code, entity] of classes.entities.entries()) {
      if (entity && index.classes.some(({ name }) => name === entity.name)) {
        index.definitions[entity.name] = definitions.listFor(code);
      }
    }
    await answers.publish(JSON.stringify(index));
    return index;
  } catch (error) {
    await answers.discard();
    throw error;
  }
}

async function scan(
  input: ReadModelInput,
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
      default:
        return groups.properties;
    }
  });
}

async function readRelations(
  input: ReadModelInput,
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

async function writeElements(
  input: ReadModelInput,
  products: RecordGroup,
  writer: ElementWriter,
): Promise<void> {
  for (let element = 0; element < products.count; element++) {
    writer.write(element);
    if (element % TURN_STEPS === 0) {
      input.onProgress("writing", element, products.count);
      await takeTurn(input.signal);
    }
  }
}

async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

function describeHeader(header: StepHeader, support: SupportRecords): ModelIndex["header"] {
  const { fileName, timeStamp, description, authors, organizations } = header;
  const { preprocessor, originatingSystem, authorization } = header;
  const applications: ModelIndex["header"]["applications"] = [];
  for (const record of support.iterate("IfcApplication")) {
    if (applications.length >= 20) break;
    const developer = record.values.get("ApplicationDeveloper") ?? null;
    applications.push({
      name: plainText(record.values.get("ApplicationFullName") ?? null),
      version: plainText(record.values.get("Version") ?? null),
      developer:
        typeof developer === "object" && developer !== null && "id" in developer
          ? plainText(support.find(developer.id)?.values.get("Name") ?? null)
          : "",
    });
  }
  return {
    fileName,
    timeStamp,
    description,
    authors,
    organizations,
    preprocessor,
    originatingSystem,
    authorization,
    applications,
  };
}
