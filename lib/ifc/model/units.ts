// Names the units of a file as people write them: mm, m², W/(m²·K), EUR. Units are never converted and never guessed: without a stated unit
// there is none.
import type { ProjectUnit } from "../model-index.ts";
import { plainText, referenceOf, type SupportRecord, type SupportRecords } from "./support-records.ts";

const PREFIXES: Record<string, string> = {
  EXA: "E", PETA: "P", TERA: "T", GIGA: "G", MEGA: "M", KILO: "k", HECTO: "h", DECA: "da",
  DECI: "d", CENTI: "c", MILLI: "m", MICRO: "µ", NANO: "n", PICO: "p", FEMTO: "f", ATTO: "a",
}; // oxfmt-ignore

const SI_SYMBOLS: Record<string, string> = {
  AMPERE: "A", BECQUEREL: "Bq", CANDELA: "cd", COULOMB: "C", CUBIC_METRE: "m³", DEGREE_CELSIUS: "°C", FARAD: "F",
  GRAM: "g", GRAY: "Gy", HENRY: "H", HERTZ: "Hz", JOULE: "J", KELVIN: "K", LUMEN: "lm", LUX: "lx", METRE: "m",
  MOLE: "mol", NEWTON: "N", OHM: "Ω", PASCAL: "Pa", RADIAN: "rad", SECOND: "s", SIEMENS: "S", SIEVERT: "Sv",
  SQUARE_METRE: "m²", STERADIAN: "sr", TESLA: "T", VOLT: "V", WATT: "W", WEBER: "Wb",
}; // oxfmt-ignore

const CONVERSION_SYMBOLS: Record<string, string> = {
  DEGREE: "°", INCH: "in", FOOT: "ft", YARD: "yd", MILE: "mi", "SQUARE INCH": "in²", "SQUARE FOOT": "ft²",
  "CUBIC INCH": "in³", "CUBIC FOOT": "ft³", POUND: "lb", MINUTE: "min", HOUR: "h", DAY: "d", LITRE: "l", ACRE: "acre",
}; // oxfmt-ignore

const SUPERSCRIPTS: Record<string, string> = { "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶" };

/** Measures whose unit type is not simply their name in capitals. */
const UNIT_TYPE_BY_MEASURE: Record<string, string> = {
  IfcPositiveLengthMeasure: "LENGTHUNIT",
  IfcNonNegativeLengthMeasure: "LENGTHUNIT",
  IfcPositivePlaneAngleMeasure: "PLANEANGLEUNIT",
  IfcMonetaryMeasure: "MONETARYUNIT",
};

/** The unit type of a measure type: IfcLengthMeasure → LENGTHUNIT; null for types that are not measures. */
export function unitTypeOfMeasure(valueType: string): string | null {
  if (!valueType.endsWith("Measure")) return null;
  return UNIT_TYPE_BY_MEASURE[valueType] ?? `${valueType.slice(3, -"Measure".length).toUpperCase()}UNIT`;
}

export class Units {
  private readonly records: SupportRecords;
  private readonly symbols = new Map<number, string>();
  /** The project's units by what they measure. */
  readonly project: ReadonlyMap<string, ProjectUnit>;

  constructor(records: SupportRecords) {
    this.records = records;
    this.project = this.readProjectUnits();
  }

  /** The symbol of the unit record with this number; empty when it is not a unit. */
  symbol(id: number): string {
    let symbol = this.symbols.get(id);
    if (symbol === undefined) {
      const record = this.records.find(id);
      symbol = record ? this.symbolOf(record, 0) : "";
      if (this.symbols.size < 10_000) this.symbols.set(id, symbol);
    }
    return symbol;
  }

  /** The project's unit for values of a measure type such as IfcLengthMeasure, or null when none is stated. */
  findSymbolForMeasure(valueType: string): string | null {
    const unitType = unitTypeOfMeasure(valueType);
    return unitType === null ? null : (this.project.get(unitType)?.symbol ?? null);
  }

  private readProjectUnits(): Map<string, ProjectUnit> {
    const units = new Map<string, ProjectUnit>();
    const [project] = this.records.iterate("IfcProject");
    const assigned = referenceOf(project?.values.get("UnitsInContext") ?? null);
    const [firstAssignment] = this.records.iterate("IfcUnitAssignment");
    const assignment = (assigned === null ? null : this.records.find(assigned)) ?? firstAssignment;
    const list = assignment?.values.get("Units") ?? null;
    for (const entry of Array.isArray(list) ? list : []) {
      const id = referenceOf(entry);
      const record = id === null ? null : this.records.find(id);
      if (!record || id === null) continue;
      const kind = kindOf(record.className);
      const stated = plainText(record.values.get("UnitType") ?? null);
      const unitType =
        kind === "monetary"
          ? "MONETARYUNIT"
          : stated === "USERDEFINED"
            ? plainText(record.values.get("UserDefinedType") ?? null)
            : stated;
      const symbol = this.symbol(id);
      if (kind && symbol !== "" && !units.has(unitType)) units.set(unitType, { unitType, symbol, kind });
    }
    return units;
  }

  private symbolOf(record: SupportRecord, depth: number): string {
    const get = (name: string): string => plainText(record.values.get(name) ?? null);
    switch (kindOf(record.className)) {
      case "si": {
        const name = get("Name");
        return (PREFIXES[get("Prefix")] ?? "") + (SI_SYMBOLS[name] ?? name.toLowerCase());
      }
      case "conversion":
        return CONVERSION_SYMBOLS[get("Name").toUpperCase()] ?? get("Name");
      case "context":
        return get("Name");
      case "monetary":
        return get("Currency");
      case "derived":
        return depth < 4 ? this.derivedSymbol(record, depth) : "";
      case null:
        return "";
    }
  }

  private derivedSymbol(record: SupportRecord, depth: number): string {
    const elements = record.values.get("Elements") ?? null;
    const above: string[] = [];
    const below: string[] = [];
    for (const entry of (Array.isArray(elements) ? elements : []).slice(0, 20)) {
      const element = this.records.find(referenceOf(entry) ?? 0);
      const unit = this.records.find(referenceOf(element?.values.get("Unit") ?? null) ?? 0);
      const exponent = Number(plainText(element?.values.get("Exponent") ?? null));
      if (!unit || !Number.isInteger(exponent) || exponent === 0) continue;
      const symbol = this.symbolOf(unit, depth + 1);
      (exponent > 0 ? above : below).push(raise(symbol, Math.abs(exponent)));
    }
    const divisor = below.length > 1 ? `(${below.join("·")})` : below.join("");
    const dividend = above.length === 0 ? "1" : above.join("·");
    return below.length === 0 ? above.join("·") : `${dividend}/${divisor}`;
  }
}

function raise(symbol: string, exponent: number): string {
  if (exponent === 1) return symbol;
  return `${symbol}${SUPERSCRIPTS[String(exponent)] ?? `^${exponent}`}`;
}

function kindOf(className: string): ProjectUnit["kind"] | null {
  if (className === "IfcSIUnit") return "si";
  if (className.startsWith("IfcConversionBasedUnit")) return "conversion";
  if (className === "IfcContextDependentUnit") return "context";
  if (className === "IfcDerivedUnit") return "derived";
  return className === "IfcMonetaryUnit" ? "monetary" : null;
}
