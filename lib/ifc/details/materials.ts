// Materials of elements: whatever a material association names (a material, a list, layers and their usage, constituents, profiles),
// expanded into components in the order of the file.
import type { SupportRecord } from "../model/support-records.ts";
import { Dictionary } from "./dictionary/definition-table.ts";
import type { MaterialComponentDetail, MaterialDetail } from "./index.ts";
import { numberOf, referencesOf, textOf, type DetailRecords } from "./records.ts";

/** Usage, set, layer, material: real files nest four deep. */
const DEPTH_MAX = 8;
const COMPONENTS_MAX = 10_000;

/** The attribute with the parts of a compound, by class; subtypes that only add attributes are listed with their supertype's attribute. */
const PARTS: Readonly<Record<string, string>> = {
  IfcMaterialList: "Materials",
  IfcMaterialLayerSet: "MaterialLayers",
  IfcMaterialLayerSetUsage: "ForLayerSet",
  IfcMaterialConstituentSet: "MaterialConstituents",
  IfcMaterialProfileSet: "MaterialProfiles",
  IfcMaterialProfileSetUsage: "ForProfileSet",
  IfcMaterialProfileSetUsageTapering: "ForProfileSet",
};

const COMPONENTS = new Set([
  "IfcMaterialLayer",
  "IfcMaterialLayerWithOffsets",
  "IfcMaterialConstituent",
  "IfcMaterialProfile",
  "IfcMaterialProfileWithOffsets",
]);

export class Materials {
  readonly materials = new Dictionary<MaterialDetail>("materials");
  /** Components by their record; two equal layers are two components. */
  readonly components: MaterialComponentDetail[] = [];
  private readonly records: DetailRecords;
  private readonly byRecord = new Map<number, readonly number[]>();
  private readonly componentOf = new Map<number, number>();

  constructor(records: DetailRecords) {
    this.records = records;
  }

  /** Positions of the components of record `id`; empty when the record is not a material. */
  positions(id: number): readonly number[] {
    const known = this.byRecord.get(id);
    if (known) return known;
    const found: number[] = [];
    this.unfold(id, 0, found);
    this.byRecord.set(id, found);
    return found;
  }

  private unfold(id: number, depth: number, found: number[]): void {
    const record = depth < DEPTH_MAX && found.length < COMPONENTS_MAX ? this.records.find(id) : null;
    if (!record) return;
    const parts = PARTS[record.className];
    if (parts !== undefined) {
      for (const part of referencesOf(record, parts)) this.unfold(part, depth + 1, found);
    } else if (record.className === "IfcMaterial") {
      found.push(this.component(id, { material: this.material(id, record), thickness: null }));
    } else if (COMPONENTS.has(record.className)) {
      const [materialId] = referencesOf(record, "Material");
      const material = materialId === undefined ? null : this.records.find(materialId);
      found.push(
        this.component(id, {
          material:
            materialId === undefined || material?.className !== "IfcMaterial"
              ? null
              : this.material(materialId, material),
          thickness: numberOf(record, "LayerThickness"),
        }),
      );
    }
  }

  private material(stepId: number, record: SupportRecord): number {
    return this.materials.position({
      stepId,
      name: textOf(record, "Name") ?? "",
      description: textOf(record, "Description"),
      category: textOf(record, "Category"),
    });
  }

  private component(id: number, detail: MaterialComponentDetail): number {
    const known = this.componentOf.get(id);
    if (known !== undefined) return known;
    this.components.push(detail);
    this.componentOf.set(id, this.components.length - 1);
    return this.components.length - 1;
  }
}
