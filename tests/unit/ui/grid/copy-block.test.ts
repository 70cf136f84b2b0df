/** What Ctrl C puts on the clipboard: a block that a spreadsheet splits into the same cells. */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readRows, toBlock } from "#app/_ui/data-table/grid/copy-block.ts";
import type { GridRowData } from "#app/_ui/data-table/grid/row-data.ts";
import type { Cell } from "#lib/elements/wire.ts";

const number = (text: string): Cell => ({ kind: "number", text });

test("text between tabs has exact values and no units; no value is an empty cell", () => {
  const { text } = toBlock([
    ["W-1", number("7.22506320305114E-05"), undefined, true],
    ["a\tb", "two\nlines", 'a 5" pipe', null],
  ]);
  expect(text).toBe('W-1\t7.22506320305114E-05\t\ttrue\r\n"a\tb"\t"two\nlines"\t"a 5"" pipe"\t');
});

test("whatever the cells hold, the text comes apart into the same cells", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom('"', "\t", "\n", "\r\n", '""', "'", "=1+1"),
  );
  const rows = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 5 }))
    .chain(([height, width]) =>
      fc.array(fc.array(word, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    );
  fc.assert(
    fc.property(rows, (cells) => {
      const back: string[][] = parse(toBlock(cells).text, { delimiter: "\t", record_delimiter: "\r\n" });
      expect(back).toEqual(cells);
    }),
  );
});

test("the table keeps texts as texts and gives numbers their digits in every language", () => {
  const { html } = toBlock([
    ["00123", number("0.5"), "<b>&\n=1+1", true, null, number("12345678901234567890")],
  ]);
  const textCell = '<td sdnum="1033;0;@" style="mso-number-format:\'\\@\';white-space:pre-wrap">';
  expect(html).toContain(`${textCell}00123</td>`);
  // A spreadsheet would round this number.
  expect(html).toContain(`${textCell}12345678901234567890</td>`);
  expect(html).toContain('<td x:num="0.5" sdval="0.5">0.5</td>');
  expect(html).toContain('&lt;b&gt;&amp;<br style="mso-data-placement:same-cell">=1+1</td>');
  expect(html).toContain("<td>true</td><td></td>");
  expect(html.match(/<col width="\d+">/g)).toHaveLength(6);
});

test("rows are read in parts that no answer is too large for, and stop where there are no more", async () => {
  const asked: string[] = [];
  const load = (from: number, count: number): Promise<GridRowData[]> => {
    asked.push(`${from}+${count}`);
    const there = Math.min(count, Math.max(0, 1_100 - from));
    return Promise.resolve(
      Array.from({ length: there }, (_, place) => ({
        id: String(from + place),
        row: from + place,
        cells: [],
      })),
    );
  };
  const { signal } = new AbortController();
  const rows = await readRows(load, { from: 10, count: 1_050, columns: 30 }, signal);
  expect(asked).toEqual(["10+500", "510+500", "1010+50"]);
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 1_050 }, (_, place) => 10 + place));
  expect(await readRows(load, { from: 1_000, count: 300, columns: 200 }, signal)).toHaveLength(100);
  expect(asked.slice(3)).toEqual(["1000+100", "1100+100"]);
});
