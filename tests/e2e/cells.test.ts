/**
 * Cells of the element table in a browser: selected by mouse and by keys, the table reached in few steps, hits of the search marked, a class
 * with its subtypes, and the open element in the address.
 */
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { openService } from "#tests/support/service-caller.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "ifc");
const FILES = ["revit2020-ifc4-rooms.ifc", "duplex-a-georef-revit2011.ifc"] as const;
const cloudName = `Cells ${String(Date.now())}-${String(process.pid)}`;

let browser: Browser;
let staff: BrowserContext;
let page: Page;
/** The pages of the two models. */
let rooms = "";
let duplex = "";

test.beforeAll(async ({ browser: started }) => {
  test.setTimeout(240_000);
  const service = await openService(product);
  const cloud = await service.post("/cloud", { name: cloudName });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok C" });
  const path = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  for (const file of FILES) {
    const { model_id: modelId } = await service.upload(path, join(FIXTURES, file));
    const model = `${path}/ifc/${String(modelId)}`;
    const isReady = async (): Promise<boolean> =>
      ((await service.get(model)) as { status: string }).status === "C";
    await until(`${file} is ready`, isReady, 120_000);
  }
  browser = started;
  staff = await signInStaff(browser, product, { viewport: { width: 1280, height: 900 } });
  page = await staff.newPage();
  [rooms, duplex] = [await pageOf(FILES[0]), await pageOf(FILES[1])];
});

test.afterAll(async () => {
  await closePages(browser);
});

async function pageOf(file: string): Promise<string> {
  await page.goto(`/clouds?q=${encodeURIComponent(cloudName)}`);
  await page.getByRole("link", { name: cloudName }).first().click();
  await page.getByRole("link", { name: "Blok C" }).first().click();
  await page.getByRole("table", { name: "Models" }).getByRole("link", { name: file }).click();
  await page.getByRole("grid").waitFor();
  return new URL(page.url()).pathname;
}

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
  await page.goto(`${rooms}?type=IfcDoor`);
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
    .getByText(/^21 × \d+ cells selected/)
    .waitFor();
});

test("a drag held below the table takes rows along that were not seen", async () => {
  await page.goto(`${rooms}?type=IfcMember`);
  await cell(0, 1).hover();
  await page.mouse.down();
  const box = await page.locator(".eg-scroll").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 250, (box?.y ?? 0) + (box?.height ?? 0) + 20);
  await page
    .getByRole("status")
    .getByText(/^186 × 1 cells selected/)
    .waitFor();
  await page.mouse.up();
});

test("two skips lead from the top of the page to the first cell", async () => {
  await page.goto(`${rooms}?type=IfcDoor`);
  await page.getByRole("gridcell").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the table");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(await cell(0, 0).getAttribute("id"));
});

test("hits of the search are marked in the row's cells, and go with the search", async () => {
  await page.goto(`${rooms}?type=IfcDoor&q=BUITENDEUR`);
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
  expect(await marks.count()).toBe(0);
});

test("a switch shows walls with the subtypes that the model has, and alone again", async () => {
  await page.goto(`${duplex}?type=IfcWall`);
  await page.getByRole("grid", { name: "Properties of 1 wall" }).waitFor();
  const subtypes = page.getByRole("switch", { name: "Subtypes" }).filter({ visible: true });
  expect(await subtypes.getAttribute("aria-checked")).toBe("false");
  await subtypes.click();
  await page.getByRole("grid", { name: "Properties of 57 elements" }).waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).searchParams.getAll("type")).toEqual(["IfcWall", "IfcWallStandardCase"]);
  expect(await subtypes.getAttribute("aria-checked")).toBe("true");
  await expectCleanInEveryLook(page, "with subtypes");
  await subtypes.click();
  await page.getByRole("grid", { name: "Properties of 1 wall" }).waitFor();
});

test("the link carries the open element; an element that is not there is said", async () => {
  await page.goto(`${rooms}?type=IfcDoor`);
  await cell(3, 0).dblclick();
  const id = await cell(3, 0).innerText();
  const drawer = page.getByRole("complementary", { name: "Element" });
  await drawer.locator("header").getByText(id, { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("element")).toBe(id);
  const other = await staff.newPage();
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
  await other.goto(`${rooms}?type=IfcDoor&element=nowhere`);
  await other.getByText("The element nowhere of this link is not in this table.").waitFor();
  await other.close();
});

test("on a phone a tap opens the row, which says its GlobalId", async () => {
  const phone = await signInStaff(browser, product, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const there = await phone.newPage();
  await there.goto(`${rooms}?type=IfcDoor`);
  await there.getByRole("rowheader").first().tap();
  const drawer = there.getByRole("complementary", { name: "Element" });
  await drawer
    .locator("header")
    .getByText(/^[\w$]{22}$/)
    .waitFor();
  await phone.close();
});

test("a set is hidden and shown as one", async () => {
  await page.goto(`${duplex}?type=IfcDoor`);
  const set = page.getByRole("columnheader", { name: "Pset_DoorCommon", exact: true });
  await page.getByRole("button", { name: /^Columns:/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  await dialog.getByLabel("Find a column").fill("Pset_DoorCommon");
  const whole = dialog.getByRole("checkbox", { name: "Show all of Pset_DoorCommon" });
  expect(await whole.isChecked()).toBe(true);
  await whole.press("Space");
  await expectCleanInEveryLook(page, "a set that is hidden");
  await dialog.getByRole("checkbox", { name: "Reference", exact: true }).press("Space");
  expect(await whole.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
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
  expect(await whole.isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector(".eg-scroll")?.scrollTo({ left: 400 }));
  await set.waitFor();
});
