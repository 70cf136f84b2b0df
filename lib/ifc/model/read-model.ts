// Reads one STEP file from front to back, joins what it found, and writes the answers and the index. This file only contains the order of
// the work; its first half, which other readings share, is scan-model.ts.
import type { ModelIndex } from "../model-index.ts";
import { readHeader, type StepHeader } from "../step/header.ts";
import type { RecordGroup } from "../step/record-group.ts";
import { RecordReader } from "../step/record-reader.ts";
import { AnswerFiles } from "./answer-files.ts";
import { getClassTable } from "./tables/class-table.ts";
import { Definitions } from "./definitions.ts";
import { ElementWriter } from "./element-writer.ts";
import { Meanings } from "./meanings.ts";
import { PropertyValues } from "./property-values.ts";
import { readRelations, scan, takeTurn, TURN_STEPS, type ReadingInput } from "./scan-model.ts";
import { plainText, SupportRecords } from "./support-records.ts";
import { Transcoder } from "./transcoder.ts";
import { Units } from "./units.ts";

export interface ReadModelInput extends ReadingInput {
  outputDir: string;
  /** Called with the file's stated schema (step/header.ts), before anything else is read. */
  onSchema?: ((stated: string) => void) | undefined;
}

/**
 * Reads the model and writes its answers.
 * @returns null when nothing can be read at all; the problems then say why
 * @throws the signal's reason when it is aborted, OutputLimitError, and file system errors
 */
export async function readModel(input: ReadModelInput): Promise<ModelIndex | null> {
  const { fd, problems, limits } = input;
  const header = readHeader(fd, problems, input.onSchema);
  if (!header) return null;
  const classes = getClassTable(header.schemaId);
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
