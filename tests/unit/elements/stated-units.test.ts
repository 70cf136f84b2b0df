import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRawAnswer, type RawAnswerOptions } from "#lib/elements/read/raw-answer.ts";
import type { StatedUnits } from "#lib/elements/units/stated-units.ts";
import { TableFrame } from "#lib/elements/units/table-frame.ts";
import { unitSymbol, type RawUnit } from "#lib/elements/units/unit-symbol.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { cutAt, streamOf, utf8 } from "./table.ts";

const MILLIMETRE = { name: "METRE", prefix: "MILLI", unit_type: "LENGTHUNIT", elements: [] };
const METRE = { name: "METRE", prefix: null, unit_type: "LENGTHUNIT", elements: [] };

const TABLES = {
  units: [MILLIMETRE, METRE],
  definitions: [
    { name: "OverallHeight", type: "Attribute", value_type: "IfcPositiveLengthMeasure", unit_id: 0 },
    { name: "Width", type: "IfcPropertySingleValue", value_type: "IfcLengthMeasure", unit_id: 0 },
    { name: "Width", type: "IfcPropertySingleValue", value_type: "IfcLengthMeasure", unit_id: 1 },
    { name: "FireRating", type: "IfcPropertySingleValue", value_type: "IfcLabel", unit_id: null },
  ],
  property_sets: [
    { name: "attributes", type: "IfcDoor", properties: [{ value: 2100, def_id: 0 }] },
    { name: "Frame", properties: [{ value: 80, def_id: 1 }] },
    { name: "Leaf", properties: [{ value: 0.9, def_id: 2 }] },
    { name: "Mixed", properties: [{ value: 1, def_id: 1 }] },
    { name: "Mixed", properties: [{ value: 2, def_id: 2 }] },
    { name: "Empty", properties: [{ value: null, def_id: 1 }] },
    { name: "Pset_DoorCommon", properties: [{ value: 'a "comma", }] and ü', def_id: 3 }] },
  ],
  elements: [{ uuid: "x", attributes: 0, psets: [1] }],
};

const readUnits = async (text: string, options?: RawAnswerOptions, cutPlace = 0): Promise<StatedUnits> =>
  (await readRawAnswer(streamOf(cutAt(utf8(text), [cutPlace])), options)).units;

const read = (value: unknown): Promise<StatedUnits> => readUnits(JSON.stringify(value));

describe("units of a raw answer", () => {
  it("belong to a set and a property; attributes and sets are told apart", async () => {
    const units = await read(TABLES);
    expect(units("", "OverallHeight")).toEqual({ unit: "mm", valueType: "IfcPositiveLengthMeasure" });
    expect(units("Frame", "Width")).toEqual({ unit: "mm", valueType: "IfcLengthMeasure" });
    expect(units("Leaf", "Width")).toEqual({ unit: "m", valueType: "IfcLengthMeasure" });
    expect(units("Pset_DoorCommon", "FireRating")).toEqual({ unit: null, valueType: "IfcLabel" });
    expect(units("attributes", "OverallHeight")).toBeNull();
    expect(units("Frame", "OverallHeight")).toBeNull();
  });

  it("are not claimed where elements state different ones, or only for properties without a value", async () => {
    const units = await read(TABLES);
    expect(units("Mixed", "Width")).toEqual({ unit: undefined, valueType: "IfcLengthMeasure" });
    expect(units("Empty", "Width")).toBeNull();
  });

  it("hold for the numbered sets and properties that simple answers make of repeated names", async () => {
    const units = await read(TABLES);
    expect(units("Frame (2)", "Width")?.unit).toBe("mm");
    expect(units("Frame", "Width (3)")?.unit).toBe("mm");
    expect(units("Frame 2", "Width")).toBeNull();
  });

  it("are found in whatever order the tables come, and wherever the bytes are cut", async () => {
    const orders = [TABLES, Object.fromEntries(Object.entries(TABLES).toReversed())];
    for (const tables of orders) {
      const text = JSON.stringify(tables, null, 1);
      for (let place = 1; place < Buffer.byteLength(text); place += 1) {
        const units = await readUnits(text, {}, place);
        const found = [units("Leaf", "Width")?.unit, units("", "OverallHeight")?.unit];
        expect(found, String(place)).toEqual(["m", "mm"]);
      }
    }
  });

  it("of too many sets are those on which all definitions of a name agree", async () => {
    const bytesMax = JSON.stringify({ units: TABLES.units, definitions: TABLES.definitions }).length;
    const text = JSON.stringify(TABLES);
    const units = await readUnits(text, { unitBytesMax: bytesMax }, bytesMax + 40);
    expect(units("", "OverallHeight")).toEqual({ unit: "mm", valueType: "IfcPositiveLengthMeasure" });
    expect(units("Leaf", "Width")).toEqual({ unit: null, valueType: "IfcLengthMeasure" });
  });

  it.each([
    ["cut in the middle", JSON.stringify(TABLES).slice(0, 600)],
    ["nothing", ""],
    ["a page for people", "<!doctype html><title>Sign in</title>"],
    ["definitions without names", JSON.stringify({ ...TABLES, definitions: [{}] })],
    ["sets without properties", JSON.stringify({ ...TABLES, property_sets: [{ name: "x" }] })],
    ["entries that are no objects", JSON.stringify({ ...TABLES, property_sets: [7] })],
    ["a definition that is not there", JSON.stringify({ ...TABLES, definitions: [] })],
  ])("are refused, not guessed, when the answer is %s", async (_, text) => {
    await expect(readUnits(text)).rejects.toThrow();
  });

  it("are none when the answer has no table of them", async () => {
    expect((await read({}))("Frame", "Width")).toBeNull();
  });
});

describe("an object of tables", () => {
  it("gives the items that JSON.parse gives, whatever else stands in it and wherever it is cut", () => {
    const anything = fc.jsonValue({ maxDepth: 4 });
    const objects = fc.dictionary(fc.constantFrom("wanted", "other", 'wan"ted', "x"), anything, {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(
        objects,
        fc.array(fc.nat(400), { maxLength: 5 }),
        fc.boolean(),
        (value, places, isSpaced) => {
          const items: unknown[] = [];
          const frame = new TableFrame(["wanted"], (_, item) => items.push(item), 1_000_000);
          const bytes = Buffer.from(JSON.stringify(value, null, isSpaced ? 2 : 0));
          for (const piece of cutAt(bytes, places)) if (piece.length > 0) frame.push(piece);
          expect(frame.hasWhole(["wanted"])).toBe(true);
          const table = Object.hasOwn(value, "wanted") ? value["wanted"] : [];
          const isTable = typeof table === "object" && table !== null;
          expect(frame.has("wanted")).toBe(isTable && Object.hasOwn(value, "wanted"));
          // An object counts as one item.
          const found = Array.isArray(table) ? table : isTable ? [table] : [];
          expect(items).toEqual(JSON.parse(JSON.stringify(found)));
        },
      ),
      { numRuns: repeatsOf(2_000, 500) },
    );
  });

  it("refuses an item beyond the limit instead of holding it", () => {
    const frame = new TableFrame(["wanted"], () => undefined, 100);
    frame.push(Buffer.from('{"wanted":["'));
    expect(() => {
      for (let at = 0; at < 20; at += 1) frame.push(Buffer.alloc(10, 0x61));
    }).toThrow(RangeError);
  });
});

describe("a unit as people write it", () => {
  const unit = (name: string | null, prefix: string | null = null, unitType = "LENGTHUNIT"): RawUnit => ({
    name,
    prefix,
    unitType,
    elements: [],
  });
  const derived = (...elements: [unit: number, exponent: number][]): RawUnit => ({
    ...unit(null, null, "THERMALTRANSMITTANCEUNIT"),
    elements: elements.map(([at, exponent]) => ({ unit: at, exponent })),
  });
  const base = [unit("WATT"), unit("SQUARE_METRE"), unit("KELVIN"), unit("METRE")];

  it.each([
    [unit("METRE", "MILLI"), "mm"],
    [unit("SQUARE_METRE"), "m²"],
    [unit("CUBIC_METRE", "DECI"), "dm³"],
    [unit("GRAM", "KILO"), "kg"],
    [unit("DEGREE_CELSIUS"), "°C"],
    [unit("DEGREE"), "°"],
    [unit("FOOT"), "ft"],
    [unit("Bushel"), "Bushel"],
    [unit("EUR", null, "MONETARYUNIT"), "EUR"],
    [unit(null, null, "USERDEFINED"), "USERDEFINED"],
    [derived([0, 1], [1, -1], [2, -1]), "W/(m²·K)"],
    [derived([0, 1], [3, -1], [3, -1]), "W/m²"],
    [derived([1, 2]), "(m²)²"],
    [derived([3, -1]), "1/m"],
    [derived([9, 1]), "THERMALTRANSMITTANCEUNIT"],
  ])("%j is %s", (stated, symbol) => {
    expect(unitSymbol([...base, stated], base.length)).toBe(symbol);
  });

  it("ends for units that are made of themselves", () => {
    expect(unitSymbol([derived([0, 1])], 0)).toBe("THERMALTRANSMITTANCEUNIT");
  });
});
