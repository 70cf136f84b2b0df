/**
 * What a browser test begins with: the product, and a browser. `const browser = await openBrowser()` in beforeAll,
 * `await browser.close()` in afterAll.
 */
import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { launchChromium } from "./chromium.ts";
import type { ProductAccess } from "./product.ts";

/** A running headless Chromium. @throws Error when the machine has none */
export async function openBrowser(): Promise<Browser> {
  const executablePath = inject("chromium");
  if (executablePath === null)
    throw new Error('There is no Chromium on this machine. "npm test" installs it.');
  return launchChromium(executablePath);
}

/** The product of this run. */
export function getProduct(): ProductAccess {
  const product = inject("product");
  if (product === null)
    throw new Error("No product was started for this project (tests/support/product-setup.ts).");
  return product;
}
