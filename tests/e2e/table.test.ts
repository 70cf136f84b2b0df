/**
 * The element table in a browser, by keyboard alone: sort, filter by values, figures of a column, columns moved, hidden and pinned, the row
 * beside the table, completeness; the whole state in the address; clean for axe where something is open.
 */
import {
  expect,
  openAgain,
  page,
  press,
  speak,
  staff,
  test,
  useModel,
  useStaff,
} from "#tests/support/browser.ts";
import { until } from "#tests/support/until.ts";
import { listFindings } from "#tests/support/looks.ts";

useStaff();
const model = useModel("revit2020-ifc4-rooms.ifc");

/** The address of the doors' table, with further words. */
const doors = (more = ""): string => `${model.path}?type=IfcDoor${more}`;

/** The first column of values that follow one another on the screen: the names of the rows. */
async function namesShown(): Promise<string[]> {
  return page.getByRole("rowheader").allInnerTexts();
}

/** Goes to the head of a column by arrow keys, as somebody without a pointer does. */
async function goToHead(name: string): Promise<void> {
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  for (let column = 0; column < 20; column += 1) {
    const head = await page.evaluate(() => document.activeElement?.getAttribute("title") ?? "");
    if (head.startsWith(`Attributes: ${name}`)) return;
    await page.keyboard.press("ArrowRight");
  }
  throw new Error(`There is no head ${name}.`);
}

async function untilAddress(what: RegExp): Promise<void> {
  await until(`the address has ${String(what)}`, () => what.test(new URL(page.url()).search));
}

test("a head sorts up and down; the order is in the address, and a link opens the same view", async () => {
  await page.goto(doors());
  await goToHead("Name");
  await page.keyboard.press("Enter");
  await page.locator('[aria-sort="ascending"]').waitFor();
  await untilAddress(/[?&]s=c/);
  await until("the rows are in order", async () => (await namesShown())[0] === "1E4dCI");
  await page.keyboard.press("Enter");
  await page.locator('[aria-sort="descending"]').waitFor();
  await untilAddress(/[?&]s=-c/);
  await until("the rows are in the other order", async () => (await namesShown())[0] !== "1E4dCI");
  const sorted = await namesShown();
  await using other = await staff.newPage();
  await other.goto(page.url());
  await other.getByRole("grid").waitFor();
  await until("the link shows the same", async () => {
    const names = await other.getByRole("rowheader").allInnerTexts();
    return names.length > 0 && names[0] === sorted[0];
  });
});

test("rows are filtered by values that are counted; the chip says it and takes it away again", async () => {
  await page.goto(doors());
  await goToHead("ObjectType");
  await page.keyboard.press("Alt+ArrowDown");
  await press(page.getByRole("menuitem", { name: "Filter this column…" }));
  const panel = page.getByRole("complementary", { name: "Filter" });
  const first = panel.getByRole("checkbox").first();
  await first.waitFor();
  expect(await listFindings(page), "filters beside the rows").toEqual([]);
  await press(first, "Space");
  await press(panel.getByRole("button", { name: "Add filter" }));
  await page.getByRole("grid", { name: "Properties of 9 doors" }).waitFor();
  await page.getByRole("button", { name: "Export 9 of 21 doors" }).waitFor();
  for (const place of [page.locator(".eg-foot"), panel])
    await place.getByText("9 of 21 doors", { exact: true }).waitFor();
  await untilAddress(/[?&]f=c[^&]*oneOf/);
  await press(page.getByRole("button", { name: "Remove the filter on ObjectType" }));
  await page.getByRole("grid", { name: "Properties of 21 doors" }).waitFor();
});

test("what is typed in the search narrows the rows; nothing found says what was looked for and leads back", async () => {
  await page.goto(doors());
  const search = page.getByRole("searchbox", { name: "Find in rows" });
  await search.fill("no door is called this");
  await page.getByText("No doors match").waitFor();
  expect(await listFindings(page), "nothing matches").toEqual([]);
  await page.getByRole("button", { name: "Show all doors" }).press("Enter");
  await page.getByRole("grid", { name: "Properties of 21 doors" }).waitFor();
});

test("an action of the page goes to the address that the table wrote, which stays; reading again makes the date new", async () => {
  await page.goto(doors());
  const read = page.getByText("read", { exact: false }).locator("time").filter({ visible: true }).first();
  const before = await read.getAttribute("datetime");
  await page.getByRole("searchbox", { name: "Find in rows" }).fill("buitendeur");
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  await untilAddress(/[?&]q=buitendeur/);
  const asked = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Refresh from service" }).filter({ visible: true }).first().click();
  expect(new URL((await asked).url()).searchParams.get("q")).toBe("buitendeur");
  await until("the date is new", async () => (await read.getAttribute("datetime")) !== before);
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("buitendeur");
});

test("the figures of a column agree with its values, and the focus comes back to the head", async () => {
  await page.goto(doors());
  await goToHead("OverallWidth");
  await page.keyboard.press("Alt+ArrowDown");
  await press(page.getByRole("menuitem", { name: "Statistics" }));
  const dialog = page.getByRole("dialog", { name: "OverallWidth" });
  await dialog.getByText("Mean").waitFor();
  await dialog.getByRole("img", { name: /^Distribution from/ }).waitFor();
  expect(await listFindings(page), "figures").toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect(page.locator(":focus")).toHaveAttribute("title", /OverallWidth/);
});

test("columns are moved, resized, hidden and shown again without a pointer", async () => {
  await page.goto(doors());
  const heads = (): Promise<(string | null)[]> =>
    page
      .getByRole("columnheader")
      .evaluateAll((all) => all.map((one) => one.getAttribute("title")).filter(Boolean));
  await goToHead("ObjectType");
  const before = await heads();
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await until("the column moved", async () => {
    const after = await heads();
    const place = (all: (string | null)[]): number => all.findIndex((one) => one?.includes("ObjectType"));
    return place(after) === place(before) - 1;
  });
  await untilAddress(/[?&]cols=/);
  await goToHead("Tag");
  const width = (): Promise<number> =>
    page.evaluate(() => document.activeElement?.getBoundingClientRect().width ?? 0);
  const narrow = await width();
  await page.keyboard.press("Alt+ArrowRight");
  await until("the column is wider", async () => (await width()) > narrow);
  await page.keyboard.press("Alt+ArrowDown");
  await press(page.getByRole("menuitem", { name: "Hide" }));
  await until(
    "the column is gone",
    async () => !(await heads()).some((one) => one?.startsWith("Attributes: Tag")),
  );
  await press(page.getByRole("button", { name: /^Columns:/ }));
  const dialog = page.getByRole("dialog", { name: "Columns" });
  await dialog.getByRole("checkbox", { name: "Tag" }).waitFor();
  await press(dialog.getByRole("checkbox", { name: "Tag" }), "Space");
  await page.keyboard.press("Escape");
  await until("the column is back", async () =>
    (await heads()).some((one) => one?.startsWith("Attributes: Tag")),
  );
});

test("Ctrl C copies the focused cell, whichever it is, and says what was copied", async () => {
  await staff.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(doors());
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("Control+Home");
  const seen = new Set<string>();
  for (let column = 0; column < 3; column += 1) {
    const cell = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? "");
    await page.keyboard.press("ControlOrMeta+c");
    await page.getByRole("status").getByText(`Copied ${cell}`, { exact: true }).waitFor();
    await until(
      "the cell is in the clipboard",
      async () => (await page.evaluate(() => navigator.clipboard.readText())) === cell,
    );
    seen.add(cell);
    await page.keyboard.press("ArrowRight");
  }
  expect(seen.size).toBeGreaterThan(1);
});

test("Enter opens the row beside the table with every property; Escape gives the focus back to its cell", async () => {
  await page.goto(doors());
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("complementary", { name: "Element" });
  await drawer.getByText("Attributes").waitFor();
  await drawer.getByText("SINGLE_SWING").first().waitFor();
  expect(await listFindings(page), "row beside the table").toEqual([]);
  const first = await drawer.getByRole("heading", { level: 2 }).innerText();
  await press(drawer.getByRole("button", { name: "Next row" }));
  await until(
    "the next row is shown",
    async () => (await drawer.getByRole("heading", { level: 2 }).innerText()) !== first,
  );
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await expect(page.locator("[data-row='0']:focus")).toHaveCount(1);
});

test("the open row stays the marked row, whatever the order, the search and the address become", async () => {
  await page.goto(doors("&q=buitendeur"));
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("complementary", { name: "Element" });
  const opened = await drawer
    .locator("header")
    .getByText(/^[\w$]{22}$/)
    .innerText();
  /** The row that is marked is the open one, and stands where the drawer says. */
  const expectMarked = async (): Promise<number> => {
    const row = page.locator("[role=row][aria-current=true]");
    await row.getByText(opened, { exact: true }).waitFor();
    const place = Number(await row.getAttribute("aria-rowindex")) - 2;
    await drawer
      .getByRole("status")
      .getByText(`IfcDoor, row ${String(place)}`, { exact: true })
      .waitFor();
    return place;
  };
  const places = [await expectMarked()];
  for (const direction of ["ascending", "descending"]) {
    await goToHead("Name");
    await page.keyboard.press("Enter");
    await page.locator(`[aria-sort="${direction}"]`).waitFor();
    await page.locator("[role=grid]:not([aria-busy])").waitFor();
    places.push(await expectMarked());
  }
  expect(new Set(places)).toEqual(new Set([1, 2]));
  const other = places.at(-1) === 1 ? "Next row" : "Previous row";
  await drawer.getByRole("button", { name: other }).press("Enter");
  await drawer.locator("header").getByText(opened, { exact: true }).waitFor({ state: "detached" });
  const neighbour = page.locator("[role=row][aria-current=true]");
  await expect(neighbour).toHaveAttribute("aria-rowindex", other === "Next row" ? "4" : "3");
  await page.getByRole("searchbox", { name: "Find in rows" }).fill("no door is called this");
  await drawer.getByRole("status").getByText("not among the rows shown").waitFor();
  await expect(drawer.getByRole("button", { name: "Next row" })).toBeDisabled();
});

test("a number that is wider than its cell is rounded and says so; the whole number is a focus away", async () => {
  await page.goto(doors());
  await goToHead("OverallHeight");
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Alt+ArrowLeft");
  const rounded = page.locator("[role=gridcell][title]", { hasText: "≈" }).first();
  await rounded.waitFor();
  const [shown, whole] = [await rounded.innerText(), (await rounded.getAttribute("title")) ?? ""];
  expect(Math.abs(Number(shown.slice(1)) / Number(whole) - 1)).toBeLessThan(0.1);
  await rounded.focus();
  await page.getByRole("status").getByText(`Exact value ${whole}`).waitFor();
});

test("completeness groups the elements by what they lack, narrow and dark as well", async () => {
  await page.goto(doors());
  await page.getByRole("button", { name: "Completeness" }).press("Enter");
  await page.getByRole("heading", { name: "Elements by missing values" }).waitFor();
  expect(await listFindings(page), "completeness").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await listFindings(page), "completeness, dark and narrow").toEqual([]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("an address that says nonsense opens the table all the same and names what it left out", async () => {
  await page.goto(doors("&s=nothing&f=c.!!&q=buiten"));
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  await page.getByRole("main").getByText("Portico doesn’t understand: f, s.").waitFor();
});

test("a German page has no English number and no English truth value, and takes numbers as Germans type them", async () => {
  await using german = await openAgain({ permissions: ["clipboard-read", "clipboard-write"] });
  await speak(german, "de");
  const here = await german.newPage();
  await here.goto(doors());
  await here.getByRole("grid", { name: "Merkmale: 21 Türen" }).waitFor();
  await here.getByRole("gridcell").first().waitFor();
  const [numbers, words, heads] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const scroller = here.locator(".eg-scroll");
  const width = await scroller.evaluate((element) => element.scrollWidth);
  const scrollTo = async (left: number): Promise<void> => {
    await scroller.evaluate((element, to) => element.scrollTo({ left: to }), left);
    await here.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  };
  for (let left = 0; left < width; left += 600) {
    await scrollTo(left);
    for (const text of await here.locator("[role=gridcell].end").allInnerTexts()) numbers.add(text);
    for (const text of await here.locator("[role=gridcell]:not(.end)").allInnerTexts()) words.add(text);
    for (const text of await here.locator(".eg-hint").allInnerTexts()) heads.add(text);
  }
  expect([...numbers].filter((text) => text.includes("."))).toEqual([]);
  expect([...heads].filter((text) => /\d\.\d/.test(text))).toEqual([]);
  expect([...numbers].filter((text) => /\d,\d/.test(text)).length).toBeGreaterThan(5);
  expect([...words].filter((text) => /^(?:true|false)$/i.test(text))).toEqual([]);
  expect(words).toContain("falsch");

  // The whole number is one focus away, and what is copied is what a German spreadsheet takes for a number.
  const cell = here.locator("[role=gridcell].end", { hasText: "," }).first();
  for (let left = 0; left < width; left += 600) {
    await scrollTo(left);
    if ((await cell.count()) > 0) break;
  }
  await cell.click();
  const whole = (await cell.getAttribute("title")) ?? (await cell.innerText());
  await here.keyboard.press("ControlOrMeta+c");
  await until(
    "the number is in the clipboard",
    async () => (await here.evaluate(() => navigator.clipboard.readText())) === whole,
  );
  expect(whole).toMatch(/^\d+,\d+$/);

  await here.getByRole("searchbox").fill("817,49");
  await here.getByRole("grid", { name: "Merkmale: 2 Türen" }).waitFor();
  await here.getByRole("searchbox").fill("");
  await here.getByRole("grid", { name: "Merkmale: 21 Türen" }).waitFor();
  await here.getByRole("button", { name: "Filtern", exact: true }).click();
  const panel = here.getByRole("complementary", { name: "Filtern" });
  await panel.getByLabel("Spalte", { exact: true }).selectOption({ label: "OverallWidth" });
  const from = panel.getByLabel(/^Von/);
  await expect(from).toHaveAttribute("placeholder", /^\d+(?:,\d+)?$/);
  await from.fill("1.966");
  await panel.getByRole("button", { name: "Filter hinzufügen" }).click();
  await panel.getByText("„1.966“ kann 1966 oder 1,966 sein. Geben Sie eines davon ein.").waitFor();
  await from.fill("816.5");
  await panel.getByText("Verstanden als 816,5").waitFor();
  expect(await listFindings(here), "filters in German").toEqual([]);
  await from.fill("816,5");
  await panel.getByText("Verstanden als").waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Filter hinzufügen" }).click();
  await here.getByRole("grid", { name: "Merkmale: 7 Türen" }).waitFor();
  await expect(here.locator(".chip")).toContainText("816,5");
});
