/**
 * Every page in both themes and at both widths: no finding of axe, nothing that scrolls sideways but the element grid, and nothing that
 * the content security policy had to stop.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getProduct, openBrowser } from "#tests/support/browser.ts";
import { INSIDE, makeGround, OUTSIDE, type Ground } from "#tests/support/every-page.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { listFindings, showTheme } from "#tests/support/looks.ts";

const CLOUD = `Schulcampus Riem, Bauabschnitt 2 mit einem Namen von achtzig Zeichen ${String(process.pid)}`;
const product = getProduct();

let browser: Browser;
let made: Ground;

beforeAll(async () => {
  browser = await openBrowser();
  made = await makeGround(browser, product, CLOUD);
}, 180_000);

afterAll(async () => {
  await browser.close();
});

// Each width has a window of its own, and there are two cores.
describe.concurrent.each([1280, 390])("at %i px", (width) => {
  const options = { viewport: { width, height: 900 } };

  test("pages without a person", async () => {
    const context = await browser.newContext({ baseURL: product.origin, ...options });
    expect(await examineAll(context, OUTSIDE)).toEqual([]);
  });

  test("pages of staff", async () => {
    const context = await signInStaff(browser, product, options);
    expect(await examineAll(context, INSIDE)).toEqual([]);
  });
});

async function examineAll(context: BrowserContext, pages: typeof INSIDE): Promise<string[]> {
  await watchPolicy(context);
  const page = await context.newPage();
  const findings: string[] = [];
  for (const [name, path] of pages) {
    const found = await examine(page, name, path(made));
    findings.push(...found.map((finding) => `${name}: ${finding}`));
  }
  await context.close();
  return findings;
}

/** Makes every page of the context note what its content security policy refused, from its first moment on. */
async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { policyReports: refused });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      refused.push(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
}

async function examine(page: Page, name: string, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (name === "elements") await page.getByRole("gridcell").first().waitFor();
  const findings = await listFindings(page);
  // The theme follows the system's, and changes colours alone.
  await showTheme(page, "dark");
  findings.push(...(await listFindings(page, "colours")).map((finding) => `dark: ${finding}`));
  await showTheme(page, "light");
  const refused = await page.evaluate(
    () => (window as typeof window & { policyReports?: string[] }).policyReports ?? ["nothing watched"],
  );
  return [...findings, ...refused.map((report) => `refused by the policy: ${report}`)];
}
