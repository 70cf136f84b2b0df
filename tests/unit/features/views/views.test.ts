import { describe, expect, test } from "vitest";
import { columnId } from "#lib/elements/columns.ts";
import { namedColumnId, type AskedColumn } from "#lib/elements/query/address/named-column.ts";
import { CLASS_COLUMN, ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import { findClassName } from "#lib/ifc/schema/catalogue.ts";
import { columnWords, viewContentSchema, type ViewContent } from "#lib/features/views/content.ts";
import { readViewFile, writeViewFile } from "#lib/features/views/file.ts";
import { absenceOf } from "#lib/features/views/absences.ts";
import { tellAbsentCondition } from "#lib/features/views/condition-words.ts";
import { fitView, keepView } from "#lib/features/views/fit.ts";
import { STANDARD_VIEWS } from "#lib/features/views/standard.ts";
import { mutate, randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

function column(set: string | null, property: string, setInstance = 1, propertyInstance = 1): AskedColumn {
  const origin = set === null ? "attribute" : "set";
  const id = columnId(new Set(), [origin, set ?? "", setInstance, property, propertyInstance]);
  return { id, origin, set: set ?? "", setInstance, property, propertyInstance, unit: null };
}

const NAME = column(null, "Name");
const FIRE = column("Pset_DoorCommon", "FireRating");
const SECOND = column("Pset_DoorCommon", "FireRating", 2);
const EMPTY_SET = column("", "Name");
const PROTO = column("__proto__", "constructor");
const TABLE = [NAME, FIRE, SECOND, EMPTY_SET, PROTO];

const VIEW: TableView = {
  search: "D-1",
  searchIn: [NAME.id, ID_COLUMN],
  filters: [
    { column: FIRE.id, op: "oneOf", values: [{ kind: "text", text: "EI30" }, { kind: "missing" }] },
    { column: CLASS_COLUMN, op: "equals", value: { kind: "text", text: "IfcDoor" } },
    { column: SECOND.id, op: "between", min: 0.1, max: null },
  ],
  anyOf: [
    [
      { column: FIRE.id, op: "notPresent" },
      { column: NAME.id, op: "contains", text: "T" },
    ],
  ],
  sorts: [{ column: EMPTY_SET.id, isDescending: true }],
  columns: [PROTO.id, NAME.id, FIRE.id],
  hidden: [SECOND.id],
  pinned: [NAME.id],
  widths: new Map([[FIRE.id, 120]]),
  hidesEmpty: false,
};

const FILE = { profile: "programs", unitInHeading: false } as const;

/** The view as it is kept of a table of doors with these columns. */
const keep = (
  view: TableView,
  columns: readonly AskedColumn[],
  file: Parameters<typeof keepView>[2] = FILE,
) => keepView(view, { ifcClasses: ["IfcDoor"], columns }, file);

describe("a view of one table in another", () => {
  test("comes back equal where the columns are the same, through the file too", () => {
    const kept = keep(VIEW, TABLE, { profile: "spreadsheets", unitInHeading: true });
    const view = { name: "Fire doors", content: kept };
    expect(readViewFile(writeViewFile(view))).toEqual({ ok: true, view });
    expect(fitView(kept, TABLE.toReversed())).toEqual(VIEW);
    expect(absenceOf(kept, TABLE.toReversed())).toEqual({ columns: [], conditions: [] });
  });

  test("keeps every condition and column where the other table has no such property, and names those", () => {
    const kept = keep(VIEW, TABLE);
    const other = [NAME, PROTO];
    const view = fitView(kept, other);
    const fire = namedColumnId({ set: "Pset_DoorCommon", property: "FireRating" });
    expect(view.columns).toEqual([PROTO.id, NAME.id, fire]);
    expect(view.filters.map(({ op }) => op)).toEqual(["oneOf", "equals", "between"]);
    expect(view.anyOf).toEqual([[{ column: fire, op: "notPresent" }, VIEW.anyOf[0]?.[1]]]);
    expect(absenceOf(kept, other)).toEqual({
      columns: ["Pset_DoorCommon: FireRating"],
      conditions: [
        "Pset_DoorCommon: FireRating oneOf",
        "Pset_DoorCommon (2): FireRating between",
        "Pset_DoorCommon: FireRating notPresent",
      ],
    });
    expect(absenceOf(kept, other).conditions.map(tellAbsentCondition)).toEqual([
      "Pset_DoorCommon: FireRating is one of",
      "Pset_DoorCommon (2): FireRating between",
      "Pset_DoorCommon: FireRating has no value",
    ]);
    // A view saved from that table, or fitted to the first one again, is the same view.
    expect(keep(view, other)).toEqual(kept);
    expect(fitView(kept, TABLE)).toEqual(VIEW);
  });

  test("asks for the same quantity where the other table has another unit, and says where it cannot", () => {
    const width = { ...column(null, "OverallWidth"), unit: "m" };
    const filters: TableView["filters"] = [{ column: width.id, op: "between", min: 0.9, max: null }];
    const kept = keep({ ...VIEW, filters, anyOf: [] }, [...TABLE, width]);
    expect(kept.filters).toMatchObject([{ min: 0.9, unit: "m" }]);
    const millimetres = { ...width, unit: "mm" };
    expect(fitView(kept, [...TABLE, millimetres]).filters).toMatchObject([{ min: 900, unit: "mm" }]);
    expect(absenceOf(kept, [...TABLE, millimetres]).conditions).toEqual([]);
    for (const unit of ["m²", null]) {
      const other = [...TABLE, { ...width, unit }];
      expect(fitView(kept, other).filters).toMatchObject([{ min: 0.9, unit: "m" }]);
      const absent = `OverallWidth between [m, not ${unit ?? "stated"}]`;
      expect(absenceOf(kept, other).conditions).toEqual([absent]);
      expect(tellAbsentCondition(absent)).toBe(
        `OverallWidth between (in m; the model ${unit === null ? "states no unit" : `has ${unit}`})`,
      );
    }
    const again = keep(fitView(kept, [millimetres]), [millimetres]);
    expect(again.filters).toMatchObject([{ min: 900, unit: "mm" }]);
  });

  test('what was kept as "is empty" asks for "has no value"', () => {
    const column = { property: "Tag" };
    const filters = [
      { column, op: "empty" },
      { column, op: "notEmpty" },
    ];
    expect(viewContentSchema.parse({ ifcClasses: ["IfcDoor"], filters }).filters).toEqual([
      { column, op: "notPresent" },
      { column, op: "present" },
    ]);
  });
});

describe("ready-made views", () => {
  test("are sound, of classes that IFC has, each column once", () => {
    expect(STANDARD_VIEWS.map(({ id }) => id)).toEqual([
      ...["doors", "windows", "walls", "slabs", "spaces", "quantities"],
    ]);
    for (const { content } of STANDARD_VIEWS) {
      expect(viewContentSchema.parse(content)).toEqual(content);
      expect(content.ifcClasses.map(findClassName)).toEqual(content.ifcClasses);
      const words = (content.columns ?? []).map(columnWords);
      expect(new Set(words).size).toBe(words.length);
    }
  });
});

const SPOILT = repeatsOf(50_000);

describe("view files", () => {
  const sound = { portico: "element-view", version: 1, name: "Doors", content: { ifcClasses: ["IfcDoor"] } };
  const problemsOf = (value: unknown): string[] => {
    const read = readViewFile(JSON.stringify(value));
    return read.ok ? [] : read.problems;
  };

  test("every problem is named by its place", () => {
    for (const version of [1, 2, 3]) expect(problemsOf({ ...sound, version })).toEqual([]);
    expect(problemsOf({ ...sound, version: 4 })).toEqual([
      "version: This Portico reads view files up to version 3.",
    ]);
    const content = {
      ifcClasses: ["IfcDoor", "ifcdoor"],
      filters: [{ column: { property: "A" }, op: "between", min: null, max: null }],
      sorts: [{ column: { property: "A", colour: "red" } }],
      widths: [{ column: { pseudo: "id" }, width: 9 }],
    };
    const problems = problemsOf({ ...sound, name: " ", content, extra: 1 });
    const places = problems.map((problem) => problem.split(":")[0]);
    expect(places).toEqual(
      expect.arrayContaining([
        ...["name", "content.ifcClasses", "content.filters[0]", "content.sorts[0].column"],
        ...["content.widths[0].width", "the file"],
      ]),
    );
  });

  test("a file that is too large, nested too deeply, or no JSON is refused in a sentence", () => {
    for (const text of [" ".repeat(300_000), "[".repeat(200_000), "{", "", "\0", "NaN"]) {
      const read = readViewFile(text);
      expect(read.ok || read.problems).toHaveLength(1);
    }
  });

  test(`${SPOILT} broken and hostile files: refused with a reason or read as something sound, never anything else`, () => {
    const random = randomNumbers(2_611);
    const text = writeViewFile({ name: "Fire doors", content: keep(VIEW, TABLE) });
    let accepted = 0;
    for (let n = 0; n < SPOILT; n++) {
      const read = readViewFile(spoil(text, random));
      if (!read.ok) {
        expect(read.problems.length).toBeGreaterThan(0);
        expect(read.problems.every((problem) => problem.length < 600)).toBe(true);
        continue;
      }
      accepted++;
      const { content } = read.view;
      expect(viewContentSchema.parse(content)).toEqual(content satisfies ViewContent);
      expect(() => fitView(content, TABLE)).not.toThrow();
      expect(JSON.stringify(content)).not.toMatch(/\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i);
    }
    expect(accepted).toBeLessThan(SPOILT);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

const POISON = [
  ...['{"__proto__":{"polluted":1}}', "null", "1e400", "-0", '"\\u0000"', '"\\ud800"', "[]", "{}", "true"],
  ...['"=cmd|"', '"' + "x".repeat(2_000) + '"', '"../../etc/passwd"', '{"pseudo":"row"}', "9007199254740993"],
] as const;

const VALUE_IN_FILE = /: ("[^"]*"|\d+|true|false|null)/g;
const NAME_IN_FILE = /"(\w+)":/g;

/** A file with some of its bytes, a value, or a member replaced. */
function spoil(text: string, random: () => number): string {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const poison = pick(POISON) ?? "null";
  const [value, name] = [pick([...text.matchAll(VALUE_IN_FILE)]), pick([...text.matchAll(NAME_IN_FILE)])];
  const kind = random();
  if (kind < 0.2 && value !== undefined)
    return `${text.slice(0, value.index)}: ${poison}${text.slice(value.index + value[0].length)}`;
  if (kind < 0.4 && name !== undefined) return text.replace(name[0], `"__proto__": ${poison}, ${name[0]}`);
  return mutate(Buffer.from(text), random, POISON).toString();
}
