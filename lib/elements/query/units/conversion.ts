/*
 * The same quantity in another unit: 0.9 m is 900 mm. Only for queries, never for a table's values, which stay as the service stated them.
 * Understands the symbols of unit-symbol.ts. Shared with client code; pure.
 */
import { SI_PREFIXES, SUPERSCRIPTS } from "#lib/elements/units/unit-symbol.ts";
import { decimalOf } from "../decimal.ts";
import { UNIT_MAX } from "../types.ts";

/** A unit as a product of powers of base units, times a factor (a fraction, so that nothing is rounded). */
type Measure = {
  readonly powers: ReadonlyMap<string, number>;
  readonly above: bigint;
  readonly below: bigint;
};

type Atom = {
  readonly base: string;
  readonly power?: number;
  readonly above?: bigint;
  readonly below?: bigint;
};

/** Units that take an SI prefix. Each is a separate base unit: a file that states J does not mean N·m. */
const PREFIXED = new Set("m g s A Bq cd C F Gy H Hz J K lm lx mol N Ω Pa rad S Sv sr T V W Wb".split(" "));
/** Exact by definition: international yard and pound (1959). */
const OTHERS: Readonly<Record<string, Atom>> = {
  in: { base: "m", above: 254n, below: 10_000n },
  ft: { base: "m", above: 3048n, below: 10_000n },
  yd: { base: "m", above: 9144n, below: 10_000n },
  mi: { base: "m", above: 1_609_344n, below: 1000n },
  l: { base: "m", power: 3, below: 1000n },
  lb: { base: "g", above: 45_359_237n, below: 100_000n },
  min: { base: "s", above: 60n },
  h: { base: "s", above: 3600n },
  d: { base: "s", above: 86_400n },
};
const POWER_MAX = 9;
const PLACES_MAX = 30n;
/** Non-terminating decimals are rounded to this many digits. */
const DIGITS = 15;

/**
 * Converts a number to another unit: exactly, unless the result is a non-terminating decimal.
 * @param text a JSON number
 * @param from symbol of the number's unit
 * @param to symbol of the wanted unit
 * @returns null where the units measure different things, or a unit is not understood
 */
export function convertNumber(text: string, from: string, to: string): string | null {
  if (from === to) return text;
  const [one, other] = [parseUnit(from), parseUnit(to)];
  if (one === null || other === null || !isSameQuantity(one, other)) return null;
  return timesFraction(text, one.above * other.below, one.below * other.above);
}

function isSameQuantity(one: Measure, other: Measure): boolean {
  return (
    one.powers.size === other.powers.size &&
    [...one.powers].every(([base, power]) => other.powers.get(base) === power)
  );
}

/** Parses `kg/(m·s²)` and the like; null if not understood. */
function parseUnit(symbol: string): Measure | null {
  if (symbol.length > UNIT_MAX) return null;
  const [top = "", bottom, ...rest] = symbol.split("/");
  if (rest.length > 0) return null;
  const powers = new Map<string, number>();
  let [above, below] = [1n, 1n];
  const parts = [
    ...(top === "1" ? [] : top.split("·").map((part) => ({ part, sign: 1 }))),
    ...(bottom?.replace(/^\((.*)\)$/, "$1").split("·") ?? []).map((part) => ({ part, sign: -1 })),
  ];
  for (const { part, sign } of parts) {
    const [, name = "", raised = ""] = /^([^⁰¹²³⁴⁵⁶⁷⁸⁹]+)([⁰¹²³⁴⁵⁶⁷⁸⁹]?)$/.exec(part) ?? [];
    const atom = parseAtom(name);
    const size = raised === "" ? 1 : SUPERSCRIPTS.indexOf(raised);
    if (atom === null || size < 1 || size > POWER_MAX) return null;
    const power = (powers.get(atom.base) ?? 0) + sign * size * (atom.power ?? 1);
    powers.set(atom.base, power);
    if (power === 0) powers.delete(atom.base);
    const [up, down] = sign > 0 ? [atom.above, atom.below] : [atom.below, atom.above];
    above *= (up ?? 1n) ** BigInt(size);
    below *= (down ?? 1n) ** BigInt(size);
  }
  return { powers, above, below };
}

function parseAtom(name: string): Atom | null {
  const other = OTHERS[name];
  if (other !== undefined) return other;
  if (PREFIXED.has(name)) return { base: name };
  for (const [prefix, exponent] of Object.values(SI_PREFIXES)) {
    const base = name.slice(prefix.length);
    if (!name.startsWith(prefix) || !PREFIXED.has(base)) continue;
    const factor = 10n ** BigInt(Math.abs(exponent));
    return exponent > 0 ? { base, above: factor } : { base, below: factor };
  }
  return null;
}

function timesFraction(text: string, above: bigint, below: bigint): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/.exec(decimalOf(text) ?? "");
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction) * above;
  const shift = Number(exponent) - fraction.length;
  for (let places = 0n; places <= PLACES_MAX; places++) {
    const scaled = digits * 10n ** places;
    if (scaled % below === 0n)
      return decimalOf(`${sign}${String(scaled / below)}e${String(shift - Number(places))}`);
  }
  const rounded = (Number(text) * Number(above)) / Number(below);
  return Number.isFinite(rounded) ? String(Number(rounded.toPrecision(DIGITS))) : null;
}
