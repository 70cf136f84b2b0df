/** Fixtures as models of one project, uploaded to the product's own service, with their element tables in a browser. */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { ProductAccess } from "./product.ts";
import { findProjectPage, makeReadyModels } from "./ready-model.ts";
import { signInStaff } from "./sign-in.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "ifc");
const READ_MS = 180_000;

export type OpenModels = {
  /** Signed in, and allowed to use the clipboard. */
  page: Page;
  /** Opens the table of a class with all its columns, and waits for its rows. */
  openTable: (fixture: string, ifcClass: string) => Promise<void>;
};

/** @param fixtures names of files in tests/fixtures/ifc */
export async function openModels(
  browser: Browser,
  product: ProductAccess,
  fixtures: readonly string[],
): Promise<OpenModels> {
  const place = { cloud: `Models ${String(Date.now())}-${String(process.pid)}`, project: "Blok C" };
  const files = fixtures.map((name) => ({ file: join(FIXTURES, name) }));
  const ids = await makeReadyModels(product, place, files);
  const staff = await signInStaff(browser, product);
  await staff.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await staff.newPage();
  const projectPage = await findProjectPage(staff, product, place);
  return {
    page,
    openTable: async (fixture, ifcClass) => {
      const id = ids[fixtures.indexOf(fixture)];
      await page.goto(`${projectPage}/models/${String(id)}?type=${ifcClass}&empty=show`);
      await page.getByRole("grid").getByRole("rowheader").first().waitFor({ timeout: READ_MS });
    },
  };
}
