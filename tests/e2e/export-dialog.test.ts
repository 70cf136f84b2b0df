/**
 * From the class picker to a file by keyboard alone: two classes together, a view, a format with its forecast and remedies, the run, the
 * history; independent programs read the files. Clean for axe, light and wide, dark and narrow.
 */
import { createHash } from "node:crypto";
import readWorkbook from "read-excel-file/node";
import type { Locator } from "@playwright/test";
import { downloaded, expect, page, press, test, useModel, useStaff } from "#tests/support/browser.ts";
import { unpack } from "#tests/support/unpack.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

useStaff();
const model = useModel("revit2020-ifc4-rooms.ifc");

async function openDialog(): Promise<Locator> {
  await press(page.getByRole("button", { name: "Choose how to export" }));
  await press(page.getByRole("menuitem", { name: /Choose format and options/ }));
  const dialog = page.getByRole("dialog", { name: /^Export / });
  await dialog.getByRole("region", { name: "Loss forecast" }).getByRole("listitem").first().waitFor();
  return dialog;
}

test("two classes are ticked in the picker and stand in one table", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await press(page.getByRole("button", { name: "Doors: choose a class" }));
  const picker = page.getByRole("dialog", { name: "Choose a class" });
  await picker.getByLabel("Class", { exact: true }).focus();
  await page.keyboard.type("window");
  await press(picker.getByRole("checkbox", { name: "Show IfcWindow with others" }), "Space");
  await expectCleanInEveryLook(page, "the picker with two classes");
  await press(picker.getByRole("button", { name: "Show 2 classes" }));
  await page.getByRole("grid", { name: "Properties of 90 elements" }).waitFor();
  expect(new URL(page.url()).searchParams.getAll("type")).toEqual(["IfcDoor", "IfcWindow"]);
});

test("both become one workbook with their classes beside them, as another program reads it", async () => {
  await page.goto(`${model.path}?type=IfcDoor&type=IfcWindow`);
  await page.getByRole("grid").waitFor();
  const dialog = await openDialog();
  await expectCleanInEveryLook(page, "the export dialog");
  await dialog.getByRole("radio", { name: /CSV for programs/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: /^XLSX/ })).toBeChecked();
  const { name, bytes } = await downloaded(() =>
    press(dialog.getByRole("button", { name: "Start the export" })),
  );
  expect(name).toMatch(/^revit2020-ifc4-rooms-.*\.xlsx$/);
  const [sheet] = await readWorkbook(bytes, { trim: false });
  const [headings = [], ...rows] = sheet?.data ?? [];
  expect(headings.slice(0, 2)).toEqual(["GlobalId", "IfcClass"]);
  const classes = rows.map(([, ifcClass]) => ifcClass);
  expect(classes.filter((one) => one === "IfcDoor")).toHaveLength(21);
  expect(classes.filter((one) => one === "IfcWindow")).toHaveLength(69);
  expect(new Set(rows.map(([id]) => id)).size).toBe(90);
  await page.getByText(/^90\selements of 2\sclasses × \d+\scolumns, verified, no value changed\.$/).waitFor();
});

test("the forecast follows the choice, and its remedy is one press", async () => {
  await page.goto(`${model.path}?type=IfcDoor`);
  await page.getByRole("grid").waitFor();
  const dialog = await openDialog();
  const forecast = dialog.getByRole("region", { name: "Loss forecast" });
  await press(dialog.getByRole("checkbox", { name: /^Sets in a separate row/ }), "Space");
  await forecast.getByText("Two rows of headings").waitFor();
  await press(forecast.getByRole("button", { name: "Use one row" }));
  await forecast.getByText("Two rows of headings").waitFor({ state: "detached" });
  await expect(dialog.getByRole("checkbox", { name: /^Sets in a separate row/ })).not.toBeChecked();
  await press(dialog.getByText("All options of CSV"));
  await dialog.getByLabel("Write “no value” as").fill("true");
  await dialog.getByText(/Use a short word such as NULL/).waitFor();
  await expect(dialog.getByRole("button", { name: "Start the export" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("the view as it is seen becomes JSON: its rows, its columns, its order", async () => {
  await page.goto(`${model.path}?type=IfcDoor&q=buitendeur&s=-id`);
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  const dialog = await openDialog();
  await dialog.getByText(/^2\srows × \d+\scolumns$/).waitFor();
  await dialog.getByRole("radio", { name: /CSV for programs/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: /^JSON/ })).toBeChecked();
  const { name, bytes } = await downloaded(() =>
    press(dialog.getByRole("button", { name: "Start the export" })),
  );
  expect(name).toMatch(/\.ndjson$/);
  const lines = bytes.toString().trimEnd().split("\n");
  const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids).toHaveLength(2);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

test("the view of the table is exported of the models of its project, with the losses known before, by keyboard alone", async () => {
  await page.goto(`${model.path}?type=IfcDoor&q=buitendeur`);
  await page.getByRole("grid", { name: "Properties of 2 doors" }).waitFor();
  await press(page.getByRole("button", { name: "Choose how to export" }));
  await press(page.getByRole("menuitem", { name: /Several models of this project/ }));
  const dialog = page.getByRole("dialog", { name: "Export elements of many models" });
  await dialog.getByRole("checkbox", { name: /rooms/ }).waitFor();
  const what = dialog.getByLabel("Elements of each model");
  await expect(what).toHaveValue("shown");
  await dialog
    .getByRole("region", { name: "Loss forecast" })
    .getByText(/^from \d+\smodels?, \d+\srows$/)
    .waitFor();
  await expectCleanInEveryLook(page, "the bulk dialog of a view");
  await dialog.getByRole("radio", { name: /CSV for programs/ }).focus();
  await page.keyboard.press("ArrowUp");
  await press(dialog.getByRole("button", { name: "Start the export" }));
  await page.waitForURL(/\/exports\/bulk/);
  const row = page
    .getByRole("table", { name: "Bulk exports" })
    .getByRole("row", { name: /Blok C.*the view of a table/ })
    .first();
  await row.getByText(/^\d+\sof \d+\smodels?$/).waitFor();
  const { name, bytes } = await downloaded(() => press(row.getByRole("link", { name: /^Download/ })));
  expect(name).toMatch(/\.zip$/);
  const files = await unpack(bytes);
  const lines = [...files].flatMap(([file, content]) =>
    file.endsWith(".ndjson") ? content.toString().trimEnd().split("\n") : [],
  );
  expect(lines).toHaveLength(2);
});

test("the run stands in the history, is repeated and downloaded from there, and not among those that failed", async () => {
  await page.goto("/exports");
  const runs = page.getByRole("table", { name: "Export runs" });
  const row = runs.getByRole("row", { name: /rooms/ }).first();
  await row.getByText("verified, no value changed").waitFor();
  const verified = runs.getByText("verified, no value changed");
  // Other files' runs stand here too, also those with changed values.
  const before = { rows: await runs.getByRole("row").count(), verified: await verified.count() };
  await press(row.getByRole("button", { name: /^Repeat/ }));
  await expect(runs.getByRole("row")).toHaveCount(before.rows + 1);
  await expect(verified).toHaveCount(before.verified + 1);
  const file = await downloaded(() => press(runs.getByRole("link", { name: /^Download/ }).first()));
  const sidecar = await downloaded(() => press(runs.getByRole("link", { name: /^Record/ }).first()));
  const record = JSON.parse(sidecar.bytes.toString()) as { file: Record<string, unknown> };
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  expect(record.file).toMatchObject({ name: file.name, sha256, readBack: "identical" });
  await page.goto("/exports?state=failed");
  await page.getByText("No exports in this state").filter({ visible: true }).waitFor();
});
