/**
 * Cells of the element table in a browser: selected by mouse and by keys, the table reached in few steps, hits of the search marked, a class
 * with its subtypes, and the open element in the address and in the search.
 */
import { parse } from "csv-parse/sync";
import type { Locator } from "@playwright/test";
import {
  downloaded,
  expect,
  openAgain,
  page,
  staff,
  test,
  useModel,
  useStaff,
} from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { until } from "#tests/support/until.ts";

useStaff({ viewport: { width: 1280, height: 900 } });
const rooms = useModel("revit2020-ifc4-rooms.ifc");
const duplex = useModel("duplex-a-georef-revit2011.ifc");

function cell(row: number, column: number): Locator {
  return page.locator(`[data-row="${String(row)}"][data-column="${String(column)}"]`);
}

/** Waits until the foot says what is selected, and gives the places of the cells that say it themselves. */
async function selected(words: string): Promise<string[]> {
  await page.getByRole("status").getByText(`${words} cells selected, Ctrl C copies them`).waitFor();
  return page
    .locator("[role=grid] [aria-selected=true]")
    .evaluateAll((cells) =>
      cells.map((one) => `${one.dataset["row"] ?? ""} ${one.dataset["column"] ?? ""}`).sort(),
    );
}

test("cells are selected by a drag, by Shift and a click, by Shift and keys; Escape and a move end it", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await cell(1, 2).hover();
  await page.mouse.down();
  await cell(2, 2).hover();
  await cell(3, 3).hover();
  await page.mouse.up();
  const dragged = await selected("3 × 2");
  expect(dragged).toEqual(["1 2", "1 3", "2 2", "2 3", "3 2", "3 3"]);
  await expectCleanInEveryLook(page, "cells selected");
  await cell(0, 1).click({ modifiers: ["Shift"] });
  expect(await selected("2 × 2")).toEqual(["0 1", "0 2", "1 1", "1 2"]);
  await page.keyboard.press("Shift+ArrowRight");
  expect(await selected("2 × 1")).toEqual(["0 2", "1 2"]);
  await page.keyboard.press("Escape");
  await page.locator("[role=grid] [aria-selected]").first().waitFor({ state: "detached" });
  await cell(4, 1).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  expect(await selected("2 × 1")).toEqual(["3 1", "4 1"]);
  await page.keyboard.press("ArrowDown");
  await page.locator("[role=grid] [aria-selected]").first().waitFor({ state: "detached" });
  await page.keyboard.press("ControlOrMeta+a");
  await page
    .getByRole("status")
    .getByText(/^21 × \d+\scells selected/)
    .waitFor();
});

test("a drag held below the table takes rows along that were not seen", async () => {
  await page.goto(`${rooms.path}?type=IfcWindow`);
  await cell(0, 1).hover();
  await page.mouse.down();
  const box = await page.locator(".eg-scroll").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 250, (box?.y ?? 0) + (box?.height ?? 0) + 20);
  await page
    .getByRole("status")
    .getByText(/^69 × 1\scells selected/)
    .waitFor();
  await page.mouse.up();
});

test("two skips lead from the top of the page to the first cell", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await page.getByRole("gridcell").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Skip to the table")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell(0, 0)).toBeFocused();
});

test("one Tab leaves the table in either direction, and the next leads back to the same cell", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await cell(0, 0).click();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await expect(cell(2, 1)).toBeFocused();
  for (const [away, back] of [
    ["Tab", "Shift+Tab"],
    ["Shift+Tab", "Tab"],
  ] as const) {
    await page.keyboard.press(away);
    await expect(page.locator("[role=grid] :focus"), away).toHaveCount(0);
    await page.keyboard.press(back);
    await expect(cell(2, 1), back).toBeFocused();
  }
});

test("several conditions stand beside the rows at once, each narrows them as it is made, and each goes by itself", async () => {
  const doors = await exportDoors();
  const idsOf = (holds: (door: Door) => boolean): string[] =>
    doors.flatMap((door) => (holds(door) ? [door.id] : [])).sort();
  const wide = (door: Door): boolean => door.width >= 820;
  const tall = (door: Door): boolean => door.height >= 2_000;
  const left = ({ type }: Door): boolean => type.endsWith("Binnendeur L");
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Filter" });
  const expectRows = async (holds: (door: Door) => boolean): Promise<void> => {
    const ids = idsOf(holds);
    await page
      .getByRole("grid", { name: new RegExp(`^Properties of ${String(ids.length)} doors?$`) })
      .waitFor();
    await page.locator("[role=grid]:not([aria-busy])").waitFor();
    await until("these rows are shown", async () => {
      const shown = await page.locator('.eg-body-row [data-column="0"]').allInnerTexts();
      return shown.sort().join() === ids.join();
    });
  };
  const addNumber = async (column: string, from: string): Promise<void> => {
    await panel.getByLabel("Find a column").fill(column);
    await panel.getByLabel(/^From/).fill(from);
    await panel.getByRole("button", { name: "Add filter" }).click();
  };
  await addNumber("OverallWidth", "820");
  await expectRows(wide);
  await addNumber("OverallHeight", "2000");
  await expectRows((door) => wide(door) && tall(door));
  // An alternative to the first condition lets more rows through.
  await panel.getByLabel("Find a column").fill("ObjectType");
  await panel.getByLabel("Condition", { exact: true }).selectOption({ label: "contains" });
  await panel.getByLabel("Text").fill("DEUR L");
  const joined = panel.getByLabel("With the other filters");
  expect(await joined.locator("option").allInnerTexts()).toEqual([
    "and: this must apply too",
    expect.stringMatching(/^or: this, or “OverallWidth/),
    expect.stringMatching(/^or: this, or “OverallHeight/),
  ]);
  await joined.selectOption({ index: 1 });
  await panel.getByRole("button", { name: "Add filter" }).click();
  await expectRows((door) => (wide(door) || left(door)) && tall(door));

  const chips = panel.getByRole("region", { name: "Conditions" });
  for (const column of ["OverallWidth", "OverallHeight", "ObjectType"])
    await chips.getByRole("button", { name: `Remove the filter on ${column}` }).waitFor();
  const [beside, rows] = [await panel.boundingBox(), await page.locator(".eg-scroll").boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(rows?.x ?? 0);
  await expectCleanInEveryLook(page, "several conditions");

  // They are in the address, and the panel stays open on this machine.
  await page.goto(page.url());
  await expectRows((door) => (wide(door) || left(door)) && tall(door));
  await chips.getByRole("button", { name: "Remove the filter on OverallHeight" }).click();
  await expectRows((door) => wide(door) || left(door));
  await panel.getByRole("button", { name: "Remove all" }).click();
  await expectRows(() => true);
  await panel.getByRole("button", { name: "Close the filters" }).click();
  await panel.waitFor({ state: "detached" });
});

type Door = { id: string; type: string; width: number; height: number };

/** All doors of the model, as the file for programs has them. */
async function exportDoors(): Promise<Door[]> {
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  await page.getByRole("button", { name: "Choose how to export" }).click();
  const choice = page.getByRole("menuitem", { name: "CSV for programs" });
  const { bytes } = await downloaded(() => choice.click());
  const lines: Record<string, string>[] = parse(bytes, { columns: true });
  return lines.map((line) => {
    const of = (property: string): string =>
      Object.entries(line).find(([heading]) => heading.split(" ")[0] === property)?.[1] ?? "";
    return {
      id: of("GlobalId"),
      type: of("ObjectType"),
      width: Number(of("OverallWidth")),
      height: Number(of("OverallHeight")),
    };
  });
}

test("hits of the search are marked in the row's cells, and go with the search", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor&q=BUITENDEUR`);
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  const marks = page.locator("[role=grid] mark");
  await marks.first().waitFor();
  const rows = await marks.evaluateAll((all) =>
    all.map((mark) => mark.closest("[data-row]")?.getAttribute("data-row")),
  );
  expect(new Set(rows)).toEqual(new Set(["0", "1"]));
  for (const mark of await marks.allInnerTexts()) expect(mark.toLowerCase()).toBe("buitendeur");
  await expectCleanInEveryLook(page, "hits marked");
  await page.getByRole("searchbox", { name: "Find in rows" }).fill("");
  await page.getByRole("grid", { name: "Properties of 21 doors" }).waitFor();
  await expect(marks).toHaveCount(0);
});

test("a switch shows walls with the subtypes that the model has, and alone again", async () => {
  await page.goto(`${duplex.path}?type=IfcWall`);
  await page.getByRole("grid", { name: "Properties of 1 wall" }).waitFor();
  const subtypes = page.getByRole("switch", { name: "Subtypes" }).filter({ visible: true });
  await expect(subtypes).toHaveAttribute("aria-checked", "false");
  await subtypes.click();
  await page.getByRole("grid", { name: "Properties of 57 elements" }).waitFor();
  expect(new URL(page.url()).searchParams.getAll("type")).toEqual(["IfcWall", "IfcWallStandardCase"]);
  await expect(subtypes).toHaveAttribute("aria-checked", "true");
  await expectCleanInEveryLook(page, "with subtypes");
  await subtypes.click();
  await page.getByRole("grid", { name: "Properties of 1 wall" }).waitFor();
});

test("the link carries the open element; an element that is not there is said", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await cell(3, 0).dblclick();
  const id = await cell(3, 0).innerText();
  const drawer = page.getByRole("complementary", { name: "Element" });
  await drawer.locator("header").getByText(id, { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("element")).toBe(id);
  await using other = await staff.newPage();
  await other.goto(page.url());
  await other.getByRole("complementary", { name: "Element" }).getByText("row 4").waitFor();
  await other.locator("[role=row][aria-current=true]").getByText(id, { exact: true }).waitFor();
  await other.getByRole("searchbox", { name: "Find in rows" }).fill("buitendeur");
  await other.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  await until("the address has both", async () => {
    const { searchParams } = new URL(other.url());
    return Promise.resolve(searchParams.get("q") === "buitendeur" && searchParams.get("element") === id);
  });
  await other.getByRole("button", { name: "Close", exact: true }).click();
  expect(new URL(other.url()).searchParams.get("element")).toBeNull();
  await other.goto(`${rooms.path}?type=IfcDoor&element=nowhere`);
  await other.getByText("The element nowhere of this link is not in this table.").waitFor();
});

test("on a phone a tap opens the row, which says its GlobalId", async () => {
  await using phone = await openAgain({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const there = await phone.newPage();
  await there.goto(`${rooms.path}?type=IfcDoor`);
  await there.getByRole("rowheader").first().tap();
  const drawer = there.getByRole("complementary", { name: "Element" });
  await drawer
    .locator("header")
    .getByText(/^[\w$]{22}$/)
    .waitFor();
});

test("a set is hidden and shown as one", async () => {
  await page.goto(`${duplex.path}?type=IfcDoor`);
  const set = page.getByRole("columnheader", { name: "Pset_DoorCommon", exact: true });
  await page.getByRole("button", { name: /^Columns:/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  await dialog.getByLabel("Find a column").fill("Pset_DoorCommon");
  const whole = dialog.getByRole("checkbox", { name: "Show all of Pset_DoorCommon" });
  await expect(whole).toBeChecked();
  await whole.press("Space");
  await expectCleanInEveryLook(page, "a set that is hidden");
  await dialog.getByRole("checkbox", { name: "Reference", exact: true }).press("Space");
  await expect(whole).toBeChecked({ indeterminate: true });
  await dialog.getByRole("checkbox", { name: "Reference", exact: true }).press("Space");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await until("the address leaves the set's columns out", async () => {
    const hidden = new URL(page.url()).searchParams.get("hide") ?? "";
    return Promise.resolve(hidden.split(".").length > 1);
  });
  await page.getByRole("button", { name: /^Columns:/ }).press("Enter");
  await dialog.getByLabel("Find a column").fill("Pset_DoorCommon");
  await whole.press("Space");
  await expect(whole).toBeChecked();
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector(".eg-scroll")?.scrollTo({ left: 400 }));
  await set.waitFor();
});

test("search finds an element by its GlobalId and a column by its name, also in the table that is open", async () => {
  await page.goto(`${rooms.path}?type=IfcDoor`);
  await cell(3, 0).dblclick();
  const drawer = page.getByRole("complementary", { name: "Element" });
  const globalId = drawer.locator("header").getByText(/^[\w$]{22}$/);
  const id = await globalId.innerText();
  const name = await drawer.getByRole("heading", { level: 2 }).innerText();
  const search = async (typed: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run a command" }).fill(typed);
  };
  for (const from of [null, "/clouds"]) {
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    if (from !== null) {
      await page.goto(from);
      await page.getByRole("heading", { level: 1, name: "Clouds" }).waitFor();
    }
    await search(id);
    const found = page.getByRole("group", { name: "Elements" }).getByRole("option");
    await found.getByText("IfcDoor").first().waitFor();
    // The same file may be in other Clouds of this installation.
    await found.filter({ hasText: rooms.cloud }).filter({ hasText: name }).click();
    await globalId.getByText(id, { exact: true }).waitFor();
    await page.locator("[role=row][aria-current=true]").getByText(id, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("element")).toBe(id);
  }
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });

  await search(`IfcDoor PanelPosition ${rooms.cloud}`);
  const property = page.getByRole("option").filter({ hasText: "IfcDoorPanelProperties: PanelPosition" });
  await property.getByText(/21\sof 21\sfilled/).waitFor();
  await page.getByText(/^Searched what Portico has read: /).waitFor();
  await expectCleanInEveryLook(page, "search with a property");
  await page.keyboard.press("Enter");
  // Beside GlobalId and name, wherever the table had the column before.
  await page.locator("[role=columnheader][data-column='2']").getByText("PanelPosition").waitFor();
  await until("the address has the column", () => new URL(page.url()).searchParams.has("pin"));
  await page.locator("[role=columnheader][data-column='1']").getByText("Name", { exact: true }).waitFor();

  await search("0000000000000000000000");
  await page.getByText(/^No results.*Searched what Portico has read: /).waitFor();
  await page.keyboard.press("Escape");
});
