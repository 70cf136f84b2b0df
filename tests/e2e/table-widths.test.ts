/**
 * What stands around the rows of the element table fits its place in both languages: conditions with long names and values, the line of
 * facts, the figures of the heads; and the form of a condition begins anew as a whole.
 */
import { writeView } from "#lib/elements/query/address/view-address.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { addressView } from "#lib/features/views/fit.ts";
import type { Locator } from "@playwright/test";
import { expect, page, speak, staff, test, useModel, useStaff } from "#tests/support/browser.ts";

const LONG = "a value of a property that somebody wrote at length";
const PROPERTY = "ArticleNumberOfTheManufacturer";

useStaff();
const model = useModel("revit2020-ifc4-rooms.ifc");

/** How far each stands out to the right of the place, in px; null where one of the two is not drawn, as before the page has its code. */
async function overhangs(inner: Locator, place: Locator): Promise<(number | null)[]> {
  const around = await place.boundingBox();
  const boxes = await Promise.all((await inner.all()).map((one) => one.boundingBox()));
  return boxes.map((box) =>
    box === null || around === null ? null : Math.max(0, box.x + box.width - (around.x + around.width)),
  );
}

/** Whether a part of its text has no room. */
function isCut(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.scrollWidth > element.clientWidth);
}

const ALTERNATIVES = viewContentSchema.parse({
  ifcClasses: ["IfcDoor"],
  columns: [{ property: "Name" }],
  anyOf: [
    [
      {
        column: { set: "Relations", property: "Storey" },
        op: "oneOf",
        values: [
          { kind: "text", text: "02 Tweede verdieping" },
          { kind: "text", text: LONG },
        ],
      },
      {
        column: { set: "Pset_ManufacturerTypeInformation", property: PROPERTY },
        op: "notContains",
        text: LONG,
      },
    ],
  ],
});

test("alternatives with long names and values stay inside of the panel and the window, with the whole property, and their crosses can be pressed", async () => {
  const address = `${model.path}?type=IfcDoor&${writeView(addressView(ALTERNATIVES)).toString()}`;
  const words = { en: /^Remove the filter on/, de: /^Filter .* entfernen$/ };
  // Once open, the panel is open on every wide screen of this browser.
  await page.goto(address);
  await page.getByRole("grid").or(page.getByText("No doors match")).waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.locator("aside.filters").waitFor();
  for (const language of ["en", "de"] as const) {
    await speak(staff, language);
    for (const width of [1920, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await page.locator(".chip").first().waitFor();
      const place = width > 1_000 ? page.locator("aside.filters") : page.locator("body");
      await place.locator(".chip").first().waitFor();
      const crosses = place.getByRole("button", { name: words[language] });
      const where = `${language} at ${String(width)} px`;
      await expect.poll(() => overhangs(crosses, place), where).toEqual([0, 0]);
      for (const name of await place.locator(".chip-name").all()) expect(await isCut(name)).toBe(false);
      for (const chip of await place.locator(".chip-words").all()) expect(await isCut(chip)).toBe(false);
      await expect(place.locator(".chip-name").nth(1)).toContainText(PROPERTY);
    }
  }
  await speak(staff, "en");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(address);
  const panel = page.getByRole("complementary", { name: "Filter" });
  await panel.getByTitle(/is one of 02 Tweede verdieping or a value/).waitFor();
  await panel.getByRole("button", { name: `Remove the filter on Pset_ManufacturerTypeInformation` }).click();
  await expect(panel.locator(".chip")).toHaveCount(1);
  await panel.getByRole("button", { name: "Close the filters" }).click();
});

test("after a condition is added, the search for a column and the column begin anew together", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Filter" });
  const [search, column] = [panel.getByLabel("Find a column"), panel.getByLabel("Column", { exact: true })];
  const first = await column.inputValue();
  await search.fill("overallw");
  await expect(column).not.toHaveValue(first);
  await panel.getByLabel("Condition", { exact: true }).selectOption({ label: "has a value" });
  await panel.getByRole("button", { name: "Add filter" }).click();
  await panel.locator(".chip").waitFor();
  await expect(search).toHaveValue("");
  await expect(column).toHaveValue(first);
  await panel.getByText(/columns? found$/).waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Close the filters" }).click();
});

test("the figures of the heads say that they are of all rows as long as a search leaves some out", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid", { name: "Properties of 21 doors" }).waitFor();
  const head = page.getByRole("columnheader", { name: /^Name/ }).first();
  await expect(head).toHaveAttribute("title", /, 100 % filled/);
  await page.getByRole("searchbox", { name: "Find in rows" }).fill("buitendeur");
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  await head.getByText("all: 100 %").waitFor();
  await expect(head).toHaveAttribute("title", /, of all 21 rows: 100 % filled/);
  await page.getByRole("searchbox", { name: "Find in rows" }).fill("");
  await head.getByText("100 %", { exact: true }).waitFor();
});

test("the line of facts beside the title is whole in German", async () => {
  await speak(staff, "de");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${model.path}?type=IfcDoor`);
  const facts = page.locator("span", { hasText: /^IfcDoor ohne Untertypen$/ }).filter({ visible: true });
  await facts.waitFor();
  expect(await facts.evaluate((element) => getComputedStyle(element).textOverflow)).not.toBe("ellipsis");
  expect(await isCut(facts)).toBe(false);
  await speak(staff, "en");
});
