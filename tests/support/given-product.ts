/** The product that a run of tests was given, in an environment variable: whoever started it hands it to the test processes. */
import type { ProductAccess } from "./product.ts";

/** Environment variable with the JSON of a ProductAccess; "null" says that none is needed. */
export const PRODUCT_VARIABLE = "PORTICO_TEST_PRODUCT";

/** The given product, or null. */
export function readGivenProduct(): ProductAccess | null {
  const given = process.env[PRODUCT_VARIABLE];
  return given === undefined ? null : (JSON.parse(given) as ProductAccess | null);
}
