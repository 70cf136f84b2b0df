// The index that a reading of details writes next to its spools: the dictionaries of one model, to which elements refer by position. Only
// types and the version check. Positions count from 0; ids are those of the wire and count from 1.
import type { ClassIndex } from "../model-index.ts";

/** Name of the index within the folder of details. */
export const DETAILS_FILE = "details.json";

/** A unit as the file states it (IfcUnitAssignment, and units of single properties). */
export interface UnitDetail {
  /** Class of the unit record, for instance `IfcSIUnit`. */
  type: string;
  /** `METRE`, `DEGREE`, a currency; null for derived units without a name. */
  name: string | null;
  /** What it measures: `LENGTHUNIT`, or the user's own word. */
  unitType: string | null;
  /** `MILLI`, `KILO` … */
  prefix: string | null;
  /** Exponents of length, mass, time, current, temperature, amount of substance, luminous intensity. */
  dimensions: number[] | null;
  conversionFactor: number | null;
  /** Position of the unit that the factor refers to. */
  conversionBase: number | null;
  /** The parts of a derived unit: positions of units and their exponents. */
  elements: { unit: number; exponent: number }[] | null;
  /** Whether it is one of the project's units. */
  isDefault: boolean;
}

/** What all properties of one name, description, kind, value type and unit have in common. */
export interface DefinitionDetail {
  name: string;
  description: string | null;
  /** `Attribute`, the class of the property (`IfcPropertySingleValue`, `IfcQuantityArea`), or the class of a predefined set. */
  type: string;
  /** Type of the value as written in the schema (`IfcLengthMeasure`), null where the file states none. */
  valueType: string | null;
  /** Position of the unit, null where none is stated for it. */
  unit: number | null;
}

export interface ClassificationDetail {
  /** Name of the classification system. */
  name: string | null;
  notation: string | null;
  title: string | null;
}

export interface LayerDetail {
  name: string | null;
  identifier: string | null;
  description: string | null;
}

export interface SystemDetail {
  globalId: string | null;
  name: string | null;
  description: string | null;
  objectType: string | null;
}

export interface MaterialDetail {
  /** Record number in the file. */
  stepId: number;
  name: string;
  description: string | null;
  category: string | null;
}

/** One material of an element: a layer, a constituent, a profile, or the material itself. */
export interface MaterialComponentDetail {
  /** Position of the material, null for a layer without one. */
  material: number | null;
  /** In the project's unit of length; null where none is stated. */
  thickness: number | null;
}

/** An object that an element relates to: a place, the whole that it is part of, its type, a group. */
export interface RelatedObjectDetail {
  globalId: string | null;
  /** Class as written in the schema, for instance `IfcBuildingStorey`. */
  type: string;
  name: string | null;
  /** LongName of storeys, spaces and buildings. */
  longName: string | null;
}

export interface DetailsIndex {
  format: 2;
  /** Classes with at least one element, by name; `bytes` is the size of the spool. */
  classes: ClassIndex[];
  /** Numbers of sets in the spools are below this. */
  setCount: number;
  units: UnitDetail[];
  definitions: DefinitionDetail[];
  classifications: ClassificationDetail[];
  layers: LayerDetail[];
  systems: SystemDetail[];
  materials: MaterialDetail[];
  components: MaterialComponentDetail[];
  relatedObjects: RelatedObjectDetail[];
}

/** Whether parsed JSON is an index of this version. */
export function isDetailsIndex(content: unknown): content is DetailsIndex {
  return typeof content === "object" && content !== null && "format" in content && content.format === 2;
}

/** Name of the spool of a class. */
export function spoolName(className: string): string {
  return `${className}.spool`;
}
