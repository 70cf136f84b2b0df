/**
 * Ready-made views, with the names that buildingSMART gives to property and quantity sets (IFC4 ADD2 TC1, and the BaseQuantities of IFC2x3
 * implementers' agreements). Nobody can change them; duplicating one makes an editable copy. Pure.
 */
import { msg } from "#lib/core/texts.ts";
import { RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import { viewContentSchema, type ColumnName, type ViewContent } from "./content.ts";

export type StandardView = { readonly id: string; readonly name: string; readonly content: ViewContent };

const attributes = (...names: string[]): ColumnName[] => names.map((property) => ({ property }));
const inSet = (set: string, ...names: string[]): ColumnName[] => names.map((property) => ({ set, property }));

function standard(id: string, name: string, ifcClasses: string[], columns: ColumnName[]): StandardView {
  const sorts = [{ column: { property: "Name" } }];
  // Several sets name the same quantities; each column appears once.
  const once = [...new Map(columns.map((column) => [JSON.stringify(column), column])).values()];
  return { id, name, content: viewContentSchema.parse({ ifcClasses, columns: once, sorts }) };
}

const DOOR_QUANTITIES = [
  ...inSet("Qto_DoorBaseQuantities", "Width", "Height", "Perimeter", "Area"),
  ...inSet("BaseQuantities", "Width", "Height", "Area"),
];
const WINDOW_QUANTITIES = inSet("Qto_WindowBaseQuantities", "Width", "Height", "Perimeter", "Area");
const WALL_QUANTITIES = [
  ...inSet("Qto_WallBaseQuantities", "Length", "Width", "Height", "GrossFootprintArea", "NetFootprintArea"),
  ...inSet("Qto_WallBaseQuantities", "GrossSideArea", "NetSideArea", "GrossVolume", "NetVolume"),
  ...inSet("BaseQuantities", "Length", "Width", "Height", "GrossFootprintArea", "NetSideArea"),
  ...inSet("BaseQuantities", "GrossSideArea", "GrossVolume", "NetVolume"),
];
const SLAB_QUANTITIES = [
  ...inSet("Qto_SlabBaseQuantities", "Width", "Length", "Depth", "Perimeter", "GrossArea", "NetArea"),
  ...inSet("Qto_SlabBaseQuantities", "GrossVolume", "NetVolume", "GrossWeight", "NetWeight"),
  ...inSet("BaseQuantities", "Width", "Perimeter", "GrossArea", "NetArea", "GrossVolume", "NetVolume"),
];
const SPACE_QUANTITIES = [
  ...inSet("Qto_SpaceBaseQuantities", "Height", "FinishCeilingHeight", "GrossPerimeter", "NetPerimeter"),
  ...inSet("Qto_SpaceBaseQuantities", "GrossFloorArea", "NetFloorArea", "GrossWallArea", "NetWallArea"),
  ...inSet("Qto_SpaceBaseQuantities", "GrossVolume", "NetVolume"),
  ...inSet("BaseQuantities", "Height", "GrossPerimeter", "GrossFloorArea", "NetFloorArea", "GrossVolume"),
];

export const STANDARD_VIEWS: readonly StandardView[] = [
  standard(
    "doors",
    msg("Doors"),
    ["IfcDoor", "IfcDoorStandardCase"],
    [
      ...attributes("Name"),
      ...inSet(RELATIONS_SET, "Storey"),
      ...attributes("Tag", "OverallHeight", "OverallWidth", "PredefinedType", "OperationType"),
      ...inSet("Pset_DoorCommon", "Reference", "Status", "FireRating", "AcousticRating", "SecurityRating"),
      ...inSet("Pset_DoorCommon", "IsExternal", "ThermalTransmittance", "GlazingAreaFraction"),
      ...inSet("Pset_DoorCommon", "HandicapAccessible", "FireExit", "SelfClosing", "SmokeStop"),
      ...DOOR_QUANTITIES,
    ],
  ),
  standard(
    "windows",
    msg("Windows"),
    ["IfcWindow", "IfcWindowStandardCase"],
    [
      ...attributes("Name"),
      ...inSet(RELATIONS_SET, "Storey"),
      ...attributes("Tag", "OverallHeight", "OverallWidth", "PredefinedType", "PartitioningType"),
      ...inSet("Pset_WindowCommon", "Reference", "Status", "FireRating", "AcousticRating", "SecurityRating"),
      ...inSet("Pset_WindowCommon", "IsExternal", "ThermalTransmittance", "GlazingAreaFraction"),
      ...inSet("Pset_WindowCommon", "Infiltration", "SmokeStop", "FireExit"),
      ...WINDOW_QUANTITIES,
      ...inSet("BaseQuantities", "Width", "Height", "Area"),
    ],
  ),
  standard(
    "walls",
    msg("Walls"),
    ["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase"],
    [
      ...attributes("Name"),
      ...inSet(RELATIONS_SET, "Storey"),
      ...attributes("Tag", "PredefinedType"),
      ...inSet("Pset_WallCommon", "Reference", "Status", "FireRating", "AcousticRating", "IsExternal"),
      ...inSet("Pset_WallCommon", "LoadBearing", "ThermalTransmittance", "Combustible"),
      ...inSet("Pset_WallCommon", "SurfaceSpreadOfFlame", "ExtendToStructure", "Compartmentation"),
      ...WALL_QUANTITIES,
    ],
  ),
  standard(
    "slabs",
    msg("Slabs"),
    ["IfcSlab", "IfcSlabStandardCase", "IfcSlabElementedCase"],
    [
      ...attributes("Name"),
      ...inSet(RELATIONS_SET, "Storey"),
      ...attributes("Tag", "PredefinedType"),
      ...inSet("Pset_SlabCommon", "Reference", "Status", "FireRating", "AcousticRating", "IsExternal"),
      ...inSet("Pset_SlabCommon", "LoadBearing", "ThermalTransmittance", "Combustible"),
      ...inSet("Pset_SlabCommon", "SurfaceSpreadOfFlame", "Compartmentation", "PitchAngle"),
      ...SLAB_QUANTITIES,
    ],
  ),
  standard(
    "spaces",
    msg("Spaces"),
    ["IfcSpace"],
    [
      ...attributes("Name", "LongName"),
      ...inSet(RELATIONS_SET, "Storey"),
      ...attributes("PredefinedType", "InteriorOrExteriorSpace"),
      ...inSet("Pset_SpaceCommon", "Reference", "Category", "IsExternal", "GrossPlannedArea"),
      ...inSet("Pset_SpaceCommon", "NetPlannedArea", "PubliclyAccessible", "HandicapAccessible"),
      ...SPACE_QUANTITIES,
    ],
  ),
  standard(
    "quantities",
    msg("Quantities"),
    ["IfcWall", "IfcWallStandardCase", "IfcSlab", "IfcDoor", "IfcWindow", "IfcSpace"],
    [
      { pseudo: "class" },
      ...attributes("Name"),
      ...WALL_QUANTITIES,
      ...SLAB_QUANTITIES,
      ...DOOR_QUANTITIES,
      ...WINDOW_QUANTITIES,
      ...SPACE_QUANTITIES,
    ],
  ),
];
