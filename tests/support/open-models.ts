/** Fixtures as models of the product's own service, with their pages in the portal. One model of a file serves all tests of a product. */
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { ProductAccess } from "./product.ts";
import { findProjectPage, makeReadyModel } from "./ready-model.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "ifc");
const READ_MS = 180_000;

/** `path` is that of its page. It is alone in its project, which is alone in its Cloud. */
export type OpenModel = { readonly path: string; readonly cloud: string; readonly project: string };

const opened = new Map<string, Promise<OpenModel>>();

/** @param name of a file in tests/fixtures/ifc. For tests that change nothing of the model. */
export function openModel(staff: BrowserContext, product: ProductAccess, name: string): Promise<OpenModel> {
  const key = `${product.origin} ${name}`;
  const model = opened.get(key) ?? makeModel(staff, product, name);
  opened.set(key, model);
  return model;
}

async function makeModel(staff: BrowserContext, product: ProductAccess, name: string): Promise<OpenModel> {
  const place = { cloud: `Models ${String(Date.now())}-${String(process.pid)}`, project: "Blok C" };
  const id = await makeReadyModel(product, { ...place, file: join(FIXTURES, name) });
  return { ...place, path: `${await findProjectPage(staff, product, place)}/models/${String(id)}` };
}

/** Opens the table of a class with all its columns, and waits for its rows. */
export async function openTable(page: Page, { path }: OpenModel, ifcClass: string): Promise<void> {
  await page.goto(`${path}?type=${ifcClass}&empty=show`);
  await page.getByRole("grid").getByRole("rowheader").first().waitFor({ timeout: READ_MS });
}
