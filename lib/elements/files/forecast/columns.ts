/*
 * What is known from a table's columns alone, before any row is read: kinds of values, headings that would run as formulas or differ by
 * case only, units.
 */
import { isFormulaText } from "#lib/elements/formula.ts";
import { layOut } from "../layout.ts";
import type { ExportOptions } from "../options.ts";
import type { ExportTable } from "../table.ts";
import type { ExportFacts } from "./facts.ts";

/** @param names the headings of the property columns, without the front columns */
export function columnFacts(
  table: ExportTable,
  names: readonly string[],
): Pick<ExportFacts, "mixed" | "headingsByCase" | "formulaHeadings" | "unitColumns"> {
  return {
    mixed: mixedOf(table, names),
    headingsByCase: names.length - new Set(names.map((name) => name.toLowerCase())).size,
    unitColumns: table.columns.filter(({ unit }) => unit !== null).length,
    formulaHeadings: formulaHeadings(table),
  };
}

/** The option for the 36-character id makes no difference here. */
function formulaHeadings(table: ExportTable): ExportFacts["formulaHeadings"] {
  const count = (headings: ExportOptions["headings"], unitInHeading: boolean): number =>
    layOut(table, { longId: false, headings, unitInHeading }).headingRows.flat().filter(isFormulaText).length;
  const countBoth = (headings: ExportOptions["headings"]): { plain: number; withUnits: number } => ({
    plain: count(headings, false),
    withUnits: count(headings, true),
  });
  return { joined: countBoth("joined"), twoRows: countBoth("twoRows") };
}

function mixedOf({ columns }: ExportTable, names: readonly string[]): ExportFacts["mixed"] {
  const kindsOf = ({ kinds, fill }: (typeof columns)[number]): string[] =>
    (
      [
        ["text", kinds.string - fill.emptyText],
        ["number", kinds.number],
        ["truth value", kinds.boolean],
        ["list", kinds.list],
        ["object", kinds.object],
      ] as const
    )
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${String(count)} ${kind}${count === 1 ? "" : "s"}`);
  const mixed = columns.flatMap((column, i) => {
    const kinds = kindsOf(column);
    return kinds.length > 1 ? [{ column: names[i] ?? "", kinds: kinds.join(", ") }] : [];
  });
  const [first] = mixed;
  return first === undefined ? null : { count: mixed.length, ...first };
}
