/**
 * An independent reader of relations: web-ifc's GetLine and a mapping written for clarity, by the rules of docs/service/elements.md. Shares
 * no code with lib/ifc.
 */
import * as webIfc from "web-ifc";
import { readWithWebIfc, type Line, type ModelLines } from "./web-ifc-reader.ts";

/** The related things of one element, by name. */
export interface ReferenceRelations {
  building: string | null;
  storey: string | null;
  space: string | null;
  whole: string | null;
  types: string[];
  groups: string[];
  systems: string[];
}

const BUILDINGS = ["IFCBUILDING", "IFCFACILITY", "IFCBRIDGE", "IFCROAD", "IFCRAILWAY", "IFCMARINEFACILITY"];

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null && "value" in value ? String(value.value) : "";
}

/** Reads a model with web-ifc: relations by GlobalId. */
export const readReferenceRelations = (bytes: Uint8Array): Promise<Map<string, ReferenceRelations>> =>
  readWithWebIfc(bytes, read);

function read(model: ModelLines): Map<string, ReferenceRelations> {
  const lines = new Map<number, Line>();
  const line = (id: number): Line => {
    const found = lines.get(id) ?? model.line(id);
    lines.set(id, found);
    return found;
  };
  const classOf = (id: number): string => model.className(line(id)).toUpperCase();
  const isElement = new Set(model.ids(webIfc.IFCPRODUCT));
  const nameOf = (id: number): string => {
    const entry = line(id);
    return textOf(entry["Name"]) || textOf(entry["GlobalId"]);
  };
  const contained = model.relate(
    webIfc.IFCRELCONTAINEDINSPATIALSTRUCTURE,
    "RelatedElements",
    "RelatingStructure",
  );
  const aggregated = model.relate(webIfc.IFCRELAGGREGATES, "RelatedObjects", "RelatingObject");
  const nested = model.relate(webIfc.IFCRELNESTS, "RelatedObjects", "RelatingObject");
  const voids = model.relate(webIfc.IFCRELVOIDSELEMENT, "RelatedOpeningElement", "RelatingBuildingElement");
  const fills = model.relate(webIfc.IFCRELFILLSELEMENT, "RelatedBuildingElement", "RelatingOpeningElement");
  const typed = model.relate(webIfc.IFCRELDEFINESBYTYPE, "RelatedObjects", "RelatingType");
  const grouped = model.relate(webIfc.IFCRELASSIGNSTOGROUP, "RelatedObjects", "RelatingGroup");
  const first = (...lists: (number[] | undefined)[]): number | undefined =>
    lists.flatMap((list) => list ?? []).find((id) => isElement.has(id));
  const above = (id: number): number | undefined =>
    first(contained.get(id), aggregated.get(id), nested.get(id), voids.get(id), fills.get(id));
  const isSystem = (id: number): boolean => /SYSTEM$|ZONE$|CIRCUIT$|ANALYSISMODEL$/.test(classOf(id));

  return new Map(
    [...isElement].map((id) => {
      const chain: number[] = [];
      for (let at = above(id); at !== undefined && chain.length < 50; at = above(at)) chain.push(at);
      const nearest = (classes: string[]): string | null => {
        const found = chain.find((one) => classes.includes(classOf(one)));
        return found === undefined ? null : nameOf(found);
      };
      const whole = first(aggregated.get(id), nested.get(id));
      const groups = grouped.get(id) ?? [];
      return [
        textOf(line(id)["GlobalId"]),
        {
          building: nearest(BUILDINGS),
          storey: nearest(["IFCBUILDINGSTOREY"]),
          space: nearest(["IFCSPACE"]),
          whole: whole === undefined ? null : nameOf(whole),
          types: (typed.get(id) ?? []).map(nameOf),
          groups: groups.filter((group) => !isSystem(group)).map(nameOf),
          systems: groups.filter(isSystem).map(nameOf),
        },
      ];
    }),
  );
}
