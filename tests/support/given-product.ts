/** The product that contract tests were given in an environment variable by the process that started it. */
import type { ProductAccess } from "./product.ts";

/** Environment variable with the JSON of a ProductAccess. */
export const PRODUCT_VARIABLE = "PORTICO_TEST_PRODUCT";

/** The given product, or null. */
export function readGivenProduct(): ProductAccess | null {
  const given = process.env[PRODUCT_VARIABLE];
  return given === undefined ? null : (JSON.parse(given) as ProductAccess);
}
