/**
 * Whatever opens over a page, or beside its table, brings its style with it: the content security policy refuses none, also after the page
 * was read again, whose answer has a nonce of its own.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { INSIDE, makeGround, type Ground } from "#tests/support/every-page.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 300_000;
const OPENED = "[role=dialog], [role=alertdialog], [role=menu], [role=complementary]";

let browser: Browser;
let staff: BrowserContext;
let page: Page;
let made: Ground;
const refused: string[] = [];

test.beforeAll(async ({ browser: started }) => {
  test.setTimeout(LIMIT_MS);
  browser = started;
  made = await makeGround(browser, product, `Refused styles ${String(process.pid)}`);
  staff = await signInStaff(browser, product);
  page = await staff.newPage();
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy"))
      refused.push(`${page.url()}: ${message.text().slice(0, 300)}`);
  });
});

test.afterAll(async () => {
  await closePages(browser);
});

/** Opens a page and has it read again, as saving something does: the router's own way, with a new answer of the server. */
async function openAndRefresh(address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
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
  const opened = page.locator(OPENED).filter({ visible: true });
  for (let left = await opened.count(); left > 0; left = await opened.count()) {
    await page.keyboard.press("Escape");
    await expect.poll(() => opened.count()).toBeLessThan(left);
  }
}

test("every menu and dialog that a page offers opens without a refused style", async () => {
  test.setTimeout(LIMIT_MS);
  let opened = 0;
  for (const [name, path] of INSIDE) {
    await openAndRefresh(path(made));
    if (name === "elements") await page.getByRole("gridcell").first().waitFor();
    const openers = page.locator("main [aria-haspopup]:not(.eg-head-menu):enabled").filter({ visible: true });
    const count = Math.min(await openers.count(), 3);
    for (let index = 0; index < count; index += 1) {
      await openers.nth(index).click();
      await page.locator(OPENED).filter({ visible: true }).first().waitFor();
      opened += 1;
      await close();
    }
  }
  expect(opened).toBeGreaterThan(8);
  expect(refused).toEqual([]);
});

test("the palette, the shortcuts and the person's menu open without one", async () => {
  test.setTimeout(LIMIT_MS);
  await openAndRefresh("/clouds");
  for (const open of [
    () => page.getByRole("button", { name: /Search or run a command/ }).click(),
    () => page.keyboard.press("?"),
    () => page.getByRole("button", { name: /^Signed in as/ }).click(),
  ]) {
    await open();
    await page.locator(OPENED).filter({ visible: true }).first().waitFor();
    await close();
  }
  expect(refused).toEqual([]);
});

test("the element table's dialogs and panels open without one", async () => {
  test.setTimeout(LIMIT_MS);
  await openAndRefresh(made.model);
  const grid = page.getByRole("grid");
  await grid.getByRole("gridcell").first().waitFor();
  for (const name of [/^Views$/, /^Columns:/, /^Completeness$/, /^Row height$/, /^Choose how to export$/]) {
    await page.getByRole("button", { name }).first().click();
    await page.locator(OPENED).filter({ visible: true }).first().waitFor();
    await close();
  }
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("complementary", { name: "Filter" }).waitFor();
  expect(refused).toEqual([]);
});
