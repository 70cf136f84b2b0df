/**
 * One visit to every page, in German, with its menus and dialogs, where every name is hostile: markup stays text, characters that turn the
 * reading direction are shown as marks and obeyed nowhere, and what opens brings its style with it. The content security policy refuses no
 * style, also after the page was read again, whose answer has a nonce of its own. And the second language is complete: no page contains an
 * English text of the catalogue, and each works as the English one does.
 */
import { listArrivalFindings, untilArrived, watchArrival } from "#tests/support/arrival.ts";
import type { Locator, Page } from "@playwright/test";
import { browser, db, expect, page, product, speak, staff, test, useStaff } from "#tests/support/browser.ts";
import { INSIDE, NOWHERE, OUTSIDE, type Ground } from "#tests/support/every-page.ts";
import { listEnglish } from "#tests/support/german-page.ts";
import { findHostile, MARKED, plantHostile, removeHostile, TURNED } from "#tests/support/hostile-names.ts";
import { listBadLines } from "#tests/support/lines.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 300_000;
const WIDTHS = [390, 1280] as const;
const OPENED = "[role=dialog], [role=alertdialog], [role=menu], [role=complementary]";
const unique = `hostile-${String(process.pid)}-${String(Date.now())}`;

let made: Ground;
/** What was found on the way, and how often the name was seen. */
const found = { acts: [] as string[], turns: [] as string[], refused: [] as string[] };
/** What went wrong while a page arrived. */
const arrivals: string[] = [];
/** What a German page had in English, where lines end badly, and scripts that stumbled. */
const left: string[] = [];
const seen = { asText: 0, marked: 0, opened: 0 };

useStaff({ permissions: ["clipboard-read", "clipboard-write"] });

test.beforeAll(async () => {
  test.setTimeout(2 * LIMIT_MS);
  await watchArrival(staff);
  const planted = await plantHostile(page, product, db, unique);
  made = planted;
  watch(page);
  await speak(staff, "de");
  const more = [`/clouds?q=${unique}`, `/operations?show=all&q=${unique}`, planted.operation];
  for (const address of [...INSIDE.map(([, path]) => path(made)), ...more]) await visit(address);
  for (const part of ["", "/sums", "/passport"]) await visit(planted.detailed.replace("?", `${part}?`));
  await speak(staff, "en");
  const outside = await browser.newContext({ baseURL: product.origin });
  await watchArrival(outside);
  await speak(outside, "de");
  const arrived = await outside.newPage();
  watch(arrived);
  for (const [, path] of OUTSIDE) {
    await open(arrived, path(made));
    await read(arrived);
  }
});

test.afterAll(async () => {
  await removeHostile(db, unique);
});

function watch(on: Page): void {
  on.on("pageerror", ({ message }) => {
    const isBrokenOff = on.url().endsWith(NOWHERE) && message.includes("React error #419");
    if (!isBrokenOff) left.push(`${on.url()}: ${message}`);
  });
  on.on("console", (message) => {
    const text = message.text();
    if (text.includes("Content Security Policy")) found.refused.push(`${on.url()}: ${text.slice(0, 300)}`);
    if (message.type() === "error" && !text.startsWith("Failed to load resource"))
      left.push(`${on.url()}: ${text}`);
  });
}

/** Opens a page and waits for what it is about. */
async function open(on: Page, address: string): Promise<void> {
  await on.goto(address);
  await untilArrived(on);
  if (/\/models\/\d+\?/.test(address)) await on.getByRole("gridcell").first().waitFor();
  if (address.includes("/passport?")) await on.getByRole("table").first().waitFor();
}

/** Notes how the page arrived, what it says in English, and lines that end badly. */
async function read(on: Page): Promise<void> {
  arrivals.push(...(await listArrivalFindings(on)).map((finding) => `${on.url()}: ${finding}`));
  left.push(...(await listEnglish(on)).map((text) => `${on.url()}: ${text}`));
  for (const width of WIDTHS) {
    await on.setViewportSize({ width, height: 900 });
    left.push(...(await listBadLines(on)).map((line) => `${on.url()} at ${String(width)} px: ${line}`));
  }
}

/** Opens a page, looks at it, has it read again, and looks at what its first three menus and dialogs open. */
async function visit(address: string): Promise<void> {
  await open(page, address);
  await look(address);
  await read(page);
  await readAgain();
  const openers = page.locator("main [aria-haspopup]:not(.eg-head-menu):enabled").filter({ visible: true });
  const count = Math.min(await openers.count(), 3);
  for (let index = 0; index < count; index += 1) {
    await openers.nth(index).click();
    await opened().first().waitFor();
    await look(`${address}, opened`);
    seen.opened += 1;
    await close();
  }
}

const opened = (): Locator => page.locator(OPENED).filter({ visible: true });

/** As saving something does: the router's own way, with a new answer of the server. */
async function readAgain(): Promise<void> {
  const refresh = (): boolean => {
    const { router } = (window as unknown as { next: { router?: { refresh: () => void } } }).next;
    router?.refresh();
    return router !== undefined;
  };
  const answered = page.waitForResponse((answer) => answer.request().headers()["rsc"] === "1");
  await until("the page is read again", () => page.evaluate(refresh));
  await answered;
}

async function close(): Promise<void> {
  for (let left = await opened().count(); left > 0; left = await opened().count()) {
    await page.keyboard.press("Escape");
    await expect.poll(() => opened().count()).toBeLessThan(left);
  }
}

/** Notes where the page has markup that acts, or such a character by its element; and whether it shows the name. */
async function look(where: string): Promise<void> {
  const { acts, raw, isText, isMarked } = await findHostile(page);
  if (acts) found.acts.push(where);
  found.turns.push(...raw.map((element) => `${where}: ${element}`));
  if (isText) seen.asText += 1;
  if (isMarked) seen.marked += 1;
}

test("S29: markup in every text that is shown stays text", () => {
  expect(found.acts).toEqual([]);
  // It is visible, not left out.
  expect(seen.asText).toBeGreaterThan(12);
});

test("no character turns a text's direction, on no page and in nothing that opens; the name shows it as a mark", () => {
  expect(found.turns).toEqual([]);
  expect(seen.marked).toBeGreaterThan(12);
});

test("every menu and dialog that a page offers opens without a refused style", () => {
  expect(seen.opened).toBeGreaterThan(8);
  expect(found.refused).toEqual([]);
});

test("no page is rendered a second time while it arrives", () => {
  expect(arrivals).toEqual([]);
});

test("every page, told in German, has nothing left in English, no line that ends badly, and no script stumbles over it", () => {
  expect(left).toEqual([]);
});

test("nor do the palette, the shortcuts, the person's menu, and what opens beside the element table", async () => {
  test.setTimeout(LIMIT_MS);
  const button = (name: RegExp) => () => page.getByRole("button", { name }).first().click();
  await page.goto(made.model);
  await page.getByRole("gridcell").first().waitFor();
  await readAgain();
  for (const open of [
    button(/Search or run a command/),
    () => page.keyboard.press("?"),
    ...[/^Signed in as/, /^Views$/, /^Columns:/, /^Completeness$/, /^Row height$/].map(button),
    button(/^Choose how to export$/),
  ]) {
    await open();
    await opened().first().waitFor();
    await look("beside the table");
    await close();
  }
  const filter = page.getByRole("complementary", { name: "Filter" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await filter.waitFor();
  await look("the filter");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await filter.waitFor({ state: "hidden" });
  expect(found).toEqual({ acts: [], turns: [], refused: [] });
});

test("columns, views, the palette and the element show the name with its marks", async () => {
  test.setTimeout(LIMIT_MS);
  await page.goto(made.model);
  const cell = page.getByRole("gridcell", { name: MARKED }).first();
  await cell.waitFor();
  const shows = async (what: string, role: "dialog" | "complementary" = "dialog"): Promise<void> => {
    const panel = page.getByRole(role).filter({ hasText: MARKED }).first();
    await expect(panel, what).toBeVisible();
    await look(what);
    await page.keyboard.press("Escape");
    await expect(panel, what).toBeHidden();
  };
  await page.getByRole("button", { name: /^Columns:/ }).click();
  await shows("columns");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByLabel("Save the table as a view").fill(`${unique} ${TURNED}`);
  await page.keyboard.press("Enter");
  await shows("views");
  await page.getByRole("button", { name: /Search or run a command/ }).click();
  await page.getByRole("combobox").fill(unique);
  await shows("the palette");
  await cell.click();
  await page.keyboard.press("Enter");
  await shows("the element", "complementary");
  expect(found).toEqual({ acts: [], turns: [], refused: [] });
});

test("a copy of a cell has the name as it is", async () => {
  await page.goto(made.model);
  await page.getByRole("gridcell", { name: MARKED }).first().click();
  await page.keyboard.press("Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("annex\u202efdp");
});
