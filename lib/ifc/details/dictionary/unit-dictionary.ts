// The units of a model as records (model/units.ts has their symbols): the project's own, and those that single properties state. What a
// file does not state is null; nothing is converted.
import type { SupportRecord, SupportRecords } from "../../model/support-records.ts";
import { unitTypeOfMeasure } from "../../model/units.ts";
import type { UnitDetail } from "../index.ts";
import { numberOf, referencesOf, textOf, type DetailRecords } from "../records.ts";

const DEPTH_MAX = 8;
const EXPONENTS = [
  "LengthExponent",
  "MassExponent",
  "TimeExponent",
  "ElectricCurrentExponent",
  "ThermodynamicTemperatureExponent",
  "AmountOfSubstanceExponent",
  "LuminousIntensityExponent",
];

/** Exponents of SI units by name (ISO 10303-41, function dimensions_for_si_unit), which files leave out (`*`). */
const SI_DIMENSIONS: Readonly<Record<string, readonly number[]>> = {
  METRE: [1, 0, 0, 0, 0, 0, 0], SQUARE_METRE: [2, 0, 0, 0, 0, 0, 0], CUBIC_METRE: [3, 0, 0, 0, 0, 0, 0],
  GRAM: [0, 1, 0, 0, 0, 0, 0], SECOND: [0, 0, 1, 0, 0, 0, 0], AMPERE: [0, 0, 0, 1, 0, 0, 0],
  KELVIN: [0, 0, 0, 0, 1, 0, 0], MOLE: [0, 0, 0, 0, 0, 1, 0], CANDELA: [0, 0, 0, 0, 0, 0, 1],
  RADIAN: [0, 0, 0, 0, 0, 0, 0], STERADIAN: [0, 0, 0, 0, 0, 0, 0], HERTZ: [0, 0, -1, 0, 0, 0, 0],
  NEWTON: [1, 1, -2, 0, 0, 0, 0], PASCAL: [-1, 1, -2, 0, 0, 0, 0], JOULE: [2, 1, -2, 0, 0, 0, 0],
  WATT: [2, 1, -3, 0, 0, 0, 0], COULOMB: [0, 0, 1, 1, 0, 0, 0], VOLT: [2, 1, -3, -1, 0, 0, 0],
  FARAD: [-2, -1, 4, 2, 0, 0, 0], OHM: [2, 1, -3, -2, 0, 0, 0], SIEMENS: [-2, -1, 3, 2, 0, 0, 0],
  WEBER: [2, 1, -2, -1, 0, 0, 0], TESLA: [0, 1, -2, -1, 0, 0, 0], HENRY: [2, 1, -2, -2, 0, 0, 0],
  DEGREE_CELSIUS: [0, 0, 0, 0, 1, 0, 0], LUMEN: [0, 0, 0, 0, 0, 0, 1], LUX: [-2, 0, 0, 0, 0, 0, 1],
  BECQUEREL: [0, 0, -1, 0, 0, 0, 0], GRAY: [2, 0, -2, 0, 0, 0, 0], SIEVERT: [2, 0, -2, 0, 0, 0, 0],
}; // oxfmt-ignore

export class UnitDictionary {
  readonly entries: UnitDetail[] = [];
  private readonly records: DetailRecords;
  private readonly byRecord = new Map<number, number>();
  /** Positions of the project's units by what they measure. */
  private readonly project = new Map<string, number>();

  /** Takes the project's units first, in the order of their assignment. */
  constructor(records: DetailRecords, support: SupportRecords) {
    this.records = records;
    const [projectRecord] = support.iterate("IfcProject");
    const [first] = support.iterate("IfcUnitAssignment");
    const [assigned] = referencesOf(projectRecord ?? null, "UnitsInContext");
    const assignment = records.find(assigned ?? null) ?? first ?? null;
    for (const id of referencesOf(assignment, "Units")) {
      const at = this.position(id);
      const unit = at === null ? undefined : this.entries[at];
      if (at === null || !unit) continue;
      unit.isDefault = true;
      const unitType = unit.unitType ?? "";
      if (!this.project.has(unitType)) this.project.set(unitType, at);
    }
  }

  /** The position of the unit in record `id`; null when the record is not a unit. */
  position(id: number, depth = 0): number | null {
    const known = this.byRecord.get(id);
    if (known !== undefined) return known;
    const record = depth < DEPTH_MAX ? this.records.find(id) : null;
    if (!record || !/^Ifc(\w*Unit|ConversionBasedUnitWithOffset)$/.test(record.className)) return null;
    const unit = this.describe(record, depth);
    this.entries.push(unit);
    this.byRecord.set(id, this.entries.length - 1);
    return this.entries.length - 1;
  }

  /** The position of the project's unit for values of a measure type; null when none is stated. */
  positionForMeasure(valueType: string): number | null {
    const unitType = unitTypeOfMeasure(valueType);
    return unitType === null ? null : (this.project.get(unitType) ?? null);
  }

  private describe(record: SupportRecord, depth: number): UnitDetail {
    const stated = textOf(record, "UnitType");
    const unit: UnitDetail = {
      type: record.className,
      name: textOf(record, "Name", "Currency"),
      unitType: stated === "USERDEFINED" ? (textOf(record, "UserDefinedType") ?? stated) : stated,
      prefix: textOf(record, "Prefix"),
      dimensions: this.dimensionsOf(record),
      conversionFactor: null,
      conversionBase: null,
      elements: null,
      isDefault: false,
    };
    if (record.className === "IfcMonetaryUnit") unit.unitType = "MONETARYUNIT";
    if (record.className.startsWith("IfcConversionBasedUnit")) {
      const [measureId] = referencesOf(record, "ConversionFactor");
      const measure = this.records.find(measureId ?? null);
      unit.conversionFactor = numberOf(measure, "ValueComponent");
      const [baseId] = referencesOf(measure, "UnitComponent");
      unit.conversionBase = baseId === undefined ? null : this.position(baseId, depth + 1);
    }
    if (record.className === "IfcDerivedUnit") unit.elements = this.elementsOf(record, depth);
    return unit;
  }

  private elementsOf(record: SupportRecord, depth: number): UnitDetail["elements"] {
    return referencesOf(record, "Elements").flatMap((id) => {
      const element = this.records.find(id);
      const [unitId] = referencesOf(element, "Unit");
      const unit = unitId === undefined ? null : this.position(unitId, depth + 1);
      const exponent = numberOf(element, "Exponent");
      return unit === null || exponent === null ? [] : [{ unit, exponent }];
    });
  }

  private dimensionsOf(record: SupportRecord): number[] | null {
    if (record.className === "IfcSIUnit") {
      const known = SI_DIMENSIONS[textOf(record, "Name") ?? ""];
      return known ? [...known] : null;
    }
    const [id] = referencesOf(record, "Dimensions");
    const dimensions = this.records.find(id ?? null);
    return dimensions ? EXPONENTS.map((name) => numberOf(dimensions, name) ?? 0) : null;
  }
}
