// The index of one model, which the reader writes next to its answers. Types only; ingest.ts writes it. Consumers may rely on every field
// here.
import type { SchemaId } from "./schema/tables.ts";

export type { SchemaId };

/** Name of the index within a model's folder. It is written last: if it exists, the folder is complete. */
export const INDEX_FILE = "index.json";

export type PropertyKind =
  | "attribute"
  | "single"
  | "enumerated"
  | "list"
  | "bounded"
  | "table"
  | "reference"
  | "quantity";

/** A unit that the project states for one kind of measure. */
export interface ProjectUnit {
  /** What it measures: LENGTHUNIT, THERMALTRANSMITTANCEUNIT …, MONETARYUNIT. */
  unitType: string;
  /** The unit as people write it: `mm`, `m²`, `W/(m²·K)`. */
  symbol: string;
  kind: "si" | "conversion" | "derived" | "context" | "monetary";
}

/** One (set, property) pair as it occurs in the answer of one class. */
export interface PropertyDefinition {
  /** Set name as in the answer; `attributes` for the entity's own attributes. */
  set: string;
  property: string;
  kind: PropertyKind;
  /** Measure or value type as written in the schema (`IfcLengthMeasure`), null where the file states none. */
  valueType: string | null;
  /** Unit symbol, null where none is stated for it. */
  unit: string | null;
  /** Where the unit comes from: the property itself, or the project's units by value type. */
  unitSource: "property" | "project" | null;
  /** Elements of the class that have the property, empty values included. */
  count: number;
}

export interface ClassIndex {
  /** Class name as written in the schema; the answer is the file `<name>.json`. */
  name: string;
  /** Elements of exactly this class. */
  count: number;
  /** Size of the answer file in bytes. */
  bytes: number;
}

export interface ModelHeader {
  fileName: string;
  timeStamp: string;
  description: string[];
  authors: string[];
  organizations: string[];
  preprocessor: string;
  originatingSystem: string;
  authorization: string;
  /** Authoring tools as IfcApplication states them. */
  applications: { name: string; version: string; developer: string }[];
}

export interface ModelCounts {
  /** STEP records read completely. */
  records: number;
  elements: number;
  /** Property and quantity sets of elements: those of the occurrence and of its type, counted for each element. */
  sets: number;
  /** The same for predefined sets, such as IfcDoorLiningProperties. */
  predefinedSets: number;
  /** Values in `sets`, complex properties flattened, before values of the occurrence replace those of the type. */
  properties: number;
  /** Values written into the answers, from sets of all kinds; attributes are not counted. */
  values: number;
}

export interface ModelIndex {
  format: 1;
  schema: SchemaId;
  /** Name of the schema as the file states it, for instance `IFC4X3_ADD2`. */
  schemaName: string;
  header: ModelHeader;
  project: { globalId: string; name: string } | null;
  units: ProjectUnit[];
  /** Classes with at least one element, by name. */
  classes: ClassIndex[];
  /** Definitions by class name, in the order in which they first occur. */
  definitions: Record<string, PropertyDefinition[]>;
  counts: ModelCounts;
  /** Empty for a model that was read completely. */
  errors: string[];
  warnings: string[];
}
