import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headingOf } from "#lib/elements/files/column-heading.ts";
import { readTable, type Table } from "./table.ts";

const headings = (table: Table): string[] => table.columns.map(headingOf);
const number = (text: string): { kind: "number"; text: string } => ({ kind: "number", text });

describe("elements and their columns", () => {
  it("keeps missing, no value, empty text and values apart, and counts them", async () => {
    const table = await readTable(
      '{"a":{"s":{"p":null,"q":"x"}},"b":{"s":{"p":"","q":2}},"c":{"s":{"p":"longer"}},"d":{"s":{"p":true,"q":[1]}}}',
    );
    expect(table.rows.map((row) => row.cells)).toEqual([
      [null, "x"],
      ["", number("2")],
      ["longer", undefined],
      [true, { kind: "list", text: "[1]" }],
    ]);
    expect(table.columns).toMatchObject([
      {
        fill: { present: 2, emptyText: 1, null: 1, missing: 0 },
        kinds: { string: 2, number: 0, boolean: 1, list: 0, object: 0, null: 1 },
        textLengthMax: 6,
      },
      { fill: { present: 3, emptyText: 0, null: 0, missing: 1 }, kinds: { string: 1, number: 1, list: 1 } },
    ]);
  });

  it("puts attributes first, then set by set, each property near where its element has it", async () => {
    const table = await readTable(
      '{"a":{"B":{"x":1,"z":1},"attributes":{"Name":"n","Tag":"t"}},' +
        '"b":{"attributes":{"Name":"n","Description":"d","Tag":"t"},"A":{"q":1},"B":{"x":1,"y":1,"z":1,"w":1}}}',
    );
    expect(headings(table)).toEqual(["Name", "Description", "Tag", "B.x", "B.y", "B.z", "B.w", "A.q"]);
  });

  it("gives a property the same column id in every answer, fit for a URL", async () => {
    const first = await readTable('{"a":{"attributes":{"Name":"n"},"P":{"x":1}}}');
    const second = await readTable('{"b":{"P":{"new":1,"x":null}}}');
    const idOf = (table: Table, property: string): string | undefined =>
      table.columns.find((column) => column.property === property)?.id;
    expect(idOf(first, "x")).toBe(idOf(second, "x"));
    expect(new Set(first.columns.map((column) => column.id)).size).toBe(2);
    for (const column of [...first.columns, ...second.columns]) expect(column.id).toMatch(/^c[\w-]{8}$/);
  });

  it("reads names like __proto__ and constructor as plain data, in every place", async () => {
    const table = await readTable(
      '{"__proto__":{"__proto__":{"__proto__":1},"constructor":{"prototype":2}},"constructor":{"attributes":{"toString":"x"}}}',
    );
    expect(table.rows.map((row) => row.id)).toEqual(["__proto__", "constructor"]);
    expect(headings(table)).toEqual(["toString", "__proto__.__proto__", "constructor.prototype"]);
    expect(table.rows[0]?.cells).toEqual([undefined, number("1"), number("2")]);
    expect(Object.keys({})).toEqual([]);
  });

  it("finds a name again whether or not it is written with escapes", async () => {
    const table = await readTable(
      '{"a":{"S\\u0065t":{"\\u0070":1,"x\\"y":1}},"b":{"Set":{"p":2,"x\\u0022y":2}}}',
    );
    expect(headings(table)).toEqual(["Set.p", 'Set.x"y']);
    expect(table.columns.map((column) => column.fill.present)).toEqual([2, 2]);
  });

  it.each([
    ["map", '{"x":{"s":{"p":1}},"X":{"s":{"p":2}},"x":{"s":{"p":3}},"y":{}}'],
    ["array", '[{"uuid":"x","s":{"p":1}},{"uuid":"X","s":{"p":2}},{"uuid":"x","s":{"p":3}},{"uuid":"y"}]'],
  ])("keeps elements of the same id as rows of their own in the %s form, and names them", async (_, text) => {
    const { rows, warnings } = await readTable(text);
    expect(rows.map((row) => [row.id, row.cells[0]])).toEqual([
      ["x", number("1")],
      ["X", number("2")],
      ["x", number("3")],
      ["y", undefined],
    ]);
    expect(warnings).toMatchObject([
      { code: "ID_DIFFERS_BY_CASE", count: 1, samples: ["X"] },
      { code: "DUPLICATE_ID", count: 1, samples: ["x"] },
    ]);
  });

  it("finds every repeated id among many", async () => {
    const ids = Array.from(
      { length: 20_000 },
      (_, i) => `2O2Fr$t4X7Zf8N${String(i % 19_000).padStart(8, "0")}`,
    );
    const { warnings } = await readTable(`{${ids.map((id) => `"${id}":{}`).join(",")}}`);
    expect(warnings).toMatchObject([{ code: "DUPLICATE_ID", count: 1_000 }]);
  });

  it("keeps two sets, and two properties, of the same name apart", async () => {
    const table = await readTable('{"a":{"P":{"x":1,"x":2,"x":3},"P":{"x":4}},"b":{"P":{"x":5}}}');
    expect(headings(table)).toEqual(["P.x", "P.x#2", "P.x#3", "P#2.x"]);
    expect(table.rows[0]?.cells).toEqual(["1", "2", "3", "4"].map(number));
    expect(table.rows[1]?.cells).toEqual([number("5"), undefined, undefined, undefined]);
    expect(table.warnings).toMatchObject([{ code: "DUPLICATE_NAME", count: 3, samples: ["P.x", "P"] }]);
  });

  it("shows values outside of a set among the attributes and says so", async () => {
    const table = await readTable(
      '{"a":{"type":"IfcDoor","attributes":{"Name":"n"},"tags":[1],"P":{"x":1},"Q":null}}',
    );
    expect(headings(table)).toEqual(["type", "Name", "tags", "P.x"]);
    expect(table.warnings).toMatchObject([
      { code: "VALUE_OUTSIDE_SET", count: 2, samples: ["type", "tags"] },
    ]);
  });

  it("reads the full element of a deployment: attributes as a property set, other parts named as not read", async () => {
    const table =
      await readTable(`[{"id":7,"uuid":"a","type":"IfcDoor","classifications":[],"layers":[],"material_list":[],
      "attributes":{"id":1,"name":"IfcDoor","type":"attributes","properties":[{"id":2,"definition":{"name":"Name","value_type":"IfcLabel","unit":null},"value":"D-1"}]},
      "property_sets":[{"id":3,"name":"P","properties":[{"definition":{"name":"empty"}},{"name":"loose","value":1}]}]}]`);
    expect(headings(table)).toEqual(["type", "Name", "P.empty", "P.loose"]);
    expect(table.rows[0]?.cells).toEqual(["IfcDoor", "D-1", null, number("1")]);
    expect(table.columns[1]).toMatchObject({ unit: null, valueType: "IfcLabel" });
    expect(table.warnings).toMatchObject([
      { code: "KEYS_NOT_READ", count: 4, samples: ["id", "classifications", "layers", "material_list"] },
    ]);
  });

  it("states a unit only where all values agree on it", async () => {
    const property = (name: string, unit: unknown, value: unknown) => ({ definition: { name, unit }, value });
    const element = (uuid: string, properties: object[]) => ({
      uuid,
      property_sets: [{ name: "P", properties }],
    });
    const table = await readTable(
      JSON.stringify([
        element("a", [
          property("same", "mm", 1),
          property("differs", "mm", 1),
          property("object", { prefix: "MILLI", name: "METRE" }, 1),
          property("half", "mm", 1),
          property("none", null, 1),
        ]),
        element("b", [
          property("same", "mm", 2),
          property("differs", "m", 1),
          property("half", null, 1),
          property("none", null, null),
        ]),
        element("c", [property("same", null, null)]),
      ]),
    );
    const units = Object.fromEntries(table.columns.map((column) => [column.property, column.unit]));
    expect(units).toEqual({ same: "mm", differs: null, object: "MILLI METRE", half: null, none: null });
  });

  it("makes the same table of both forms", async () => {
    const text = fc.string({ maxLength: 8, unit: "grapheme" });
    const numbers = fc.array(fc.integer(), { maxLength: 2 });
    const plain = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), numbers);
    const selector = ([name]: readonly [string, unknown]): string => name;
    const properties = fc.uniqueArray(fc.tuple(text, plain), { selector, minLength: 1, maxLength: 4 });
    const setName = text.filter((name) => !["attributes", "property_sets"].includes(name));
    const sets = fc.uniqueArray(fc.tuple(setName, properties), { selector, maxLength: 3 });
    const elements = fc.array(fc.tuple(text, properties, sets), { maxLength: 5 });
    const members = (entries: readonly (readonly [string, string])[]): string =>
      `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`;
    const jsonOf = (entries: readonly (readonly [string, unknown])[]): string =>
      members(entries.map(([key, content]) => [key, JSON.stringify(content)]));
    const listOf = (entries: readonly (readonly [string, unknown])[]): object[] =>
      entries.map(([name, content]) => ({ value: content, definition: { name } }));
    await fc.assert(
      fc.asyncProperty(elements, async (list) => {
        const map = list.map(([id, attributes, psets]) => {
          const parts = [["attributes", attributes] as const, ...psets];
          return [id, members(parts.map(([name, p]) => [name, jsonOf(p)]))] as const;
        });
        const array = list.map(([uuid, attributes, psets]) => ({
          attributes: { properties: listOf(attributes) },
          property_sets: psets.map(([name, p]) => ({ properties: listOf(p), name })),
          uuid,
        }));
        const [fromMap, fromArray] = [await readTable(members(map)), await readTable(JSON.stringify(array))];
        expect({ ...fromArray, form: "map" }).toEqual(fromMap);
      }),
      { numRuns: 300 },
    );
  });
});
