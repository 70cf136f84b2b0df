/**
 * One visit to every page, with its menus and dialogs, where every name is hostile: markup stays text, characters that turn the reading
 * direction are shown as marks and obeyed nowhere, and what opens brings its style with it. The content security policy refuses no style,
 * also after the page was read again, whose answer has a nonce of its own.
 */
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { INSIDE, type Ground } from "#tests/support/every-page.ts";
import { MARKED, plantHostile, removeHostile, TURNED } from "#tests/support/hostile-names.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 300_000;
const OPENED = "[role=dialog], [role=alertdialog], [role=menu], [role=complementary]";
const unique = `hostile-${String(process.pid)}-${String(Date.now())}`;

let browser: Browser;
let staff: BrowserContext;
let page: Page;
let db: PrismaClient;
let made: Ground;
/** What was found on the way, and how often the name was seen. */
const found = { acts: [] as string[], turns: [] as string[], refused: [] as string[] };
const seen = { asText: 0, marked: 0, opened: 0 };

test.beforeAll(async ({ browser: started }) => {
  test.setTimeout(2 * LIMIT_MS);
  browser = started;
  staff = await signInStaff(browser, product, { permissions: ["clipboard-read", "clipboard-write"] });
  page = await staff.newPage();
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy"))
      found.refused.push(`${page.url()}: ${message.text().slice(0, 300)}`);
  });
  db = createClient(product.databaseUrl);
  const planted = await plantHostile(page, product, db, unique);
  made = planted;
  const more = [`/clouds?q=${unique}`, `/operations?show=all&q=${unique}`, planted.operation];
  for (const address of [...INSIDE.map(([, path]) => path(made)), ...more]) await visit(address);
});

test.afterAll(async () => {
  await removeHostile(db, unique);
  await db.$disconnect();
  await closePages(browser);
});

/** Opens a page, looks at it, has it read again, and looks at what its first three menus and dialogs open. */
async function visit(address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (address === made.model) await page.getByRole("gridcell").first().waitFor();
  await look(address);
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
  // What a field holds is what is saved.
  const { acts, raw, isText, isMarked } = await page.evaluate((mark) => {
    const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    const raw: string[] = turning.test(document.title) ? ["the document's title"] : [];
    for (const element of document.querySelectorAll("body *:not(script, textarea)")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const texts = [
        ...own.map((node) => node.nodeValue),
        element.getAttribute("title"),
        element.getAttribute("aria-label"),
      ];
      if (texts.some((text) => turning.test(text ?? ""))) raw.push(element.outerHTML.slice(0, 200));
    }
    return {
      acts: "ran" in window || document.querySelector("[onerror], [onload], img[src=x]") !== null,
      raw,
      isText: document.body.innerText.includes("<img src=x onerror="),
      isMarked: document.body.innerText.includes(mark),
    };
  }, MARKED);
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
    await expect(panel, what).toBeVisible({ timeout: 30_000 });
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
