// The classes that a reading of details needs in addition to those of every reading (model/class-table.ts): relations of elements with
// classifications, materials, groups, layers, places and wholes, and the parts of these.
import { CATEGORY } from "../model/tables/class-table.ts";

/** For `getClassTable`; a class includes its subtypes. Every reading needs IfcMaterial and classification references anyway. */
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
