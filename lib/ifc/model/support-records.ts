// The records around the properties: project, applications, units, and the targets of reference properties as readable text. Read one by
// one on demand, since only few are needed.
import type { ClassTable } from "./tables/class-table.ts";
import { parseArguments, type StepValue } from "../step/arguments.ts";
import type { RecordGroup } from "../step/record-group.ts";
import type { RecordReader } from "../step/record-reader.ts";

export interface SupportRecord {
  className: string;
  /** Values by attribute name as written in the schema. */
  values: ReadonlyMap<string, StepValue>;
}

const TEXT_LENGTH_MAX = 1000;
const RECORD_BYTES_MAX = 1 << 16;
/** The most records visited for one description, and the most descriptions remembered. */
const VISITS_MAX = 100;
const DESCRIPTIONS_MAX = 10_000;

export class SupportRecords {
  private readonly group: RecordGroup;
  private readonly reader: RecordReader;
  private readonly classes: ClassTable;
  private readonly descriptions = new Map<number, string>();
  private visits = 0;

  constructor(group: RecordGroup, reader: RecordReader, classes: ClassTable) {
    this.group = group;
    this.reader = reader;
    this.classes = classes;
  }

  /** The record with this number; null when it is not of a supporting kind. */
  find(id: number): SupportRecord | null {
    const position = this.group.find(id);
    return position < 0 ? null : this.read(position);
  }

  /** All supporting records of one class (name as written in the schema), in file order. */
  *iterate(className: string): Generator<SupportRecord> {
    for (let position = 0; position < this.group.count; position++) {
      if (this.classes.entities[this.group.classCodes[position] ?? 0]?.name === className) {
        yield this.read(position);
      }
    }
  }

  /** A referenced record as readable text: `Steel S235`, `Anna Berg`, `2011-09-07`; never empty. */
  describe(id: number): string {
    const known = this.descriptions.get(id);
    if (known !== undefined) return known;
    this.visits = 0;
    const stated = this.describeWithin(id, 0).slice(0, TEXT_LENGTH_MAX);
    const text = stated === "" ? (this.find(id)?.className ?? `#${id}`) : stated;
    if (this.descriptions.size < DESCRIPTIONS_MAX) this.descriptions.set(id, text);
    return text;
  }

  private describeWithin(id: number, depth: number): string {
    const record = depth < 3 && this.visits++ < VISITS_MAX ? this.find(id) : null;
    if (!record) return "";
    const get = (name: string): string => plainText(record.values.get(name) ?? null);
    switch (record.className) {
      case "IfcCalendarDate":
        return [get("YearComponent"), get("MonthComponent"), get("DayComponent")]
          .map((part) => part.padStart(2, "0"))
          .join("-");
      case "IfcLocalTime":
        return [get("HourComponent"), get("MinuteComponent"), get("SecondComponent")]
          .filter((part) => part !== "")
          .map((part) => part.padStart(2, "0"))
          .join(":");
      case "IfcPerson":
        return [get("GivenName"), get("FamilyName")].filter((part) => part !== "").join(" ");
      default: {
        const parts: string[] = [];
        for (const value of record.values.values()) this.collect(value, depth, parts);
        return parts.join(", ");
      }
    }
  }

  private collect(value: StepValue, depth: number, parts: string[]): void {
    const entries = Array.isArray(value) ? value.slice(0, 50) : [value];
    for (const entry of entries) {
      const text =
        entry !== null && typeof entry === "object" && "id" in entry
          ? this.describeWithin(entry.id, depth + 1)
          : plainText(entry);
      if (text !== "" && parts.length < 50) parts.push(text);
    }
  }

  private read(position: number): SupportRecord {
    const { group, reader } = this;
    const length = Math.min(group.lengths[position] ?? 0, RECORD_BYTES_MAX);
    reader.locate(group.offset(position), length);
    const entity = this.classes.entities[group.classCodes[position] ?? 0];
    const values = parseArguments(reader.bytes, reader.at, length);
    return {
      className: entity?.name ?? "",
      values: new Map((entity?.attributes ?? []).map(({ name }, at) => [name, values[at] ?? null])),
    };
  }
}

/** Text of a simple value; empty for references, lists of lists and absent values. */
export function plainText(value: StepValue): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 1 ? plainText(value[0] ?? null) : "";
  return value !== null && "text" in value ? value.text.replace(/\.$/, "") : "";
}

/** The record number that a value refers to, or null. */
export function referenceOf(value: StepValue | undefined): number | null {
  return value !== null && typeof value === "object" && "id" in value ? value.id : null;
}
