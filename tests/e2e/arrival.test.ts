/**
 * A page that is opened by its address arrives in parts, which React hydrates in place. If a context's value changes meanwhile, React
 * renders the rest of the page a second time, beside the part that is still hidden.
 */
import type { Browser, Page } from "@playwright/test";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { signInStaff } from "#tests/support/sign-in.ts";

declare global {
  interface Window {
    /** The most first-level headings that the document had at once, including those of hidden parts. */
    headingsMax: number;
  }
}

let browser: Browser;
let page: Page;

test.beforeAll(async ({ browser: started }) => {
  browser = started;
  page = await (await signInStaff(browser, product)).newPage();
  await page.addInitScript(() => {
    window.headingsMax = 0;
    new MutationObserver(() => {
      window.headingsMax = Math.max(window.headingsMax, document.querySelectorAll("h1").length);
    }).observe(document, { subtree: true, childList: true });
  });
});

test.afterAll(async () => {
  await closePages(browser);
});

test("no page is rendered a second time while it arrives", async () => {
  for (const path of [
    "/applications",
    "/clouds",
    "/exports",
    "/staff",
    "/applications",
    "/clouds",
    "/staff",
  ]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("div[hidden][id^='S:']").first().waitFor({ state: "detached" });
    expect(await page.evaluate(() => window.headingsMax), path).toBe(1);
  }
});
