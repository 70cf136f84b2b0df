// Classifications of elements: the reference (notation and title) and the system at the end of its chain of sources.
// IfcClassificationReference states its code as Identification, in IFC2X3 as ItemReference.
import type { SupportRecord } from "../model/support-records.ts";
import { Dictionary } from "./dictionary/definition-table.ts";
import type { ClassificationDetail } from "./index.ts";
import { referencesOf, textOf, type DetailRecords } from "./records.ts";

/** A longer chain of references is damaged or circular. */
const CHAIN_MAX = 64;

export class Classifications {
  readonly dictionary = new Dictionary<ClassificationDetail>("classifications");
  private readonly records: DetailRecords;
  private readonly systems = new Map<number, string | null>();

  constructor(records: DetailRecords) {
    this.records = records;
  }

  /** The position of the classification in record `id`; -1 when the record is not in the file. */
  position(id: number): number {
    const record = this.records.find(id);
    const detail = record && this.describe(record);
    return detail ? this.dictionary.position(detail) : -1;
  }

  private describe(record: SupportRecord): ClassificationDetail | null {
    switch (record.className) {
      case "IfcClassification":
        return { name: textOf(record, "Name"), notation: null, title: null };
      case "IfcClassificationReference":
        return {
          name: this.systemOf(record),
          notation: textOf(record, "Identification", "ItemReference"),
          title: textOf(record, "Name"),
        };
      case "IfcClassificationNotation": {
        const facets = referencesOf(record, "NotationFacets").map((id) =>
          textOf(this.records.find(id), "NotationValue"),
        );
        return {
          name: null,
          notation: facets.filter((facet) => facet !== null).join(".") || null,
          title: null,
        };
      }
      default:
        return null;
    }
  }

  /** Name of the system at the end of the chain. Chains share their upper part, so results are remembered. */
  private systemOf(record: SupportRecord): string | null {
    const walked: number[] = [];
    let name: string | null = null;
    let [source] = referencesOf(record, "ReferencedSource");
    while (source !== undefined && walked.length < CHAIN_MAX) {
      const known = this.systems.get(source);
      if (known !== undefined) {
        name = known;
        break;
      }
      walked.push(source);
      const next = this.records.find(source);
      if (next?.className === "IfcClassification") {
        name = textOf(next, "Name");
        break;
      }
      [source] = referencesOf(next, "ReferencedSource");
    }
    if (this.systems.size < 100_000) for (const id of walked) this.systems.set(id, name);
    return name;
  }
}
