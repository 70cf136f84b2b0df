/*
 * Units of an `element/raw` answer as people write them: `mm`, `m²`, `kg/m³`. Nothing is converted; a unit unknown here keeps the name from
 * the answer.
 */

/** A row of the table `units` (docs/service "Raw elements"), as far as needed. `unit` is a position in that table. */
export type RawUnit = {
  readonly name: string | null;
  readonly prefix: string | null;
  readonly unitType: string | null;
  /** The parts of a derived unit. */
  readonly elements: readonly { readonly unit: number; readonly exponent: number }[];
};

/** IfcSIUnitName (IFC4X3_ADD2, IfcMeasureResource). */
const SI_NAMES: Readonly<Record<string, string>> = {
  AMPERE: "A",
  BECQUEREL: "Bq",
  CANDELA: "cd",
  COULOMB: "C",
  CUBIC_METRE: "m³",
  DEGREE_CELSIUS: "°C",
  FARAD: "F",
  GRAM: "g",
  GRAY: "Gy",
  HENRY: "H",
  HERTZ: "Hz",
  JOULE: "J",
  KELVIN: "K",
  LUMEN: "lm",
  LUX: "lx",
  METRE: "m",
  MOLE: "mol",
  NEWTON: "N",
  OHM: "Ω",
  PASCAL: "Pa",
  RADIAN: "rad",
  SECOND: "s",
  SIEMENS: "S",
  SIEVERT: "Sv",
  SQUARE_METRE: "m²",
  STERADIAN: "sr",
  TESLA: "T",
  VOLT: "V",
  WATT: "W",
  WEBER: "Wb",
};

/** IfcSIPrefix: the symbol, and the power of ten that it stands for. */
export const SI_PREFIXES: Readonly<Record<string, readonly [symbol: string, exponent: number]>> = {
  EXA: ["E", 18],
  PETA: ["P", 15],
  TERA: ["T", 12],
  GIGA: ["G", 9],
  MEGA: ["M", 6],
  KILO: ["k", 3],
  HECTO: ["h", 2],
  DECA: ["da", 1],
  DECI: ["d", -1],
  CENTI: ["c", -2],
  MILLI: ["m", -3],
  MICRO: ["µ", -6],
  NANO: ["n", -9],
  PICO: ["p", -12],
  FEMTO: ["f", -15],
  ATTO: ["a", -18],
};

/** Names of conversion-based units that files use (IfcConversionBasedUnit), in lower case. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  degree: "°",
  inch: "in",
  foot: "ft",
  yard: "yd",
  mile: "mi",
  "square inch": "in²",
  "square foot": "ft²",
  "square yard": "yd²",
  "cubic inch": "in³",
  "cubic foot": "ft³",
  "cubic yard": "yd³",
  litre: "l",
  pound: "lb",
  minute: "min",
  hour: "h",
  day: "d",
};

export const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** How deep units may nest: no valid unit nests deeper, and a circle must end. */
const DEPTH_MAX = 4;

/** The unit at a position of the table; null when there is none or it has no name. */
export function unitSymbol(units: readonly RawUnit[], at: number, depth = 0): string | null {
  const unit = units[at];
  if (unit === undefined || depth > DEPTH_MAX) return null;
  if (unit.elements.length > 0) return productOf(units, unit.elements, depth) ?? unit.unitType;
  const { name, prefix, unitType } = unit;
  if (name === null) return unitType;
  const si = SI_NAMES[name.toUpperCase()];
  const prefixSymbol = prefix === null ? "" : SI_PREFIXES[prefix.toUpperCase()]?.[0];
  if (si !== undefined && prefixSymbol !== undefined) return `${prefixSymbol}${si}`;
  const known = OTHER_NAMES[name.toLowerCase()] ?? name;
  return prefix === null ? known : `${prefix} ${known}`;
}

/** `kg/(m·s²)`: the parts as the file states them, equal parts combined, nothing cancelled. */
function productOf(units: readonly RawUnit[], elements: RawUnit["elements"], depth: number): string | null {
  const exponents = new Map<string, number>();
  for (const { unit, exponent } of elements) {
    const symbol = unitSymbol(units, unit, depth + 1);
    if (symbol === null) return null;
    exponents.set(symbol, (exponents.get(symbol) ?? 0) + exponent);
  }
  const above = [...exponents].filter(([, exponent]) => exponent > 0).map(power);
  const below = [...exponents].filter(([, exponent]) => exponent < 0).map(power);
  const top = above.length === 0 ? "1" : above.join("·");
  if (below.length === 0) return above.length === 0 ? null : top;
  return `${top}/${below.length === 1 ? below.join("") : `(${below.join("·")})`}`;
}

function power([symbol, exponent]: readonly [string, number]): string {
  const size = Math.abs(exponent);
  if (size === 1) return symbol;
  const raised = [...String(size)].map((digit) => SUPERSCRIPTS[Number(digit)] ?? "^").join("");
  // "m³" squared would read as m³²; brackets prevent this.
  return `${/[²³]$/.test(symbol) ? `(${symbol})` : symbol}${raised}`;
}
