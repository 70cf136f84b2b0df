// Writes the value of one property or quantity as JSON, by its kind, and returns its type and unit. docs/decisions/0005 describes the
// mapping. Works inside one record; the set writer handles names, sets and merging.
import { CLOSE, COMMA, OPEN } from "../step/bytes.ts";
import { CATEGORY } from "./tables/class-table.ts";
import type { Meanings } from "./meanings.ts";
import { packMeta } from "./definitions.ts";
import type { SupportRecords } from "./support-records.ts";
import { referenceOf } from "./support-records.ts";
import { ABSENT, DAMAGED, REFERENCE, type Transcoder } from "./transcoder.ts";

const KIND_CODE: Partial<Record<number, number>> = {
  [CATEGORY.single]: 0,
  [CATEGORY.enumerated]: 1,
  [CATEGORY.list]: 2,
  [CATEGORY.bounded]: 3,
  [CATEGORY.table]: 4,
  [CATEGORY.reference]: 5,
  [CATEGORY.quantity]: 6,
};

export class PropertyValues {
  private readonly transcoder: Transcoder;
  private readonly meanings: Meanings;
  private readonly support: SupportRecords;
  private readonly enumerationUnits = new Map<number, number>();

  constructor(transcoder: Transcoder, meanings: Meanings, support: SupportRecords) {
    this.transcoder = transcoder;
    this.meanings = meanings;
    this.support = support;
  }

  /**
   * Writes the value; the transcoder must be after the comma that follows the description.
   * @param quantityType number of the value type of a quantity's class
   * @returns the definition's meta number (kind, type, unit), or -1 when the record is damaged
   */
  write(category: number, quantityType: number): number {
    const kind = KIND_CODE[category] ?? 0;
    switch (category) {
      case CATEGORY.single:
      case CATEGORY.list:
        return this.writeSingle(kind);
      case CATEGORY.quantity:
        return this.writeQuantity(kind, quantityType);
      case CATEGORY.enumerated:
        return this.writeEnumerated(kind);
      case CATEGORY.bounded:
        return this.writeBounded(kind);
      case CATEGORY.table:
        return this.writeTable(kind);
      default:
        return this.writeReference(kind);
    }
  }

  private writeSingle(kind: number): number {
    const t = this.transcoder;
    const start = t.length;
    const found = t.value();
    if (found === DAMAGED) return -1;
    const type = this.takeType();
    const reference = t.reference;
    let unit = 0;
    if (t.takeComma()) unit = this.takeUnit();
    const behind = t.peek();
    if (behind !== CLOSE && behind !== COMMA) return -1;
    if (found === REFERENCE) {
      // Describing reads other records, so this record must not be needed afterwards.
      t.length = start;
      t.appendText(this.support.describe(reference));
    }
    return packMeta(kind, type, unit);
  }

  /** IfcQuantityLength(Name, Description, Unit, LengthValue, Formula). */
  private writeQuantity(kind: number, quantityType: number): number {
    const t = this.transcoder;
    const unit = this.takeUnit();
    if (!t.takeComma()) return -1;
    const start = t.length;
    const found = t.value();
    if (found === DAMAGED) return -1;
    if (found === REFERENCE) {
      t.length = start;
      t.literal("null");
    }
    return packMeta(kind, quantityType, unit);
  }

  /** IfcPropertyEnumeratedValue(Name, Description, EnumerationValues, EnumerationReference). */
  private writeEnumerated(kind: number): number {
    const t = this.transcoder;
    if (t.value() === DAMAGED) return -1;
    const type = this.takeType();
    const enumeration = t.takeComma() ? t.readReference() : 0;
    return packMeta(kind, type, enumeration === 0 ? 0 : this.unitOfEnumeration(enumeration));
  }

  /** IfcPropertyBoundedValue(Name, Description, UpperBoundValue, LowerBoundValue, Unit, SetPointValue). */
  private writeBounded(kind: number): number {
    const t = this.transcoder;
    const upper = t.at;
    t.skipArgument();
    if (!t.takeComma()) return -1;
    const start = t.length;
    t.literal("[");
    const foundLower = t.value();
    let type = this.takeType();
    const unit = t.takeComma() ? this.takeUnit() : 0;
    const setPoint = t.takeComma() ? t.at : -1;
    t.literal(",");
    t.at = upper;
    const foundUpper = t.value();
    type ||= this.takeType();
    t.literal(",");
    let foundSetPoint = ABSENT;
    if (setPoint >= 0) {
      t.at = setPoint;
      foundSetPoint = t.value();
      type ||= this.takeType();
    } else t.literal("null");
    t.literal("]");
    if (foundLower === DAMAGED || foundUpper === DAMAGED || foundSetPoint === DAMAGED) return -1;
    if (foundLower === ABSENT && foundUpper === ABSENT && foundSetPoint === ABSENT) {
      t.length = start;
      t.literal("null");
    }
    return packMeta(kind, type, unit);
  }

  /** IfcPropertyTableValue(Name, Description, DefiningValues, DefinedValues, Expression, DefiningUnit, DefinedUnit, …). */
  private writeTable(kind: number): number {
    const t = this.transcoder;
    const start = t.length;
    const defining = t.at;
    t.skipArgument();
    if (!t.takeComma()) return -1;
    const defined = t.at;
    t.skipArgument();
    const end = t.at;
    t.at = defining;
    let definingAt = t.take(OPEN) && t.peek() !== CLOSE ? t.at : -1;
    t.at = defined;
    let definedAt = t.take(OPEN) && t.peek() !== CLOSE ? t.at : -1;
    let type = 0;
    let rows = 0;
    t.literal("[");
    while (definingAt >= 0 || definedAt >= 0) {
      t.literal(rows++ === 0 ? "[" : ",[");
      definingAt = this.writeMember(definingAt);
      t.literal(",");
      definedAt = this.writeMember(definedAt);
      type ||= this.takeType();
      t.literal("]");
      if (definingAt === -2 || definedAt === -2) return -1;
    }
    t.literal("]");
    if (rows === 0) {
      t.length = start;
      t.literal("null");
    }
    t.at = end;
    // After the defined values: expression, unit of the defining values, unit of the defined values.
    let unit = 0;
    for (let skipped = 0; skipped < 2 && t.takeComma(); skipped++) t.skipArgument();
    if (t.takeComma()) unit = this.takeUnit();
    return packMeta(kind, type, unit);
  }

  /**
   * Writes one member of a list, or null when the list has ended.
   * @returns where the next member begins, -1 at the end of the list, -2 when the list is damaged
   */
  private writeMember(at: number): number {
    const t = this.transcoder;
    if (at < 0) {
      t.literal("null");
      return -1;
    }
    t.at = at;
    if (t.value() === DAMAGED) return -2;
    if (t.takeComma()) return t.at;
    return t.peek() === CLOSE ? -1 : -2;
  }

  /** IfcPropertyReferenceValue(Name, Description, UsageName, PropertyReference). */
  private writeReference(kind: number): number {
    const t = this.transcoder;
    t.skipArgument();
    if (!t.takeComma()) return -1;
    const id = t.readReference();
    if (id === 0) t.literal("null");
    else t.appendText(this.support.describe(id));
    return packMeta(kind, 0, 0);
  }

  private takeType(): number {
    const t = this.transcoder;
    return t.typeHash === 0 ? 0 : this.meanings.typeOf(t.typeHash, t.input, t.typeStart, t.typeEnd);
  }

  /** Reads a unit argument: `$` or a reference. */
  private takeUnit(): number {
    const t = this.transcoder;
    const id = t.readReference();
    if (id !== 0) return this.meanings.unitOf(id);
    t.skipArgument();
    return 0;
  }

  private unitOfEnumeration(id: number): number {
    const known = this.enumerationUnits.get(id);
    if (known !== undefined) return known;
    const enumeration = this.support.find(id);
    const unitId = referenceOf(enumeration?.values.get("Unit"));
    const unit = unitId === null ? 0 : this.meanings.unitOf(unitId);
    if (this.enumerationUnits.size < 10_000) this.enumerationUnits.set(id, unit);
    return unit;
  }
}
