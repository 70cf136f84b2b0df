/**
 * The list of a project's models in a browser, longer than a page: the search, the order, the state and the page are in the address;
 * several models are changed at once, and the result is told for each.
 */
import type { Locator, Page } from "@playwright/test";
import {
  db,
  downloaded,
  expect,
  page,
  product,
  service,
  staff,
  test,
  useStaff,
} from "#tests/support/browser.ts";
import { DOORS_IFC } from "#tests/support/doors-ifc.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { addReadModels } from "#tests/support/many-callers.ts";
import { findProjectPage } from "#tests/support/ready-model.ts";
import { until } from "#tests/support/until.ts";

const cloudName = `Lijst ${String(Date.now())}-${String(process.pid)}`;
/** More than a page holds. */
const TOWERS = Array.from({ length: 52 }, (_, at) => `Toren ${String(at + 1).padStart(2, "0")}.ifc`);
/** Those that are processed again, deleted or downloaded. */
const WITH_FILE = ["Toren 01.ifc", "Toren 02.ifc", "Toren 10.ifc", "Toren 52.ifc"];
const BROKEN = "Afgebroken kelder.ifc";
const PAGE = 50;

type Model = { id: number; name: string; status: string };

/** The project at the service, and its page. */
let path = "";
let address = "";

useStaff({ viewport: { width: 1280, height: 900 } });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const cloud = await service.post("/cloud", { name: cloudName });
  const project = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok C" });
  path = `/cloud/${String(cloud.id)}/project/${String(project.id)}`;
  await service.upload(path, BROKEN, DOORS_IFC.slice(0, DOORS_IFC.length / 2));
  for (const name of TOWERS)
    await (WITH_FILE.includes(name)
      ? service.upload(path, name, DOORS_IFC)
      : addReadModels(db, project.id, [name]));
  await until(
    "every model has been read",
    async () => (await listed()).every(({ status }) => ["C", "E"].includes(status)) || undefined,
    120_000,
  );
  address = await findProjectPage(staff, product, { cloud: cloudName, project: "Blok C" });
});

async function listed(): Promise<Model[]> {
  return (await service.get(`${path}/ifc`)) as Model[];
}

function models(here: Page): Locator {
  return here.getByRole("table", { name: "Models" });
}

/** The names on the page, in their order. */
async function names(here: Page): Promise<string[]> {
  const labels = await models(here)
    .getByRole("checkbox")
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ""));
  return labels.map((label) => label.replace("Choose ", ""));
}

/** Waits for the list at an address with these words. */
async function expectList(here: Page, search: string, wanted: readonly string[]): Promise<void> {
  await until(`the address is ${search}`, () => new URL(here.url()).search === search);
  await until(`the list of ${search}`, async () => (await names(here)).join() === wanted.join()).catch(
    async (reason: unknown) => {
      expect(await names(here), search).toEqual(wanted);
      throw reason;
    },
  );
}

test("search, order, state and page of a long list are in the address; a link opens the same list", async () => {
  await page.goto(address);
  const newest = TOWERS.toReversed();
  await expectList(page, "", newest.slice(0, PAGE));
  await page.getByRole("link", { name: "More models" }).click();
  await until("the next page has an address", () => /^\?after=/.test(new URL(page.url()).search));
  const second = new URL(page.url()).search;
  await expectList(page, second, [...newest.slice(PAGE), BROKEN]);
  await page.getByRole("link", { name: "Back to the first models" }).click();
  await expectList(page, "", newest.slice(0, PAGE));

  // A new order starts at its first page, and is kept on the next one.
  const head = page.getByRole("columnheader", { name: "Model" });
  await head.getByRole("link").click();
  const named = [BROKEN, ...TOWERS];
  await expectList(page, "?sort=name", named.slice(0, PAGE));
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("link", { name: "More models" }).click();
  await until("the next page keeps the order", () => /^\?sort=name&after=/.test(new URL(page.url()).search));
  await expectList(page, new URL(page.url()).search, named.slice(PAGE));
  await head.getByRole("link").click();
  await expectList(page, "?sort=-name", named.toReversed().slice(0, PAGE));

  await page.getByRole("searchbox", { name: "Find a model by name or number" }).fill("TOREN 1");
  await page.keyboard.press("Enter");
  const found = TOWERS.filter((name) => name.includes("1")).toReversed();
  await expectList(page, "?q=TOREN+1&sort=-name", found);
  await using other = await staff.newPage();
  await other.goto(page.url());
  await expectList(other, "?q=TOREN+1&sort=-name", found);
  await expect(other.getByRole("searchbox", { name: "Find a model by name or number" })).toHaveValue(
    "TOREN 1",
  );

  await other.goto(`${address}?sort=size`);
  await other
    .getByRole("navigation", { name: "What is shown" })
    .getByRole("link", { name: /^Failed/ })
    .click();
  await expectList(other, "?show=failed&sort=size", [BROKEN]);
  await other.getByRole("searchbox", { name: "Find a model by name or number" }).fill("zolder");
  await other.keyboard.press("Enter");
  await other.getByText("No model matches “zolder”").waitFor();
  expect(new URL(other.url()).search).toBe("?q=zolder&show=failed&sort=size");
  await expectCleanInEveryLook(other, "no model matches");
  await other.getByRole("link", { name: "Show all models" }).click();
  await expectList(other, "", newest.slice(0, PAGE));
});

test("models chosen on two pages are processed again and deleted together; one that is gone by then is told apart", async () => {
  await page.goto(`${address}?sort=name`);
  await expectList(page, "?sort=name", [BROKEN, ...TOWERS].slice(0, PAGE));
  const choose = (name: string): Promise<void> =>
    page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  const bar = page.getByRole("group", { name: "Chosen models" });
  await choose("Toren 01.ifc");
  await choose("Toren 02.ifc");
  await page.getByRole("link", { name: "More models" }).click();
  await page.getByRole("checkbox", { name: "Choose Toren 52.ifc" }).waitFor();
  await choose("Toren 52.ifc");
  await bar.getByText("3 models chosen").waitFor();
  await expectCleanInEveryLook(page, "models chosen");

  const idOf = async (name: string): Promise<number> =>
    (await listed()).find((model) => model.name === name)?.id ?? 0;
  await service.delete(`${path}/ifc/${String(await idOf("Toren 02.ifc"))}`);
  await bar.getByRole("button", { name: "Process again…" }).click();
  const again = page.getByRole("dialog", { name: "Process 3 models again" });
  await again.getByRole("button", { name: "Process 3 models again" }).click();
  await again.getByText("2 of 3 models: Processing started.").waitFor();
  const rowOf = (dialog: Locator, name: string): Locator =>
    dialog.getByRole("listitem").filter({ hasText: name });
  await rowOf(again, "Toren 02.ifc").getByText("The model is not there any more.").waitFor();
  for (const name of ["Toren 01.ifc", "Toren 52.ifc"])
    await rowOf(again, name).getByText("Processing started").waitFor();
  await expectCleanInEveryLook(page, "one of several was gone");
  await again.getByRole("button", { name: "Close", exact: true }).last().click();
  await until("both are read again", async () => (await listed()).every(({ status }) => /[CE]/.test(status)));

  await bar.getByRole("button", { name: "Delete…" }).click();
  const removal = page.getByRole("dialog", { name: "Delete 3 models" });
  await removal.getByText("This cannot be undone.").waitFor();
  await expectCleanInEveryLook(page, "deleting several models");
  await removal.getByRole("button", { name: "Delete 3 models" }).click();
  await removal.getByText("2 of 3 models: Deleted.").waitFor();
  await rowOf(removal, "Toren 02.ifc").getByText("The model is not there any more.").waitFor();
  await removal.getByRole("button", { name: "Close", exact: true }).last().click();
  await bar.waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: "Choose Toren 52.ifc" }).waitFor({ state: "detached" });
  const left = TOWERS.filter((name) => !["Toren 01.ifc", "Toren 02.ifc", "Toren 52.ifc"].includes(name));
  await page.goto(`${address}?sort=name`);
  await expectList(page, "?sort=name", [BROKEN, ...left]);
  expect((await listed()).map(({ name }) => name).sort()).toEqual([BROKEN, ...left]);
});

test("a model is renamed from the list; a name that cannot be is told at the field and keeps what was typed; the original keeps its name and bytes", async () => {
  await page.goto(`${address}?q=Toren+1&sort=name`);
  await page.getByRole("button", { name: "More for Toren 10.ifc" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename model" });
  const field = dialog.getByLabel("Name");
  await expect(field).toHaveValue("Toren 10.ifc");
  await field.fill("   ");
  await dialog.getByRole("button", { name: "Rename model" }).click();
  await dialog.getByRole("alert").first().waitFor();
  await field.fill("Toren 1A “Noord” & <lift>");
  await dialog.getByRole("button", { name: "Rename model" }).click();
  await models(page).getByRole("link", { name: "Toren 1A “Noord” & <lift>", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?q=Toren+1&sort=name");
  expect((await listed()).map(({ name }) => name)).toContain("Toren 1A “Noord” & <lift>");
  await page.getByRole("button", { name: "More for Toren 1A “Noord” & <lift>" }).click();
  const original = page.getByRole("menuitem", { name: "Download the original" });
  const file = { name: "Toren 10.ifc", bytes: Buffer.from(DOORS_IFC) };
  expect(await downloaded(() => original.click())).toEqual(file);
});
