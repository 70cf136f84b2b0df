/**
 * Groups and sums in a browser: from the table with its filter, chosen by keyboard, in the address, as files, and back to the elements of a
 * group. Clean for axe.
 */
import { parse } from "csv-parse/sync";
import type { Locator } from "@playwright/test";
import { downloaded, expect, page, press, test, useModel, useStaff } from "#tests/support/browser.ts";
import { listFindings } from "#tests/support/looks.ts";

useStaff();
const model = useModel("revit2020-ifc4-rooms.ifc");

test("a table's rows are grouped by storey and type with the sum of an area, by keyboard, and downloaded as seen", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  await page.getByRole("link", { name: "Sums", exact: true }).click();
  const groups = page.getByRole("table", { name: "Groups" });
  await groups.waitFor();
  await expectTogether(groups);
  await page.getByLabel("Then by").selectOption("");
  await press(page.getByRole("button", { name: "Show sums" }));
  await expect(page.getByLabel("Then by")).toHaveValue("");
  await expect(groups.getByRole("columnheader").first()).toHaveText("Storey");
  const shown = await groups.getByRole("row").count();
  const { bytes } = await downloaded(() => page.getByRole("link", { name: "Download sums as CSV" }).click());
  const lines: string[][] = parse(bytes, { bom: true, delimiter: ";" });
  expect(lines).toHaveLength(shown);
  expect(lines[0]?.slice(0, 2)).toEqual(["Relations.Storey", "Elements"]);
  const counts = lines.slice(1).map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(21);
  const first = groups.getByRole("link").first();
  const words = (await first.textContent()) ?? "";
  await first.click();
  await page.getByRole("grid", { name: `Properties of ${words}` }).waitFor();
});

/** On a wide screen the sums stand beside their group; in a card each says what it is the sum of, and in which unit. */
async function expectTogether(groups: Locator): Promise<void> {
  const head = (await groups.getByRole("columnheader").last().textContent()) ?? "";
  const [, name = "none", unit = ""] = /^Sum of (.*?)(?:, ([^,]+))?$/.exec(head) ?? [];
  await page.setViewportSize({ width: 1920, height: 900 });
  const gaps = await groups.evaluate((table) => {
    const widths = [...table.querySelectorAll("thead th")].map((th) => th.getBoundingClientRect().width);
    return { first: widths[0] ?? 0, all: table.getBoundingClientRect().width, page: window.innerWidth };
  });
  expect(gaps.first).toBeLessThan(gaps.all / 2);
  expect(gaps.all).toBeLessThan(gaps.page * 0.7);
  await page.setViewportSize({ width: 390, height: 900 });
  const told = await groups
    .getByRole("cell")
    .filter({ hasText: `${name}: ` })
    .allInnerTexts();
  expect(told).toHaveLength((await groups.getByRole("row").count()) - 1);
  for (const words of told) expect(words).toMatch(/: (?:no numbers to add up|[\d\s.]+.*)(?:\n|$)/);
  expect(told.filter((words) => words.includes(unit)).length).toBeGreaterThan(0);
  expect(await listFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("the table's filter stays, is told, and can be taken away", async () => {
  await page.goto(`${model.path}?type=IfcDoor&q=1E4dCI`);
  const grid = page.getByRole("grid");
  await grid.waitFor();
  await page.getByRole("link", { name: "Sums", exact: true }).click();
  const told = page.getByText("Only elements with: “1E4dCI” in a cell.");
  await told.waitFor();
  await page.getByRole("link", { name: "Add up all elements" }).click();
  await told.waitFor({ state: "detached" });
  await page.getByRole("status").getByText("21 doors").waitFor();
});
