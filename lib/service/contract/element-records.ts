/**
 * Full and raw elements (docs/service "Full elements" and "Raw elements"); simple ones are in simple-elements.ts. Where live services give
 * no example (materials, layers, systems, units), the shapes follow the deployment's published specification; docs/decisions/0017 explains
 * the choices. Ids belong to one processing of a model: they are the same in every call until the model is processed again.
 */
import { z } from "zod";
import { idSchema } from "./records.ts";
import { simpleValueSchema } from "./simple-elements.ts";

/** Position in another table of the same raw answer, from 0. */
const positionSchema = z.int().nonnegative();
const textOrNull = z.string().nullable();

const unitFields = {
  id: idSchema,
  /** IfcSIUnit, IfcConversionBasedUnit, IfcDerivedUnit, IfcContextDependentUnit, IfcMonetaryUnit. */
  type: z.string(),
  /** METRE, DEGREE, EUR … */
  name: textOrNull,
  /** LENGTHUNIT …, or the user's own word. */
  unit_type: textOrNull,
  /** MILLI, KILO … */
  prefix: textOrNull,
  /** Seven exponents: length, mass, time, current, temperature, amount of substance, luminous intensity. */
  dimensions: z.array(z.number()).nullable(),
  /** How many base units one of this unit is. */
  conversion_factor: z.number().nullable(),
  /** Whether it is one of the project's units. */
  is_default: z.boolean(),
};

const baseUnitSchema = z.strictObject({
  ...unitFields,
  conversion_baseunit: z.null(),
  elements: z.array(z.strictObject({ unit_id: idSchema, exponent: z.number() })),
});

/** A unit of a full element. Its base unit is nested; the base unit's own base unit is left out. */
export const unitSchema = z.strictObject({
  ...unitFields,
  conversion_baseunit: baseUnitSchema.nullable(),
  /** The parts of a derived unit: ids of units and their exponents. */
  elements: z.array(z.strictObject({ unit_id: idSchema, exponent: z.number() })),
});
export type UnitRecord = z.infer<typeof unitSchema>;

const definitionFields = {
  id: idSchema,
  name: z.string(),
  description: textOrNull,
  /** `Attribute`, or the class of the property (IfcPropertySingleValue, IfcQuantityArea, IfcDoorLiningProperties …). */
  type: z.string(),
  /** The value's type as written in the schema (IfcLabel, IfcLengthMeasure …); null where the file states none. */
  value_type: textOrNull,
};

export const propertyDefinitionSchema = z.strictObject({ ...definitionFields, unit: unitSchema.nullable() });
export type PropertyDefinitionRecord = z.infer<typeof propertyDefinitionSchema>;

export const propertySchema = z.strictObject({
  id: idSchema,
  definition: propertyDefinitionSchema,
  value: simpleValueSchema,
  property_set_id: idSchema,
});

const setFields = {
  id: idSchema,
  /** Sets of the same name are not merged. `attributes` for the attributes of the element. */
  name: z.string(),
  description: textOrNull,
  /** Class of the set (IfcPropertySet, IfcElementQuantity …); of attributes: class of the element. */
  type: z.string(),
};

export const propertySetSchema = z.strictObject({ ...setFields, properties: z.array(propertySchema) });

export const classificationSchema = z.strictObject({
  id: idSchema,
  /** The classification system. */
  name: textOrNull,
  notation: textOrNull,
  title: textOrNull,
});
export type ClassificationRecord = z.infer<typeof classificationSchema>;

export const materialSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  category: textOrNull,
  description: textOrNull,
  property_sets: z.array(propertySetSchema),
});

/** One layer, constituent, profile or plain material of an element. */
export const materialComponentSchema = z.strictObject({
  id: idSchema,
  /** null for a layer without a material (air). */
  material: materialSchema.nullable(),
  option: z.strictObject({ id: idSchema, thickness: z.number().nullable() }),
});
export type MaterialComponentRecord = z.infer<typeof materialComponentSchema>;

export const layerSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  identifier: textOrNull,
  description: textOrNull,
});
export type LayerRecord = z.infer<typeof layerSchema>;

/** `…/element`: an array of these. */
export const elementSchema = z.strictObject({
  id: idSchema,
  /** The GlobalId as the file states it; `#<record number>` where it states none. */
  uuid: z.string(),
  type: z.string(),
  attributes: propertySetSchema,
  property_sets: z.array(propertySetSchema),
  classifications: z.array(classificationSchema),
  material_list: z.array(materialComponentSchema),
  layers: z.array(layerSchema),
});
export type ElementRecord = z.infer<typeof elementSchema>;

const rawUnitSchema = z.strictObject({
  ...unitFields,
  /** Position in `units`. */
  conversion_baseunit_index: positionSchema.nullable(),
  /** The parts of a derived unit: positions in `units` and their exponents. */
  elements: z.array(z.strictObject({ unit_index: positionSchema, exponent: z.number() })),
});

const rawDefinitionSchema = z.strictObject({
  ...definitionFields,
  /** Position in `units`. */
  unit_id: positionSchema.nullable(),
});

const rawPropertySetSchema = z.strictObject({
  ...setFields,
  properties: z.array(
    z.strictObject({
      id: idSchema,
      value: simpleValueSchema,
      /** Position in `definitions`. */
      def_id: positionSchema,
    }),
  ),
});

const rawClassificationSchema = z.strictObject({
  id: idSchema,
  /** The classification system: `name` of the full element. */
  type: textOrNull,
  notation: textOrNull,
  /** `title` of the full element. */
  description: textOrNull,
});

const rawSystemSchema = z.strictObject({
  uuid: textOrNull,
  name: textOrNull,
  description: textOrNull,
  object_type: textOrNull,
});

const rawMaterialsSchema = z.strictObject({
  materials_data: z.array(
    z.strictObject({
      id: idSchema,
      step_id: z.int().nonnegative(),
      name: z.string(),
      description: textOrNull,
      category: textOrNull,
      psets: z.array(positionSchema),
    }),
  ),
  list_components: z.array(
    z.strictObject({
      id: idSchema,
      /** Position in `materials_data`. */
      material: positionSchema.nullable(),
      /** Position in `options`. */
      material_option: positionSchema,
    }),
  ),
  options: z.array(
    z.strictObject({
      id: idSchema,
      thickness: z.number().nullable(),
      /** Positions in `list_components`. */
      material_list: z.array(positionSchema),
    }),
  ),
});

/** What elements relate to: buildings, storeys, spaces, wholes, types, and groups that are not systems. An addition of this service. */
const rawRelatedObjectSchema = z.strictObject({
  uuid: textOrNull,
  /** Class as written in the schema: IfcBuildingStorey, IfcDoorType … */
  type: z.string(),
  name: textOrNull,
  /** LongName of buildings, storeys and spaces. */
  long_name: textOrNull,
});

const rawElementSchema = z.strictObject({
  uuid: z.string(),
  type: z.string(),
  /** Position in `property_sets`. */
  attributes: positionSchema,
  /** Positions in `property_sets`. */
  psets: z.array(positionSchema),
  classifications: z.array(positionSchema),
  layers: z.array(positionSchema),
  systems: z.array(positionSchema),
  /** Positions in `materials.list_components`. */
  material_list: z.array(positionSchema),
  /* Positions in `related_objects`. Additions of this service. */
  building: positionSchema.nullable(),
  storey: positionSchema.nullable(),
  space: positionSchema.nullable(),
  /** The element that this element is aggregated or nested in. */
  whole: positionSchema.nullable(),
  element_types: z.array(positionSchema),
  groups: z.array(positionSchema),
});

/** `…/element/raw`: tables that refer to each other by position. The small tables are always those of the whole model. */
export const rawElementsSchema = z.strictObject({
  units: z.array(rawUnitSchema),
  definitions: z.array(rawDefinitionSchema),
  property_sets: z.array(rawPropertySetSchema),
  classifications: z.array(rawClassificationSchema),
  layers: z.array(layerSchema),
  systems: z.array(rawSystemSchema),
  materials: rawMaterialsSchema,
  related_objects: z.array(rawRelatedObjectSchema),
  elements: z.array(rawElementSchema),
});
export type RawElementsRecord = z.infer<typeof rawElementsSchema>;
