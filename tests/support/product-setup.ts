/**
 * Global setup of the projects that call a product: hands them the running one, and the browser. npm test starts one for both and names
 * it in PORTICO_TEST_PRODUCT. Without it, vitest gives the projects e2e and looks one of their own; contract tests then use
 * the service alone (service-under-test.ts).
 */
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";
import type { ProductAccess } from "./product.ts";
import { removeAbandonedScratchFolders } from "./scratch.ts";

/** Environment variable with the JSON of a ProductAccess. */
export const PRODUCT_VARIABLE = "PORTICO_TEST_PRODUCT";

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env[PRODUCT_VARIABLE];
  const needsProduct = project.name === "e2e" || project.name === "looks";
  const browser = needsProduct || project.name === "products";
  project.provide("chromium", browser ? await findChromium() : null);
  if (given !== undefined || !needsProduct) {
    project.provide("product", given === undefined ? null : (JSON.parse(given) as ProductAccess));
    return undefined;
  }
  await removeAbandonedScratchFolders();
  const product = await startProduct();
  project.provide("product", product.access);
  return () => product.remove();
}

declare module "vitest" {
  interface ProvidedContext {
    /** The running product; null for contract tests without one. */
    product: ProductAccess | null;
    /** Path of the browser; null when there is none. */
    chromium: string | null;
  }
}
