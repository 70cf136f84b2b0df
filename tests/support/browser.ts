/**
 * The basis of every browser test: Playwright's test and expect, and the product of this run. A file that shares a page between its tests
 * takes the worker's browser in `test.beforeAll(async ({ browser }) => …)` and ends with `closePages(browser)`.
 */
import { expect as baseExpect, test as base, type Browser } from "@playwright/test";
import { readGivenProduct } from "./given-product.ts";
import type { ProductAccess } from "./product.ts";

/** Playwright's test. */
export const test = base;

/** Playwright's expect. */
export const expect = baseExpect;

function read(): ProductAccess {
  const given = readGivenProduct();
  if (given === null)
    throw new Error("No product was started for this project (tests/support/browser-setup.ts).");
  return given;
}

/** The product of this run. Read at first use, because the runner also loads the files to list their tests. */
export const product: ProductAccess = {
  get origin() {
    return read().origin;
  },
  get dataDir() {
    return read().dataDir;
  },
  get adminEmail() {
    return read().adminEmail;
  },
  get adminPassword() {
    return read().adminPassword;
  },
  get serviceClientId() {
    return read().serviceClientId;
  },
  get serviceClientSecret() {
    return read().serviceClientSecret;
  },
  get databaseUrl() {
    return read().databaseUrl;
  },
};

/** Closes every page of a file's tests; the worker's browser stays for the next file. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
