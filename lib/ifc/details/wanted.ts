// The classes that a reading of details wants beside those of every reading (model/class-table.ts): what joins elements
// with classifications, materials, groups, layers, places and wholes, and what these are made of.
import { CATEGORY } from "../model/tables/class-table.ts";

/** For `getClassTable`; subtypes follow their supertype. IfcMaterial and references to classifications are wanted anyway. */
export const DETAIL_CLASSES: ReadonlyMap<string, number> = new Map(
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
