/**
 * The dictionaries of a model's details as the wire writes them, made once per model and kept: definitions, classifications,
 * materials and layers of full elements by position, and the small tables of raw answers.
 */
import type { DetailsIndex, UnitDetail } from "#lib/ifc/details/index.ts";
import type {
  ClassificationRecord,
  LayerRecord,
  MaterialComponentRecord,
  PropertyDefinitionRecord,
  RawElementsRecord,
  UnitRecord,
} from "#lib/service/contract/element-records.ts";

/** JSON of the parts of full elements, by position. */
export type FullDictionaries = Record<
  "definitions" | "classifications" | "components" | "layers",
  readonly Buffer[]
>;

/** The tables of a raw answer except property sets and elements. */
export type RawTables = Omit<RawElementsRecord, "property_sets" | "elements">;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The parts of full elements (docs/service "Full elements"). Ids are positions plus one. */
export function makeFullDictionaries(index: DetailsIndex): FullDictionaries {
  const units = index.units.map((unit, at) => toUnit(unit, at, index.units));
  return {
    definitions: index.definitions.map(({ name, description, type, valueType, unit }, at) =>
      json({
        id: at + 1,
        name,
        description,
        type,
        value_type: valueType,
        unit: unit === null ? null : (units[unit] ?? null),
      } satisfies PropertyDefinitionRecord),
    ),
    classifications: index.classifications.map(({ name, notation, title }, at) =>
      json({ id: at + 1, name, notation, title } satisfies ClassificationRecord),
    ),
    components: index.components.map((_, at) => json(toComponent(index, at))),
    layers: toLayers(index).map(json),
  };
}

/** The tables of raw answers (docs/service "Raw elements"). */
export function makeRawTables(index: DetailsIndex): RawTables {
  return {
    units: index.units.map((unit, at) => ({
      ...unitFields(unit, at),
      conversion_baseunit_index: unit.conversionBase,
      elements: (unit.elements ?? []).map((element) => ({
        unit_index: element.unit,
        exponent: element.exponent,
      })),
    })),
    definitions: index.definitions.map(({ name, description, type, valueType, unit }, at) => ({
      id: at + 1,
      name,
      description,
      type,
      value_type: valueType,
      unit_id: unit,
    })),
    classifications: index.classifications.map(({ name, notation, title }, at) => ({
      id: at + 1,
      type: name,
      notation,
      description: title,
    })),
    layers: toLayers(index),
    systems: index.systems.map(({ globalId, name, description, objectType }) => ({
      uuid: globalId,
      name,
      description,
      object_type: objectType,
    })),
    materials: {
      materials_data: index.materials.map(({ stepId, name, description, category }, at) => ({
        id: at + 1,
        step_id: stepId,
        name,
        description,
        category,
        psets: [],
      })),
      list_components: index.components.map(({ material }, at) => ({
        id: at + 1,
        material,
        material_option: at,
      })),
      options: index.components.map(({ thickness }, at) => ({
        id: at + 1,
        thickness,
        material_list: [at],
      })),
    },
    related_objects: index.relatedObjects.map(({ globalId, type, name, longName }) => ({
      uuid: globalId,
      type,
      name,
      long_name: longName,
    })),
  };
}

function unitFields(unit: UnitDetail, at: number) {
  return {
    id: at + 1,
    type: unit.type,
    name: unit.name,
    unit_type: unit.unitType,
    prefix: unit.prefix,
    dimensions: unit.dimensions,
    conversion_factor: unit.conversionFactor,
    is_default: unit.isDefault,
  };
}

function unitElements(unit: UnitDetail): UnitRecord["elements"] {
  return (unit.elements ?? []).map((element) => ({ unit_id: element.unit + 1, exponent: element.exponent }));
}

function toUnit(unit: UnitDetail, at: number, units: readonly UnitDetail[]): UnitRecord {
  const base = unit.conversionBase === null ? undefined : units[unit.conversionBase];
  return {
    ...unitFields(unit, at),
    conversion_baseunit:
      base === undefined
        ? null
        : {
            ...unitFields(base, unit.conversionBase ?? 0),
            conversion_baseunit: null,
            elements: unitElements(base),
          },
    elements: unitElements(unit),
  };
}

function toComponent(index: DetailsIndex, at: number): MaterialComponentRecord {
  const component = index.components[at];
  const position = component?.material ?? null;
  const material = position === null ? undefined : index.materials[position];
  return {
    id: at + 1,
    material:
      material === undefined || position === null
        ? null
        : {
            id: position + 1,
            name: material.name,
            category: material.category,
            description: material.description,
            property_sets: [],
          },
    option: { id: at + 1, thickness: component?.thickness ?? null },
  };
}

function toLayers(index: DetailsIndex): LayerRecord[] {
  return index.layers.map(({ name, identifier, description }, at) => ({
    id: at + 1,
    name: name ?? "",
    identifier,
    description,
  }));
}
