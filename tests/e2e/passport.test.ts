/**
 * The property passport and bulk exports in a browser: two versions of a model compared, the view in the address, the file; a Cloud with
 * one broken model exported as an archive; clean for axe in both themes, wide and narrow.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { downloaded, expect, page, product, speak, staff, test, useStaff } from "#tests/support/browser.ts";
import { unpack } from "#tests/support/unpack.ts";
import { findProjectPage, makeReadyModels } from "#tests/support/ready-model.ts";
import { until } from "#tests/support/until.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "ifc", "ac20-fzk-haus-ifc4.ifc");
const cloudName = `Passport ${String(Date.now())}-${String(process.pid)}`;

/** Address of the project, and the models' numbers: two versions and a broken one. */
let project = "";
let models: number[] = [];

useStaff();

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const text = await readFile(FIXTURE, "utf8");
  const edited = text.replaceAll("IFCPROPERTYSINGLEVALUE('FireExit'", "IFCPROPERTYSINGLEVALUE('IsFireExit'");
  const place = { cloud: cloudName, project: "Blok C" };
  models = await makeReadyModels(product, place, [
    { file: "haus.ifc", text },
    { file: "haus.ifc", text: edited },
    { file: "broken.ifc", text: "this is no model", ends: "E" },
  ]);
  project = await findProjectPage(staff, product, place);
});

const NOT_COMPARED = "Elements and their values are not compared and can differ";

test("a passport is compared with the model before it, as schemas and nothing more; the view lives in its address and in the file", async () => {
  await page.goto(`${project}/models/${String(models[1])}/passport?type=IfcDoor`);
  const table = page.getByRole("table", { name: "Properties of IfcDoor" });
  await table.getByRole("row", { name: /IsFireExit/ }).waitFor();
  await expectCleanInEveryLook(page, "passport");
  await page.getByRole("link", { name: /^Compare property schema with a model added before: haus/ }).click();
  await table.getByRole("row", { name: /FireExit.*Gone/ }).waitFor();
  await page.getByRole("heading", { level: 1, name: "Property schemas compared: doors" }).waitFor();
  await expect(page).toHaveTitle(/Property schemas compared/);
  await page.getByRole("main").getByText(NOT_COMPARED).waitFor();
  await expect(table.getByRole("columnheader", { name: "Schema change" })).toHaveCount(1);
  expect(await table.getByText("Same", { exact: true }).count()).toBe(0);
  // Every column is on the screen of a laptop, in both languages.
  for (const language of ["de", "en"] as const) {
    await speak(staff, language);
    await page.reload();
    const compared = page.locator(".tbl-wrap", { has: page.getByRole("row", { name: /FireExit/ }) });
    await compared.waitFor();
    const over = await compared.evaluate((place) => place.scrollWidth - place.clientWidth);
    expect(over, `the comparison in ${language}`).toBe(0);
  }
  const whole = page.url();
  await page.goto(`${whole}&q=FireExit`);
  await table.getByRole("row", { name: /FireExit.*Gone/ }).waitFor();
  await expectCleanInEveryLook(page, "comparison");
  await page.goto(whole);

  const shown = page.getByRole("navigation", { name: "Properties shown" });
  await shown.getByRole("link", { name: /^Gone/ }).press("Enter");
  await page.waitForURL(/show=vanished/);
  await page.reload();
  await table.getByRole("row", { name: /FireExit/ }).waitFor();
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").last()).toContainText("FireExit");

  const { name, bytes } = await downloaded(() =>
    page.getByRole("link", { name: "Download schema comparison as CSV" }).click(),
  );
  expect(name).toMatch(/^haus-IfcDoor-schema-comparison-with-haus-.*\.csv$/);
  const records: Record<string, string>[] = parse(bytes, { columns: true, bom: true, delimiter: ";" });
  const head = "Schema change (elements and values are not compared)";
  expect(records.map((record) => [record["Property"], record[head]])).toEqual([["FireExit", "vanished"]]);

  // Two models of one schema, whose elements nobody has read: nothing on the page says that they are equal.
  await page.goto(
    `${project}/models/${String(models[1])}/passport?type=IfcWindow&with=${String(project.split("/").at(-1))}~${String(models[0])}&show=unit`,
  );
  await page.getByText("No such change of the property schema").waitFor();
  await page.getByText("they were not compared and can differ").waitFor();
  await page.getByRole("main").getByText(NOT_COMPARED).waitFor();
});

test("a property is searched and put in order without a mouse; nothing found says so", async () => {
  await page.goto(`${project}/models/${String(models[0])}/passport?type=IfcDoor`);
  const search = page.getByRole("searchbox", { name: /Find a property/ });
  await search.fill("thermal");
  await search.press("Enter");
  await page.waitForURL(/q=thermal/);
  const table = page.getByRole("table", { name: "Properties of IfcDoor" });
  await table.getByRole("row", { name: /ThermalTransmittance/ }).waitFor();
  await search.fill("no such property");
  await search.press("Enter");
  await page.getByRole("main").getByText("No matching properties").waitFor();
  await page.getByRole("link", { name: "Show all properties" }).click();
  await table.getByRole("row", { name: /FireExit/ }).waitFor();
});

test("any other model is chosen in a dialog", async () => {
  await page.goto(`${project}/models/${String(models[0])}/passport?type=IfcDoor&q=FireExit`);
  await page.getByRole("button", { name: "Compare property schema with…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Compare property schemas" });
  await dialog.getByText("Elements and values are not compared.").waitFor();
  await dialog.waitFor();
  await expectCleanInEveryLook(page, "picker");
  await dialog.getByRole("link", { name: /haus/ }).press("Enter");
  await page
    .getByRole("table")
    .getByRole("row", { name: /IsFireExit.*Gone/ })
    .waitFor();
});

test("a whole Cloud with a broken model becomes an archive that names what is not in it", async () => {
  await page.goto(project.replace(/\/projects\/.*/, ""));
  await page.getByRole("button", { name: "Export elements…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export elements of many models" });
  await dialog.getByLabel("IFC classes").fill("IfcDoor, IfcWindow");
  await expectCleanInEveryLook(page, "bulk dialog");
  await dialog.getByRole("button", { name: "Start the export" }).click();
  await page.waitForURL(/\/exports\/bulk/);
  const row = page
    .getByRole("table", { name: "Bulk exports" })
    .getByRole("row", { name: new RegExp(cloudName) });
  await row.getByText(/^2\sof 3\smodels, 1\sleft out: broken/).waitFor();
  const { name, bytes } = await downloaded(() => row.getByRole("link", { name: /^Download/ }).click());
  expect(name).toMatch(/^Passport-.*-elements-.*\.zip$/);
  const files = await unpack(bytes);
  expect(files.size).toBe(3);
  const report = JSON.parse(files.get("report.json")?.toString() ?? "") as { summary: string };
  expect(report.summary).toMatch(/^2 of 3 models, 1 left out: broken/);
});

test("in a project, models are chosen; those that cannot be exported say why", async () => {
  await page.goto(project);
  await page.getByRole("button", { name: "Export elements…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Export elements of many models" });
  await expectCleanInEveryLook(page, "bulk dialog of a project");
  const broken = dialog.getByRole("checkbox", { name: /broken/ });
  await expect(broken).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /haus/ }).first().press("Space");
  await dialog.getByRole("button", { name: "Start the export" }).press("Enter");
  await page.waitForURL(/\/exports\/bulk/);
  // The broken one could not be chosen; the run names it anyway, with the service's reason.
  await page
    .getByText(/^1\sof 1\smodel, 1\smore not ready: broken\.ifc \(its state at the service is “Failed”: /)
    .first()
    .waitFor();

  await page.goto(project);
  await page.getByRole("button", { name: "Export elements…" }).press("Enter");
  const together = dialog.getByRole("group", { name: "What happens to the models" });
  await together.getByRole("radio", { name: /^One file for each model/ }).press("ArrowDown");
  await expect(together.getByRole("radio", { name: /^One table/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Start the export" }).press("Enter");
  await page.waitForURL(/\/exports\/bulk/);
  const row = page
    .getByRole("table", { name: "Bulk exports" })
    .getByRole("row", { name: /2 models of Blok C.*One table/ })
    .first();
  await row.getByText(/^2\sof 2\smodels, 1\smore not ready: broken\.ifc/).waitFor();
  await expectCleanInEveryLook(page, "one table in the list");
  const { bytes } = await downloaded(() => row.getByRole("link", { name: /^Download/ }).click());
  const archive = await unpack(bytes);
  const report = JSON.parse(archive.get("report.json")?.toString() ?? "") as {
    leftOut: { modelName: string; reason: string }[];
  };
  expect(report.leftOut).toMatchObject([
    { modelName: "broken.ifc", reason: expect.stringMatching(/not an IFC file/) },
  ]);
  const table = archive.get("Blok-C-IfcDoor.csv");
  const [headings = [], ...rows] = parse(table ?? "", { record_delimiter: "\r\n" });
  expect(headings.slice(0, 4)).toEqual(["Project", "ModelNumber", "Model", "GlobalId"]);
  expect(new Set(rows.map((cells) => cells[1]))).toEqual(new Set(models.slice(0, 2).map(String)));

  const same = page.getByRole("row", { name: /2 models of Blok C.*One table.*Done/ });
  const before = await same.count();
  await row.getByRole("button", { name: "Repeat the export of Blok C" }).press("Enter");
  await until("the same table was made again", async () => (await same.count()) === before + 1, 60_000);
});

test("a failed model is put away from its project's list, its own page and the overview, and shown again; the overview counts it until then", async () => {
  const broken = `${project}/models/${String(models[2])}`;
  const item = page
    .getByRole("list", { name: "Needs attention" })
    .getByRole("listitem")
    .filter({ hasText: "Model broken.ifc failed" })
    .filter({ hasText: cloudName });
  const table = page.getByRole("table", { name: "Models" });
  const row = table.getByRole("row", { name: /broken\.ifc/ });
  const openOverview = async (): Promise<void> => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  };

  await openOverview();
  await item.waitFor();
  await expectCleanInEveryLook(page, "overview");
  await page.getByText(/^\d+\sitems? needs? attention\.$/).waitFor();
  expect(await page.getByText("Nothing needs your attention").count()).toBe(0);
  expect(await page.getByText("the rest is in order").count()).toBe(0);

  await page.goto(project);
  await row.getByRole("button", { name: "Hide broken.ifc" }).press("Enter");
  await page
    .getByRole("navigation", { name: "What is shown" })
    .getByRole("link", { name: /^Hidden/ })
    .press("Enter");
  await row.getByText(/^Hidden by /).waitFor();
  await expectCleanInEveryLook(page, "dismissed model");
  await openOverview();
  expect(await item.count()).toBe(0);

  await page.goto(broken);
  await page
    .getByRole("main")
    .getByText(/^Hidden by /)
    .waitFor();
  await page.getByRole("button", { name: "Show again broken.ifc" }).press("Enter");
  await page.getByRole("button", { name: "Hide broken.ifc" }).waitFor();
  await expectCleanInEveryLook(page, "failed model");
  await openOverview();
  await item.waitFor();
  await page.getByRole("button", { name: "Hide failed models…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Hide failed models" });
  await expectCleanInEveryLook(page, "dismiss dialog");
  for (const box of await dialog.getByRole("checkbox").all())
    if ((await box.getAttribute("value")) !== `${project.split("/").at(-1) ?? ""}~${String(models[2])}`)
      await box.setChecked(false);
  await dialog.getByRole("button", { name: "Hide models" }).press("Enter");
  await dialog.getByText("1 model hidden").waitFor();
  expect(await item.count()).toBe(0);
  await dialog.getByRole("button", { name: "Undo" }).press("Enter");
  await dialog
    .getByRole("checkbox", { name: /broken/ })
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await item.waitFor();
});
