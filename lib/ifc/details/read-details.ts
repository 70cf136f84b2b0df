// Reads one STEP file again, with everything that full and raw answers contain beyond the simple ones, into spools and an index of
// dictionaries. This file only contains the order of the work, and the classes needed in addition to those of every reading
// (model/tables/class-table.ts). Only models that were read without an error before are read for details, so
// any error ends the reading.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readHeader } from "../step/header.ts";
import { RecordReader } from "../step/record-reader.ts";
import { getClassTable, CATEGORY } from "../model/tables/class-table.ts";
import { Meanings } from "../model/meanings.ts";
import { PropertyValues } from "../model/property-values.ts";
import { readRelations, scan, takeTurn, TURN_STEPS, type ReadingInput } from "../model/scan-model.ts";
import { SupportRecords } from "../model/support-records.ts";
import { Transcoder } from "../model/transcoder.ts";
import { Units } from "../model/units.ts";
import { Associations } from "./associations.ts";
import { DefinitionTable } from "./dictionary/definition-table.ts";
import { ElementSpooler } from "./spool/element-spooler.ts";
import { DETAILS_FILE, type DetailsIndex } from "./index.ts";
import { Layers } from "./layers.ts";
import { DetailRecords } from "./records.ts";
import { RelatedObjects } from "./related-objects.ts";
import { SpoolFiles } from "./spool/spool-files.ts";
import { UnitDictionary } from "./dictionary/unit-dictionary.ts";

/**
 * Writes the spools and, last, the index.
 * @returns the index; null when something could not be read; the problems then say what
 * @throws the signal's reason when it is aborted, the limit errors of this folder, and file system errors
 */
export async function readDetails(input: ReadingInput & { outputDir: string }): Promise<DetailsIndex | null> {
  const { fd, problems, limits } = input;
  const header = readHeader(fd, problems);
  if (!header) return null;
  const classes = getClassTable(header.schemaId, DETAIL_CLASSES);
  const { groups } = await scan(input, header, classes);
  const reader = new RecordReader(fd, limits.readAheadBytes);
  const support = new SupportRecords(groups.support, reader, classes);
  const records = new DetailRecords(support, new SupportRecords(groups.details, reader, classes));
  const relations = await readRelations(input, groups, reader, classes);
  const base = { ...groups, reader, classes, problems };
  const associations = new Associations(base, records);
  const layers = new Layers(base);
  const related = new RelatedObjects(base);
  for (let position = 0; position < groups.details.count; position++) {
    associations.read(position);
    layers.read(position);
    related.read(position);
    if (position % TURN_STEPS === 0) await takeTurn(input.signal);
  }
  associations.seal();
  layers.seal();
  related.seal();
  const units = new UnitDictionary(records, support);
  const meanings = new Meanings(classes.valueTypes, new Units(support));
  const definitions = new DefinitionTable(meanings, units);
  const transcoder = new Transcoder();
  const values = new PropertyValues(transcoder, meanings, support);
  const spools = new SpoolFiles(input.outputDir, limits.outputBytesMax);
  const spooler = new ElementSpooler({
    ...base,
    meanings,
    transcoder,
    values,
    relations,
    definitions,
    associations,
    layers,
    related,
    spools,
  });
  for (let element = 0; element < groups.products.count; element++) {
    spooler.write(element);
    if (element % TURN_STEPS === 0) {
      input.onProgress("writing", element, groups.products.count);
      await takeTurn(input.signal);
    }
  }
  const index: DetailsIndex = {
    format: 2,
    classes: spools.complete(),
    setCount: spooler.setCount,
    units: units.entries,
    definitions: definitions.dictionary.entries,
    classifications: associations.classifications.dictionary.entries,
    layers: layers.dictionary.entries,
    systems: associations.systems.entries,
    materials: associations.materials.materials.entries,
    components: associations.materials.components,
    relatedObjects: related.dictionary.entries,
  };
  if (problems.write(fd).errors.length > 0) return null;
  writeFileSync(join(input.outputDir, DETAILS_FILE), JSON.stringify(index));
  return index;
}

/** For `getClassTable`; a class includes its subtypes. Every reading needs IfcMaterial and classification references anyway. */
const DETAIL_CLASSES: ReadonlyMap<string, number> = new Map(
  [
    "IfcRelAssociatesClassification",
    "IfcRelAssociatesMaterial",
    "IfcRelAssignsToGroup",
    "IfcClassification",
    "IfcClassificationNotation",
    "IfcClassificationNotationFacet",
    "IfcMaterialLayerSet",
    "IfcMaterialLayerSetUsage",
    "IfcMaterialUsageDefinition",
    "IfcGroup",
    "IfcRelContainedInSpatialStructure",
    "IfcRelAggregates",
    "IfcRelNests",
    "IfcRelVoidsElement",
    "IfcRelFillsElement",
    "IfcDimensionalExponents",
    "IfcPresentationLayerAssignment",
    "IfcProductRepresentation",
    "IfcShapeModel",
    "IfcMappedItem",
    "IfcRepresentationMap",
  ].map((name) => [name, CATEGORY.detail]),
);
