/**
 * The basis of every browser test: Playwright's test and expect, and a product for each of Playwright's workers. A file that shares a page
 * between its tests takes the worker's browser in `test.beforeAll(async ({ browser }) => …)` and ends with `closePages(browser)`.
 */
import { expect as baseExpect, test as base, type Browser } from "@playwright/test";
import { startProduct } from "./product.ts";
import type { ProductAccess } from "./product.ts";

/** A first start builds the portal. */
const START_LIMIT_MS = 10 * 60_000;

let started: ProductAccess | null = null;

/** Playwright's test; before its first one, a worker starts a product, which its later files use too. */
export const test = base.extend<object, { productOfWorker: null }>({
  productOfWorker: [
    async ({}, use) => {
      const own = await startProduct();
      started = own.access;
      await use(null);
      await own.remove();
    },
    { scope: "worker", auto: true, timeout: START_LIMIT_MS },
  ],
});

/** Playwright's expect. */
export const expect = baseExpect;

function read(): ProductAccess {
  if (started === null) throw new Error("A test's product is there when its hooks and its body run.");
  return started;
}

/** The product of this worker. Read at first use: the files are loaded before it starts. */
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
