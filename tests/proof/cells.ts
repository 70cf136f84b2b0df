/**
 * The proof `cells`: 2,000 randomly chosen cells from tables of every fixture, as a browser shows and copies them, compared with the
 * exported files.
 */
import { randomNumbers } from "#tests/support/mutations.ts";
import { openModel, openTable } from "#tests/support/open-models.ts";
import { startProduct } from "#tests/support/product.ts";
import { compareShownCells } from "#tests/support/shown-cells.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { inChromium } from "./in-chromium.ts";
import { proofOf } from "./proof.ts";

const CELLS_EACH = 100;
const SEED = 14;
const TABLES = [
  ["ac20-fzk-haus-ifc4.ifc", "IfcWallStandardCase"],
  ["ac20-fzk-haus-ifc4.ifc", "IfcWindow"],
  ["ac20-fzk-haus-ifc4.ifc", "IfcSpace"],
  ["air-terminal-propertykinds-ifc4.ifc", "IfcDistributionPort"],
  ["duplex-a-georef-revit2011.ifc", "IfcSpace"],
  ["duplex-a-georef-revit2011.ifc", "IfcSlab"],
  ["lillebru-bridge-tekla.ifc", "IfcBeam"],
  ["lillebru-bridge-tekla.ifc", "IfcColumn"],
  ["rail-linear-placement-ifc4x3.ifc", "IfcReferent"],
  ["rail-linear-placement-ifc4x3.ifc", "IfcAlignmentSegment"],
  ["revit2020-ifc4-rooms.ifc", "IfcWindow"],
  ["revit2020-ifc4-rooms.ifc", "IfcWall"],
  ["revit2020-ifc4-rooms.ifc", "IfcMember"],
  ["schependomlaan-balkonhekken-hicad.ifc", "IfcBuildingElementProxy"],
  ["schependomlaan-berntssteel-tekla.ifc", "IfcBeam"],
  ["schependomlaan-berntssteel-tekla.ifc", "IfcMechanicalFastener"],
  ["schependomlaan-berntssteel-tekla.ifc", "IfcPlate"],
  ["schependomlaan-houten-kozijnen.ifc", "IfcWindow"],
  ["schependomlaan-houten-kozijnen.ifc", "IfcDoor"],
  ["schependomlaan-houten-kozijnen.ifc", "IfcWallStandardCase"],
] as const;

export const proveCells = inChromium(async (browser, say) => {
  await using product = await startProduct();
  const fixtures = [...new Set(TABLES.map(([name]) => name))];
  const staff = await signInStaff(browser, product.access, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await staff.newPage();
  const random = randomNumbers(SEED);
  const sum = { compared: 0, rounded: 0 };
  const wrong: string[] = [];
  for (const [name, ifcClass] of TABLES) {
    await openTable(page, await openModel(staff, product.access, name), ifcClass);
    const found = await compareShownCells(page, CELLS_EACH, random);
    sum.compared += found.compared;
    sum.rounded += found.rounded;
    wrong.push(...found.wrong.map((what) => `${name}, ${ifcClass}: ${what}`));
    say(`${name}, ${ifcClass}: ${String(found.compared)} compared, ${String(found.wrong.length)} wrong`);
    for (const line of found.wrong.slice(0, 5)) say(`  ${line}`);
  }
  return proofOf(wrong.length === 0, [
    `${String(sum.compared)} cells picked by chance (seed ${String(SEED)}) from ${String(TABLES.length)} tables of ${String(fixtures.length)} fixtures with all their columns, in Chromium on the built product: ` +
      "the text on the screen, its exact value on hover and under the table when the cell has the focus, what Ctrl C puts into the clipboard, and the head of its column, against the " +
      `table’s file for programs. ${String(wrong.length)} disagree. ${String(sum.rounded)} are shown shorter than they are, marked so, with the exact value at hand.`,
  ]);
});
