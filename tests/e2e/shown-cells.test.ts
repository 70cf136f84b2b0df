/**
 * What a browser shows of an element table, and what it copies, matches the exported file. `npm run proof -- cells` checks ten times as
 * many cells.
 */
import { expect, page, product, staff, test, useStaff } from "#tests/support/browser.ts";
import { randomNumbers } from "#tests/support/mutations.ts";
import { openModel, openTable } from "#tests/support/open-models.ts";
import { compareShownCells } from "#tests/support/shown-cells.ts";

const SEED = 20_261_124;
const CELLS_EACH = 40;
const TABLES = [
  ["revit2020-ifc4-rooms.ifc", "IfcWindow"],
  ["duplex-a-georef-revit2011.ifc", "IfcSpace"],
  ["lillebru-bridge-tekla.ifc", "IfcBeam"],
  ["ac20-fzk-haus-ifc4.ifc", "IfcWallStandardCase"],
] as const;

useStaff({ permissions: ["clipboard-read", "clipboard-write"] });

for (const [name, ifcClass] of TABLES)
  test(`random cells of ${name}, ${ifcClass}: shown, exact and copied as the file has them`, async () => {
    test.setTimeout(300_000);
    await openTable(page, await openModel(staff, product, name), ifcClass);
    const { compared, wrong } = await compareShownCells(page, CELLS_EACH, randomNumbers(SEED));
    expect(wrong, `seed ${String(SEED)}`).toEqual([]);
    expect(compared).toBe(CELLS_EACH);
  });
