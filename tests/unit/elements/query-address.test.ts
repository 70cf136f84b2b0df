import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ADDRESS_MAX, parseFilter, readView } from "#lib/elements/query/address/address.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import { namedColumnId, parseNamedColumn } from "#lib/elements/query/address/named-column.ts";
import {
  FILTERS_MAX,
  SORTS_MAX,
  type Filter,
  type TableView,
  type ValueToken,
} from "#lib/elements/query/types.ts";
import { DEFAULT_VIEW, formatFilter, writeView } from "#lib/elements/query/address/view-address.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { anyFilterOf } from "./query-support.ts";

const columnId = fc.oneof(
  fc.stringMatching(/^c[A-Za-z0-9_-]{8}$/),
  fc.constantFrom("id", "class", "c__proto__", "cconstruc-"),
  fc
    .record({ set: fc.string({ maxLength: 20 }), property: fc.string({ unit: "grapheme", maxLength: 20 }) })
    .map(namedColumnId),
);
const text = anyUnicode({ minLength: 1, maxLength: 20 });
const token: fc.Arbitrary<ValueToken> = fc.oneof(
  fc.record({ kind: fc.constantFrom("text", "list", "object" as const), text }),
  fc.record({
    kind: fc.constant("number" as const),
    text: fc.constantFrom("0.10", "-2.5e-3", "12345678901234567890"),
  }),
  fc.record({ kind: fc.constant("boolean" as const), value: fc.boolean() }),
  fc.record({ kind: fc.constantFrom("empty", "none", "missing" as const) }),
);
const unit = fc.option(fc.oneof(fc.constantFrom("m", "W/(m²·K)", "~.!", "u"), text), { nil: undefined });
/** A condition on values, with or without its unit. */
const inUnit = <T extends Filter>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.tuple(arbitrary, unit).map(([one, named]) => (named === undefined ? one : { ...one, unit: named }));
const end = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const { ofValues, others } = anyFilterOf(columnId, { text, token, end });
const filter = fc.oneof(
  inUnit(ofValues.filter((one) => !("min" in one) || one.min !== null || one.max !== null)),
  others,
);
const ids = fc.uniqueArray(columnId, { maxLength: 6 });
const view: fc.Arbitrary<TableView> = fc.record({
  search: fc.string({ maxLength: 30 }),
  searchIn: fc.option(ids),
  filters: fc.array(filter, { maxLength: 5 }),
  anyOf: fc.array(fc.array(filter, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  sorts: ids.map((columns) => columns.map((column, i) => ({ column, isDescending: i % 2 === 1 }))),
  columns: fc.option(ids),
  hidden: ids,
  pinned: ids,
  widths: ids.map((columns) => new Map(columns.map((column, i) => [column, 40 + 97 * i]))),
  hidesEmpty: fc.boolean(),
});

describe("a view in an address", () => {
  test("comes back as it was", () => {
    fc.assert(
      fc.property(view, (wanted) => {
        const params = writeView(wanted);
        // As a browser would send it.
        const carried = new URLSearchParams(params.toString());
        expect(readView(carried)).toEqual({ view: wanted, ignored: [] });
        const asRecord = Object.fromEntries(
          [...new Set(params.keys())].map((key) => [key, params.getAll(key)]),
        );
        expect(readView(asRecord).view).toEqual(wanted);
      }),
      { numRuns: repeatsOf(2_000) },
    );
  });

  test("hostile addresses give a view, and the default where nothing can be used", () => {
    const value = fc.oneof(
      fc.string({ maxLength: 40 }),
      filter.map(formatFilter),
      fc.mixedCase(filter.map(formatFilter)),
      filter.map((one) => formatFilter(one).slice(1)),
      fc.constantFrom(
        "__proto__",
        "constructor",
        "-",
        ".",
        "..",
        "!",
        "cAAAAAAAA.oneOf.",
        "cAAAAAAAA.between.~",
      ),
      anyUnicode({ maxLength: 20 }),
      fc.anything(),
    );
    const name = fc.constantFrom(..."q in s f cols hide pin w empty __proto__ f[x]".split(" "));
    const params = fc.oneof(
      { weight: 8, arbitrary: fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 4 }))) },
      { weight: 1, arbitrary: fc.anything() },
    );
    fc.assert(
      fc.property(params, (hostile) => {
        const read = readView(hostile);
        // Whatever is understood is a view that can be written as an address, and that address means the same view.
        expect(readView(writeView(read.view)).view).toEqual(read.view);
        expect(read.view.sorts.length).toBeLessThanOrEqual(SORTS_MAX);
        expect(read.view.filters.length).toBeLessThanOrEqual(FILTERS_MAX);
      }),
      { numRuns: repeatsOf(50_000, 0, 50) },
    );
  });

  test("more than 8 KB is not read at all", () => {
    const { view: read, ignored } = readView({ q: "door", cols: "c".repeat(ADDRESS_MAX) });
    expect(read).toEqual(DEFAULT_VIEW);
    expect(ignored).toEqual(["q", "cols"]);
  });

  test.each([
    ["no column", "contains.x"],
    ["a column that is none", "c'; DROP TABLE e.contains.x"],
    ["no operation", "cAAAAAAAA"],
    ["an operation that is none", "cAAAAAAAA.like.x"],
    ["nothing to look for", "cAAAAAAAA.contains."],
    ["a value without a kind", "cAAAAAAAA.equals.x"],
    ["a number that is none", "cAAAAAAAA.equals.nNaN"],
    ["a broken escape", "cAAAAAAAA.equals.ta!b"],
    ["one end too many", "cAAAAAAAA.between.1~2~3"],
    ["no end", "cAAAAAAAA.between.~"],
    ["an end beyond all numbers", "cAAAAAAAA.between.1e999~"],
    ["an end that would be rounded", "cAAAAAAAA.between.987654321098761051~"],
    ["an argument where none belongs", "cAAAAAAAA.missing.x"],
  ])("a filter with %s is named as ignored", (_, written) => {
    expect(parseFilter(written)).toBeNull();
    expect(readView({ f: written })).toEqual({ view: DEFAULT_VIEW, ignored: ["f"] });
  });

  test("the filters of an address that can be used stay when one of them cannot", () => {
    const read = readView({
      f: ["cAAAAAAAA.missing", "nonsense"],
      s: "cAAAAAAAA.cAAAAAAAA",
      q: { not: "text" },
    });
    expect(read.view.filters).toEqual([{ column: "cAAAAAAAA", op: "missing" }]);
    expect(read.ignored).toEqual(["f", "q", "s"]);
  });
});

describe("a column that is named by what it is", () => {
  test("any name comes back from its id", () => {
    const name = fc.record(
      {
        set: fc.string({ unit: "grapheme" }),
        setInstance: fc.integer({ min: 2, max: 9 }),
        property: fc.string({ unit: "grapheme" }),
        propertyInstance: fc.integer({ min: 2, max: 9 }),
      },
      { requiredKeys: ["property"] },
    );
    fc.assert(
      fc.property(name, (one) => {
        expect(parseNamedColumn(namedColumnId(one))).toEqual(one);
      }),
    );
  });

  test.each(["n", "nonsense", "n!!", "nW10", "nbnVsbA", namedColumnId({ property: "a", setInstance: 0 })])(
    "%s names none",
    (id) => {
      expect(parseNamedColumn(id)).toBeNull();
      expect(parseFilter(`${id}.missing`)).toBeNull();
    },
  );

  test('links of before that ask for "is empty" ask for "has no value"', () => {
    expect(parseFilter("cAAAAAAAA.empty")).toEqual({ column: "cAAAAAAAA", op: "notPresent" });
    expect(parseFilter("cAAAAAAAA.notEmpty")).toEqual({ column: "cAAAAAAAA", op: "present" });
  });

  test.each([
    "[",
    "{}",
    "[]",
    "[1]",
    '["cAAAAAAAA.missing","nonsense"]',
    JSON.stringify([["cAAAAAAAA.missing"]]),
  ])("a group %s is named as ignored", (any) => {
    expect(readView({ any })).toEqual({ view: DEFAULT_VIEW, ignored: ["any"] });
  });
});

describe("a number's value", () => {
  test.each([
    ["0.10", "0.1"],
    ["1e2", "100"],
    ["100.00", "100"],
    ["-0", "0"],
    ["-0.0e5", "0"],
    ["12345678901234567890", "12345678901234567890"],
    ["1.5E-3", "0.0015"],
    ["1e400", "1e400"],
    ["10e399", "1e400"],
    ["-2500e-2", "-25"],
  ])("%s is %s", (written, value) => {
    expect(decimalOf(written)).toBe(value);
  });

  test.each(["", "+1", ".5", "1.", "01", "0x1", "NaN", "1e", "--1", "1e9999999999", " 1"])(
    "%s is none",
    (written) => {
      expect(decimalOf(written)).toBeNull();
    },
  );

  test("two spellings have the same value exactly when their difference is nothing", () => {
    const spelling = fc
      .tuple(
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 0, max: 3 }),
      )
      .map(([digits, exponent, zeros]) => ({
        text: `${String(digits)}${zeros > 0 ? `.${"0".repeat(zeros)}` : ""}e${String(exponent)}`,
        scaled: BigInt(digits) * 10n ** BigInt(exponent + 40),
      }));
    fc.assert(
      fc.property(spelling, spelling, (a, b) => {
        expect(decimalOf(a.text) === decimalOf(b.text)).toBe(a.scaled === b.scaled);
        expect(Number(decimalOf(a.text))).toBe(Number(a.text) + 0);
      }),
      { numRuns: repeatsOf(5_000) },
    );
  });
});
