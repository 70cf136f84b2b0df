/**
 * The independent reader of details: web-ifc's GetLine and a mapping written for clarity. The only code it shares with lib/ifc is the texts
 * of details-support.ts.
 */
import * as webIfc from "web-ifc";
import { readWithWebIfc, refs, type Line, type ModelLines } from "#tests/support/web-ifc-reader.ts";
import { classificationText, materialText } from "./details-support.ts";

export interface ReferenceDetails {
  /** By GlobalId, in no particular order. */
  classifications: Map<string, Set<string>>;
  materials: Map<string, string[]>;
  layers: Map<string, Set<string>>;
  /** The project's units, each as `class unitType prefix name`. */
  units: string[];
}

/** Text or number of a simple attribute; null if absent or empty. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value === undefined || value === "" ? null : value;
  if ("_internalValue" in value) return Number(value._internalValue);
  return "value" in value && value.value !== "" ? value.value : null;
}

/** Reads a model with web-ifc 0.0.78. */
export const readReferenceDetails = (bytes: Uint8Array): Promise<ReferenceDetails> =>
  readWithWebIfc(bytes, read);

function read(model: ModelLines): ReferenceDetails {
  const line = (id: number): Line => model.line(id);
  const classOf = (value: Line): string => model.className(value).toUpperCase();
  const typesOf = model.relate(webIfc.IFCRELDEFINESBYTYPE, "RelatedObjects", "RelatingType");
  const classified = model.relate(
    webIfc.IFCRELASSOCIATESCLASSIFICATION,
    "RelatedObjects",
    "RelatingClassification",
  );
  const material = model.relate(webIfc.IFCRELASSOCIATESMATERIAL, "RelatedObjects", "RelatingMaterial");

  const describeClassification = (id: number): string => {
    const reference = line(id);
    if (classOf(reference) === "IFCCLASSIFICATION")
      return classificationText(plain(reference["Name"]), null, null);
    let source = refs(reference["ReferencedSource"])[0];
    let name: unknown = null;
    for (let step = 0; source !== undefined && step < 50; step++) {
      const next = line(source);
      if (classOf(next) === "IFCCLASSIFICATION") {
        name = plain(next["Name"]);
        break;
      }
      source = refs(next["ReferencedSource"])[0];
    }
    const notation = plain(reference["Identification"] ?? reference["ItemReference"]);
    return classificationText(name, notation, plain(reference["Name"]));
  };
  const describeMaterials = (id: number): string[] => {
    const entry = line(id);
    const parts =
      entry["Materials"] ?? entry["MaterialLayers"] ?? entry["MaterialConstituents"] ?? entry["MaterialProfiles"] ??
      entry["ForLayerSet"] ?? entry["ForProfileSet"]; // oxfmt-ignore
    if (parts !== undefined) return refs(parts).flatMap(describeMaterials);
    if (classOf(entry) === "IFCMATERIAL") return [materialText(plain(entry["Name"]) ?? "", null)];
    const [of] = refs(entry["Material"]);
    const name = of === undefined ? null : (plain(line(of)["Name"]) ?? "");
    return [materialText(name, plain(entry["LayerThickness"]))];
  };

  const layersByItem = new Map<number, string[]>();
  for (const id of model.ids(webIfc.IFCPRESENTATIONLAYERASSIGNMENT)) {
    const layer = line(id);
    for (const item of refs(layer["AssignedItems"])) {
      layersByItem.set(item, [...(layersByItem.get(item) ?? []), String(plain(layer["Name"]))]);
    }
  }
  const collectLayers = (id: number, found: Set<string>): void => {
    for (const name of layersByItem.get(id) ?? []) found.add(name);
    const entry = line(id);
    const kind = classOf(entry);
    if (/REPRESENTATION$/.test(kind)) for (const item of refs(entry["Items"])) collectLayers(item, found);
    if (kind === "IFCMAPPEDITEM") {
      for (const map of refs(entry["MappingSource"])) {
        for (const mapped of refs(line(map)["MappedRepresentation"])) collectLayers(mapped, found);
      }
    }
  };

  const result: ReferenceDetails = {
    classifications: new Map(),
    materials: new Map(),
    layers: new Map(),
    units: [],
  };
  for (const id of model.ids(webIfc.IFCPRODUCT)) {
    const element = line(id);
    const globalId = String(plain(element["GlobalId"]));
    const types = typesOf.get(id) ?? [];
    const all = [id, ...types].flatMap((owner) => classified.get(owner) ?? []);
    result.classifications.set(globalId, new Set(all.map(describeClassification)));
    const own = material.get(id) ?? types.flatMap((type) => material.get(type) ?? []);
    result.materials.set(globalId, own.flatMap(describeMaterials));
    const layers = new Set<string>();
    for (const shape of refs(element["Representation"])) {
      for (const representation of refs(line(shape)["Representations"]))
        collectLayers(representation, layers);
    }
    result.layers.set(globalId, layers);
  }
  for (const project of model.ids(webIfc.IFCPROJECT)) {
    for (const assignment of refs(line(project)["UnitsInContext"])) {
      for (const unit of refs(line(assignment)["Units"])) {
        const entry = line(unit);
        const name = plain(entry["Name"]) ?? plain(entry["Currency"]);
        const stated = plain(entry["UnitType"]) ?? "MONETARYUNIT";
        const unitType = stated === "USERDEFINED" ? plain(entry["UserDefinedType"]) : stated;
        const words = [classOf(entry), unitType, plain(entry["Prefix"]) ?? "-", name ?? "-"];
        result.units.push(words.map(String).join(" ").toUpperCase());
      }
    }
  }
  return result;
}
