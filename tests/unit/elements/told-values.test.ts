/** A model's values on a German page: numbers with a decimal comma, truth values in German, texts as in the file. */
import { expect, test } from "vitest";
import { fitNumber } from "#app/_ui/data-table/grid/short-number.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import { useGerman } from "#tests/support/in-german.ts";
import { listFixtures, read, readFixture } from "../ifc/support.ts";
import { readTable } from "./table.ts";

const speak = useGerman();

test("numbers keep every digit after a comma, truth values are words, texts and JSON are untouched", () => {
  const cells = [{ kind: "number", text: "7.22506320305114E-05" }, true, false, "1.5 true", null] as const;
  expect(cells.map(tellCell)).toEqual(["7,22506320305114E-05", "wahr", "falsch", "1.5 true", ""]);
  expect(tellCell({ kind: "list", text: "[1.5,true]" })).toBe("[1.5,true]");
  speak("en");
  expect(cells.map(tellCell)).toEqual(["7.22506320305114E-05", "true", "false", "1.5 true", ""]);
});

test("numbers that are shortened, counted or measured have a comma too", () => {
  expect(fitNumber("7.22506320305114E-05", 12)).toBe("≈7,225063E-5");
  expect(fitNumber("1234.5678", 7)).toBe("≈1234,6");
  expect(fitNumber("1234.5", 7)).toBe("1234,5");
  expect(formatCount(1234.5)).toBe("1\u2009234,5");
  expect(formatFileSize(9_740_000)).toBe("9,7 MB");
});

test("no number and no truth value of the real models reads as English, and none is another", async () => {
  const told = /^(?:≈-?\d+(?:,\d+)?(?:E-?\d+)?|###|-?\d+(?:,\d+)?(?:[eE][-+]?\d+)?)$/;
  let [numbers, booleans] = [0, 0];
  for (const name of listFixtures().filter((file) => readFixture(file).length < 3e6)) {
    const { files } = await read(readFixture(name));
    for (const [, answer] of Object.entries(files).filter(([file]) => file !== "index.json")) {
      for (const cell of (await readTable(answer)).rows.flatMap(({ cells }) => cells)) {
        if (typeof cell === "boolean") {
          booleans += 1;
          expect(tellCell(cell)).toBe(cell ? "wahr" : "falsch");
        } else if (typeof cell === "object" && cell?.kind === "number") {
          numbers += 1;
          const [whole, short] = [tellCell(cell), fitNumber(cell.text, 8)];
          if (whole.includes(".") || whole.replace(",", ".") !== cell.text)
            expect.fail(`${cell.text}: ${whole}`);
          if (!told.test(short)) expect.fail(short);
        }
      }
    }
  }
  expect(numbers).toBeGreaterThan(10_000);
  expect(booleans).toBeGreaterThan(1_000);
});
