/** Fixtures as models of one project, uploaded to the product's own service, with their element tables in a browser. */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { ProductAccess } from "./product.ts";
import { openService } from "./service-caller.ts";
import { signInStaff } from "./sign-in.ts";
import { until } from "./until.ts";

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
  const service = await openService(product);
  const cloudName = `Models ${String(Date.now())}-${String(process.pid)}`;
  const cloud = await service.post("/cloud", { name: cloudName });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok C" });
  const path = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  const ids = new Map<string, number>();
  for (const name of fixtures) ids.set(name, (await service.upload(path, join(FIXTURES, name))).model_id);
  for (const id of ids.values())
    await until(
      `model ${String(id)} is ready`,
      async () => ((await service.get(`${path}/ifc/${String(id)}`)) as { status: string }).status === "C",
      READ_MS,
    );
  const staff = await signInStaff(browser, product);
  await staff.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await staff.newPage();
  await page.goto(`/clouds?q=${encodeURIComponent(cloudName)}`);
  await page.getByRole("link", { name: cloudName }).first().click();
  await page.getByRole("link", { name: "Blok C" }).first().click();
  await page.getByRole("table", { name: "Models" }).waitFor();
  const base = new URL(page.url()).pathname;
  return {
    page,
    openTable: async (fixture, ifcClass) => {
      await page.goto(`${base}/models/${String(ids.get(fixture))}?type=${ifcClass}&empty=show`);
      await page.getByRole("grid").getByRole("rowheader").first().waitFor({ timeout: READ_MS });
    },
  };
}
