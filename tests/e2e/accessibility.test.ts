/**
 * Every page in both themes and at both widths: axe finds nothing, nothing scrolls sideways but the element grid, and the content security
 * policy blocks nothing. None is rendered a second time while it arrives.
 */
import { listArrivalFindings, untilArrived, watchArrival } from "#tests/support/arrival.ts";
import type { BrowserContext, Page } from "@playwright/test";
import { browser, expect, openAgain, product, staff, test, useStaff } from "#tests/support/browser.ts";
import { INSIDE, makeGround, OUTSIDE, type Ground } from "#tests/support/every-page.ts";
import { listFindingsInEveryLook } from "#tests/support/looks.ts";

const CLOUD = `Schulcampus Riem, Bauabschnitt 2 mit einem Namen von achtzig Zeichen ${String(process.pid)}`;

let made: Ground;

useStaff();

test.beforeAll(async () => {
  made = await makeGround(staff, product, CLOUD);
});

// Loaded narrow, then widened, as a phone is turned: other tests load every page wide.
const options = { viewport: { width: 390, height: 900 } };
const signIn = (): Promise<BrowserContext> => openAgain(options);
const arrive = (): Promise<BrowserContext> => browser.newContext({ baseURL: product.origin, ...options });
for (const [who, pages, open] of [
  ["nobody", OUTSIDE, arrive],
  ["staff", INSIDE, signIn],
] as const) {
  test.describe(who, () => {
    let page: Page;

    test.beforeAll(async () => {
      const context = await open();
      await watchArrival(context);
      page = await context.newPage();
    });

    test.afterAll(async () => {
      await page.context().close();
    });

    for (const [name, path] of pages) {
      test(name, async () => {
        expect(await examine(page, name, path(made))).toEqual([]);
      });
    }
  });
}

async function examine(page: Page, name: string, path: string): Promise<string[]> {
  await page.setViewportSize(options.viewport);
  await page.goto(path);
  await untilArrived(page);
  if (name === "elements") await page.getByRole("gridcell").first().waitFor();
  return [...(await listFindingsInEveryLook(page)), ...(await listArrivalFindings(page))];
}
