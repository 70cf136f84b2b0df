/**
 * Global setup of the browser tests: starts the product that they use. npm test starts one for several stages and names it in
 * PORTICO_TEST_PRODUCT.
 */
import { PRODUCT_VARIABLE } from "./given-product.ts";
import { startProduct } from "./product.ts";
import { removeAbandonedScratchFolders } from "./scratch.ts";

/** Returns a function that ends the product after the run. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PRODUCT_VARIABLE] !== undefined) return undefined;
  await removeAbandonedScratchFolders();
  const product = await startProduct();
  process.env[PRODUCT_VARIABLE] = JSON.stringify(product.access);
  return () => product.remove();
}
