/**
 * Global setup of the contract tests: gives them the running product that npm test started. Without one they use the service alone
 * (service-under-test.ts).
 */
import type { TestProject } from "vitest/node";
import { readGivenProduct } from "./given-product.ts";
import type { ProductAccess } from "./product.ts";

export default function setup(project: TestProject): void {
  project.provide("product", readGivenProduct());
}

declare module "vitest" {
  interface ProvidedContext {
    /** The running product; null without one. */
    product: ProductAccess | null;
  }
}
