/**
 * The basis of every browser test. Each of Playwright's workers has a product, whose files use one browser and one database client; a file
 * that works as its administrator calls `useStaff`. What `let` exports is there when hooks and tests run, not while a file is loaded.
 */
import { readFile } from "node:fs/promises";
import { expect, test as base } from "@playwright/test";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { LANGUAGE_COOKIE } from "#lib/core/language/languages.ts";
import type { Language } from "#lib/core/texts.ts";
import { createClient, type PrismaClient, type StaffRole } from "#lib/db/client.ts";
import { addPerson } from "./access-ground.ts";
import { openModel, type OpenModel } from "./open-models.ts";
import { startProduct, type ProductAccess } from "./product.ts";
import { openService, type ServiceCaller } from "./service-caller.ts";
import { signInStaff } from "./sign-in.ts";

export { expect };

/** A first start builds the portal. */
const START_LIMIT_MS = 10 * 60_000;
const READ_LIMIT_MS = 240_000;

/** The product of this worker. */
export let product: ProductAccess;
/** The browser of this worker. */
export let browser: Browser;
/** The product's database, for checks behind the answers and for rows that no page makes. */
export let db: PrismaClient;

/** Of a file that calls `useStaff`: the administrator's browser, a page that its tests share, and a caller of the product's service. */
export let staff: BrowserContext;
export let page: Page;
export let service: ServiceCaller;

/** Playwright's test; before its first one, a worker starts a product, which its later files use too. */
export const test = base.extend<object, { productOfWorker: null }>({
  productOfWorker: [
    async ({ browser: own }, use) => {
      const started = await startProduct();
      product = started.access;
      browser = own;
      db = createClient(product.databaseUrl);
      await use(null);
      await db.$disconnect();
      await started.remove();
    },
    { scope: "worker", auto: true, timeout: START_LIMIT_MS },
  ],
});

/** Signs the administrator in before the tests of the file that calls this, and closes every page after them. */
export function useStaff(options: BrowserContextOptions = {}): void {
  test.beforeAll(async () => {
    service = await openService(product);
    staff = await signInStaff(browser, product, options);
    page = await staff.newPage();
  });
  test.afterAll(() => closePages(browser));
}

/**
 * A fixture as a model of the worker's product, for files that call `useStaff` first and change nothing of it. What the answer has is there
 * when hooks and tests run.
 */
export function useModel(file: string): OpenModel {
  const model = { path: "", cloud: "", project: "" };
  test.beforeAll(async () => {
    test.setTimeout(READ_LIMIT_MS);
    Object.assign(model, await openModel(staff, product, file));
  });
  return model;
}

/** Closes every page of a file's tests; the worker's browser stays for the next file. */
export async function closePages(of: Browser): Promise<void> {
  await Promise.all(of.contexts().map((context) => context.close()));
}

/** Another browser with the administrator's session, such as a phone; it remembers nothing of the pages. The caller closes it. */
export async function openAgain(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: product.origin, ...options });
  const cookies = await staff.cookies();
  await context.addCookies(cookies.filter(({ name }) => name.endsWith("portico.session")));
  return context;
}

/** The browser of a new colleague with that role, signed in. The caller closes it. */
export async function signInAs(role: StaffRole): Promise<BrowserContext> {
  const { cookie } = await addPerson(db, product, role);
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies([{ name, value, url: product.origin }]);
  return context;
}

/** From now on the portal speaks this language there. */
export async function speak(context: BrowserContext, language: Language): Promise<void> {
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.origin }]);
}

/** Presses a key on something as a person without a pointer does. A form that is not ready yet would ignore the key. */
export async function press(target: Locator, key = "Enter"): Promise<void> {
  await target.and(target.page().locator(":not(:disabled)")).waitFor();
  await target.press(key);
}

/** Presses Tab until this has the focus, as a person without a pointer does. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; !(await target.evaluate((node) => node === document.activeElement)); presses += 1) {
    if (presses === 80) throw new Error(`Tab does not reach ${target.toString()}.`);
    await target.page().keyboard.press("Tab");
  }
}

/** Opens a dialog by its shortcut. The page answers to keys once its script has run: pressed until the dialog is there. */
export async function openByKey(key: string, name: string, on: Page = page): Promise<void> {
  const dialog = on.getByRole("dialog", { name });
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) await on.keyboard.press(key);
      return dialog.isVisible();
    })
    .toBe(true);
}

/** Opens the search of the English portal by its shortcut. */
export const openFind = (on: Page = page): Promise<void> =>
  openByKey("Control+k", "Search or run a command", on);

/** Waits until the first of these is visible: the same words may stand in several places. */
export const firstOf = (what: Locator): Promise<void> => what.first().waitFor();

/** What the browser downloads when `act` is done. */
export async function downloaded(
  act: () => Promise<void>,
  on: Page = page,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([on.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
