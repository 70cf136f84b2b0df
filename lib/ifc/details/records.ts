// Looks up records by number among those that a reading of details needs, in any group.
import type { StepValue } from "../step/arguments.ts";
import { plainText, type SupportRecord, type SupportRecords } from "../model/support-records.ts";

export class DetailRecords {
  private readonly sources: readonly SupportRecords[];

  /** @param sources the supporting records of all readings, and those of this one */
  constructor(...sources: SupportRecords[]) {
    this.sources = sources;
  }

  /** The record with this number; null when it is not of a wanted kind. */
  find(id: number | null): SupportRecord | null {
    if (id === null) return null;
    for (const source of this.sources) {
      const record = source.find(id);
      if (record) return record;
    }
    return null;
  }
}

/** The text of an attribute; null when not stated or empty. */
export function textOf(record: SupportRecord | null, ...names: string[]): string | null {
  for (const name of names) {
    const text = plainText(record?.values.get(name) ?? null);
    if (text !== "") return text;
  }
  return null;
}

/** The number of an attribute; null when not stated. */
export function numberOf(record: SupportRecord | null, name: string): number | null {
  const text = textOf(record, name);
  const number = text === null ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Record numbers that an attribute refers to: one, or those of its list. */
export function referencesOf(record: SupportRecord | null, name: string): number[] {
  const value = record?.values.get(name) ?? null;
  return (Array.isArray(value) ? value : [value]).flatMap((entry: StepValue) =>
    entry !== null && typeof entry === "object" && "id" in entry ? [entry.id] : [],
  );
}
