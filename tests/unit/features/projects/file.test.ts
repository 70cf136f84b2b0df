import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLUMNS, readProjectFile, ROWS_MAX, type Column } from "#lib/features/projects/lists/file.ts";
import { inEnglish } from "#lib/core/texts.ts";
import type { Known } from "#lib/features/projects/lists/judging/judged.ts";
import { judgeRows } from "#lib/features/projects/lists/judging/verdicts.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

const NOTHING: Known = { projects: [], awaited: [] };

const judgeAlone = (text: string) => judgeRows(readProjectFile(text).rows, NOTHING);

function judge(text: string, known: Partial<Known> = {}): [line: number, name: string, verdict: string][] {
  const file = readProjectFile(text);
  expect(file.problem).toBeNull();
  return judgeRows(file.rows, { ...NOTHING, ...known }).map((row) => [row.line, row.name, row.verdict]);
}

describe("reading a file of projects", () => {
  test.each([
    ["commas", "name,status\nA one,D\n"],
    ["semicolons", "name;status\r\nA one;D"],
    ["tabs, headings in another order and case", "STATUS\tProject Name\nD\tA one\n"],
    ["a mark before the first heading", "\uFEFFname;status\nA one;D\n"],
    ["a hint of a spreadsheet", "sep=;\r\nname;status\r\nA one;D\r\n"],
    ["quotes around everything", '"name","status"\n"A one","D"\n'],
  ])("%s", (_name, text) => {
    const { rows, problem } = readProjectFile(text);
    expect(problem).toBeNull();
    expect(rows.map((row) => row.cells)).toEqual([{ name: "A one", status: "D" }]);
  });

  test("plain names, one a line, need no heading; what a heading means nothing for is said", () => {
    expect(judge("Block A\n\n  Block B, east  \nBlock C")).toEqual([
      [1, "Block A", "GOOD"],
      [3, "Block B, east", "GOOD"],
      [4, "Block C", "GOOD"],
    ]);
    expect(readProjectFile("name;budget\nA;12").ignored).toEqual(["budget"]);
  });

  test.each([
    ["nothing", " \n \n", /list is empty/],
    ["headings alone", "name;status\n", /no project below/],
    ["a table without a name column", "title;status\nA;D\n", /one must be “name”/],
    ["the same with commas", "title,status\nA,D\nB,A\n", /one must be “name”/],
    ["two columns of one meaning", "name;project\nA;B\n", /Two columns are called “name”/],
    ["too many rows", "name\n" + "x\n".repeat(ROWS_MAX + 1), /more than 1000/],
  ])("%s", (_name, text, problem) => {
    expect(String(readProjectFile(text).problem)).toMatch(problem);
  });

  test("one column of names may hold quoted semicolons, tabs and commas", () => {
    for (const name of ["Blok; A", ";", "Blok\tA", "Blok, A"]) {
      const file = readProjectFile(`"name"\n"${name}"\n"Blok, B"`);
      expect(file.rows.map(({ cells }) => cells.name)).toEqual([name.trim(), "Blok, B"]);
    }
  });

  test("every table of cells that is written by the rules of CSV is read back cell by cell", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replaceAll("\0", ""));
    const table = fc.record({
      columns: fc.uniqueArray(fc.constantFrom(...COLUMNS.filter((column) => column !== "name")), {
        maxLength: 6,
      }),
      rows: fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 8 }),
      delimiter: fc.constantFrom(",", ";", "\t"),
      end: fc.constantFrom("\n", "\r\n"),
    });
    fc.assert(
      fc.property(table, ({ columns, rows, delimiter, end }) => {
        const headings: Column[] = ["name", ...columns];
        const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const lines = rows.map((row) => headings.map((_heading, at) => quote(row[at] ?? "")).join(delimiter));
        const file = readProjectFile([headings.join(delimiter), ...lines].join(end));
        const expected = rows
          .map((row) => Object.fromEntries(headings.map((heading, at) => [heading, (row[at] ?? "").trim()])))
          .filter((row) => Object.values(row).some((text) => text !== ""));
        expect(file.rows.map((row) => row.cells)).toEqual(expected);
      }),
      { numRuns: repeatsOf(400, 100) },
    );
  });

  test("whatever is pasted has a verdict for each row, parents before what is below them, and never a fault", () => {
    const word = fc.constantFrom("name", "parent", "status", "parent_id", "\r\n", ...';,\t"\nA'.split(""));
    const pasted = fc.array(fc.oneof(word, anyUnicode({ maxLength: 8 })), { maxLength: 40 });
    fc.assert(
      fc.property(pasted, (pieces) => {
        const { rows } = readProjectFile(pieces.join(""));
        const judged = judgeRows(rows, NOTHING);
        expect(judged.map((row) => row.line).sort((a, b) => a - b)).toEqual(rows.map((row) => row.line));
        expect(judged.map((row) => row.n)).toEqual(judged.map((_row, at) => at + 1));
        for (const row of judged) {
          expect(row.isIncluded).toBe(row.verdict === "GOOD");
          expect(row.verdict === "GOOD" || row.detail !== "").toBe(true);
          if (row.parentN !== null && row.isIncluded) expect(row.parentN).toBeLessThan(row.n);
          expect(row.name.isWellFormed() && !row.name.includes("\0")).toBe(true);
        }
      }),
      { numRuns: repeatsOf(600, 100) },
    );
  });
});

describe("verdicts", () => {
  test("one for each thing that can be wrong, with its reason", () => {
    const rows: [line: string, verdict: string][] = [
      ["Good;A;;;;", "GOOD"],
      ["good ;;;;;", "REPEATED"],
      ["There already;;;;;", "EXISTS"],
      ["Perhaps made;;;;;", "UNDER_WAY"],
      ["Small letter;a;;;;", "MALFORMED"],
      [`${"x".repeat(257)};;;;;`, "MALFORMED"],
      [";D;;;;", "MALFORMED"],
      ["No number;;12a;;;", "MALFORMED"],
      ["Unknown number;;99;;;", "UNKNOWN_PARENT"],
      ["Known number;;7;;;", "GOOD"],
      ["Two parents;;7;Good;;", "MALFORMED"],
      ["No logo;;;;;ftp://x", "MALFORMED"],
      ["Too wide;;;;;;;surplus", "MALFORMED"],
    ];
    const known: Known = {
      projects: [{ id: 7, name: "There already", parentId: null }],
      awaited: [{ name: "perhaps made", parentId: null }],
    };
    const text = ["name;status;parent_id;parent;main_model_id;logo", ...rows.map(([line]) => line)].join(
      "\n",
    );
    const verdicts = new Map(judge(text, known).map(([line, , verdict]) => [line, verdict]));
    expect(verdicts).toEqual(new Map(rows.map(([, verdict], at) => [at + 2, verdict])));
  });

  test("parents of the same file come first, wherever they stand; rings and ambiguous names are refused", () => {
    const text = [
      "name,parent",
      "Grandchild,Child",
      "Child,Root",
      "Root,",
      "Ring a,Ring b",
      "Ring b,Ring a",
      "Below the ring,Ring a",
      "Twice,",
      "Twice,Root",
      "Below twice,Twice",
      "Below nothing,Nowhere",
      "Itself,Itself",
    ].join("\n");
    const judged = judgeAlone(text);
    const good = judged.filter((row) => row.verdict === "GOOD").map((row) => row.name);
    expect(good).toEqual(["Root", "Child", "Grandchild", "Twice", "Twice"]);
    const byName = new Map(judged.map((row) => [row.name, row]));
    expect(byName.get("Grandchild")?.parentN).toBe(byName.get("Child")?.n);
    for (const name of ["Ring a", "Ring b", "Below the ring", "Below twice", "Below nothing", "Itself"]) {
      expect(byName.get(name)?.verdict).toBe("UNKNOWN_PARENT");
    }
  });

  test("floors of the same name under two buildings are two projects; a path tells which of them is meant", () => {
    const text = [
      "name,parent",
      "Room 1,House A / Floor 1",
      "Room 1,House B/Floor 1",
      "Floor 1,House A",
      "Floor 1,House B",
      "House A,",
      "House B,",
      "Lost,Floor 1",
      "Floor 1,House A",
    ].join("\n");
    const judged = judgeAlone(text);
    const path = (n: number | null): string => {
      const row = judged.find((each) => each.n === n);
      return row === undefined ? "" : `${path(row.parentN)}/${row.name}`;
    };
    expect(judged.filter(({ isIncluded }) => isIncluded).map(({ n }) => path(n))).toEqual([
      "/House A",
      "/House A/Floor 1",
      "/House A/Floor 1/Room 1",
      "/House B",
      "/House B/Floor 1",
      "/House B/Floor 1/Room 1",
    ]);
    const byLine = new Map(judged.map((row) => [row.line, row]));
    expect(byLine.get(8)?.verdict).toBe("UNKNOWN_PARENT");
    expect(inEnglish(byLine.get(8)?.detail ?? "")).toBe(
      "Several projects are called “Floor 1”. Write the path, such as “House A / Floor 1”, or the number in parent_id.",
    );
    expect(byLine.get(9)?.verdict).toBe("REPEATED");
    expect(inEnglish(byLine.get(9)?.detail ?? "")).toBe("Under “House A”, line 4 has this name already.");
  });

  test("what is below a repeated row goes under the first, and below an existing project under that", () => {
    const text = [
      "name,parent",
      "House A,",
      "house a,",
      "Floor 1,House A",
      "There already,",
      "Floor 1,There already",
      "Floor 2,There already",
    ].join("\n");
    const known: Known = {
      projects: [
        { id: 7, name: "There already", parentId: null },
        { id: 8, name: "Floor 2", parentId: 7 },
      ],
      awaited: [{ name: "Floor 1", parentId: 9 }],
    };
    const judged = judgeRows(readProjectFile(text).rows, known);
    const seen = new Map(judged.map((row) => [row.line, row]));
    expect(judged.map(({ line, verdict }) => [line, verdict])).toEqual([
      [2, "GOOD"],
      [4, "GOOD"],
      [3, "REPEATED"],
      [5, "EXISTS"],
      [6, "GOOD"],
      [7, "EXISTS"],
    ]);
    expect(seen.get(4)?.parentN).toBe(seen.get(2)?.n);
    expect(seen.get(6)).toMatchObject({ parentN: null, fields: { parentId: 7 } });
  });

  test("names crossed under two buildings are no ring", () => {
    const lines = ["name,parent", "A,", "B,", "Office,A / Hall", "Hall,A", "Office,B", "Hall,B / Office"];
    expect(judge(lines.join("\n")).map(([line, , verdict]) => [line, verdict])).toEqual(
      [2, 5, 4, 3, 6, 7].map((line) => [line, "GOOD"]),
    );
  });

  test("a chain of a thousand is put in order, wherever its end stands", () => {
    const lines = Array.from(
      { length: 1000 },
      (_, at) => `P${String(at)},${at === 999 ? "" : `P${String(at + 1)}`}`,
    );
    const judged = judgeAlone(["name,parent", ...lines].join("\n"));
    expect(judged.map(({ name }) => name)).toEqual(lines.map((_line, at) => `P${String(999 - at)}`));
  });

  test("rows stand below their parents, and what goes into existing projects is ordered by the names of these", () => {
    const text = [
      "name,parent,parent_id",
      "Floor 1,,12",
      "Attic,House A,",
      "Floor 1,,11",
      "House A,,",
      "Floor 2,,12",
    ].join("\n");
    const projects = [
      { id: 12, name: "House 2", parentId: null },
      { id: 11, name: "House 10", parentId: null },
    ];
    expect(judge(text, { projects }).map(([line]) => line)).toEqual([5, 3, 2, 6, 4]);
  });

  test("what a person decides is carried through: below a row left out nothing is created, below a new one everything", () => {
    const { rows } = readProjectFile(["name,parent", "House A,", "Floor 1,House A", "House A,"].join("\n"));
    const decide = (line: number, chosen: boolean, known: Known): string[] =>
      judgeRows(
        rows.map((row) => (row.line === line ? { ...row, chosen } : row)),
        known,
      ).map(({ line: at, verdict, isIncluded, parentN, fields }) =>
        [at, verdict, isIncluded ? "in" : "out", parentN ?? fields.parentId ?? ""].join(" "),
      );
    expect(decide(2, false, NOTHING)).toEqual(["2 GOOD out ", "3 UNKNOWN_PARENT out 1", "4 REPEATED out "]);
    expect(decide(4, true, NOTHING)).toEqual(["2 GOOD in ", "3 GOOD in 1", "4 REPEATED in "]);
    const there = { ...NOTHING, projects: [{ id: 7, name: "house a", parentId: null }] };
    expect(decide(4, false, there)).toEqual(["2 EXISTS out ", "4 REPEATED out ", "3 GOOD in 7"]);
    expect(decide(2, true, there)).toEqual(["2 EXISTS in ", "3 GOOD in 1", "4 REPEATED out "]);
  });

  test("what is below a row that is left out is left out with it, to the last", () => {
    const text = ["name,parent,status", "Bad root,,X", "Child,Bad root,", "Grandchild,Child,"].join("\n");
    const verdicts = judge(text).map(([, , verdict]) => verdict);
    expect(verdicts).toEqual(["MALFORMED", "UNKNOWN_PARENT", "UNKNOWN_PARENT"]);
  });
});
