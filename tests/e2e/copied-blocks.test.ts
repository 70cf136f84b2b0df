/**
 * Blocks of cells that are selected and copied in a browser, against the files that the same table exports: as text with tabs and as a
 * table, with every kind of value that a spreadsheet could take for something else.
 */
import { parse } from "csv-parse/sync";
import { unguardText } from "#tests/support/told-headings.ts";
import type { Locator, Page } from "@playwright/test";
import {
  downloaded,
  expect,
  openAgain,
  page,
  product,
  speak,
  staff,
  test,
  useStaff,
} from "#tests/support/browser.ts";
import { ODD_DOORS, ODD_DOORS_IFC } from "#tests/support/odd-doors-ifc.ts";
import { findProjectPage, makeReadyModel } from "#tests/support/ready-model.ts";
import { until } from "#tests/support/until.ts";

const cloudName = `Blocks ${String(Date.now())}-${String(process.pid)}`;

/** How a spreadsheet is told to take a cell of the copied table. */
type Kind = "number" | "text" | "plain";
type Pasted = { text: string[][]; table: { text: string; kind: Kind }[][] };

let address = "";

/** The window of each person here, who may use the clipboard. */
const DESK = {
  viewport: { width: 1280, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
};
useStaff(DESK);

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const place = { cloud: cloudName, project: "Blok C" };
  const id = await makeReadyModel(product, { ...place, file: "deuren.ifc", text: ODD_DOORS_IFC });
  const projectPage = await findProjectPage(staff, product, place);
  address = `${projectPage}/models/${String(id)}?type=IfcDoor&empty=show`;
});

function cell(here: Page, row: number, column: number): Locator {
  return here.locator(`.eg-body-row [data-row="${String(row)}"][data-column="${String(column)}"]`);
}

/** The table with all its columns, and the first row of cells there. */
async function openTable(here: Page): Promise<void> {
  await here.goto(address);
  await cell(here, 0, 1).waitFor();
}

/** The file of an item of the export menu. */
async function exported(
  here: Page,
  menu: string,
  item: string,
  delimiter: string,
): Promise<{ heads: string[]; rows: string[][] }> {
  await here.getByRole("button", { name: menu }).click();
  const { bytes } = await downloaded(() => here.getByRole("menuitem", { name: item }).click(), here);
  const lines: string[][] = parse(bytes, { delimiter, bom: true });
  const [heads = [], ...rows] = lines;
  return { heads, rows };
}

async function exportedForPrograms(here: Page): ReturnType<typeof exported> {
  return exported(here, "Choose how to export", "CSV for programs", ",");
}

/** Presses Ctrl C, waits until that is said, and gives both forms as a program takes them that they are pasted into. */
async function copied(here: Page, said: string): Promise<Pasted> {
  await here.keyboard.press("ControlOrMeta+c");
  await here.getByRole("status").getByText(said, { exact: true }).waitFor();
  return paste(here);
}

async function paste(here: Page): Promise<Pasted> {
  const pasted = await here.evaluateHandle(() => {
    const forms = { text: "", html: "", came: false };
    document.addEventListener(
      "paste",
      ({ clipboardData }) => {
        forms.text = clipboardData?.getData("text/plain") ?? "";
        forms.html = clipboardData?.getData("text/html") ?? "";
        forms.came = true;
      },
      { once: true, capture: true },
    );
    return forms;
  });
  await here.keyboard.press("ControlOrMeta+v");
  const { text, html } = await until("something is pasted", async () => {
    const forms = await pasted.jsonValue();
    return forms.came ? forms : null;
  });
  return {
    text: parse(text, { delimiter: "\t", record_delimiter: "\r\n" }),
    table: await here.evaluate((markup) => {
      const { rows } = new DOMParser().parseFromString(markup, "text/html").querySelector("table") ?? {};
      return [...(rows ?? [])].map((row) =>
        [...row.cells].map((one) => {
          for (const line of one.querySelectorAll("br")) line.replaceWith("\n");
          // For Excel, and for LibreOffice.
          const isNumber = one.hasAttribute("x:num") && one.hasAttribute("sdval");
          const isText =
            one.getAttribute("style")?.includes("mso-number-format") === true &&
            one.getAttribute("sdnum")?.endsWith("@") === true;
          const kind: Kind = isNumber ? "number" : isText ? "text" : "plain";
          return { text: one.textContent, kind };
        }),
      );
    }, html),
  };
}

function textsOf({ table }: Pasted): string[][] {
  return table.map((row) => row.map(({ text }) => text));
}

test("a block dragged with the mouse, and one made longer with Shift, is the part of the file that it covers", async () => {
  await openTable(page);
  const { rows: file } = await exportedForPrograms(page);
  await cell(page, 0, 1).hover();
  await page.mouse.down();
  await cell(page, 1, 2).hover();
  await cell(page, 2, 3).hover();
  await page.mouse.up();
  const dragged = await copied(page, "Copied 3 × 3 cells");
  const part = file.slice(0, 3).map((row) => row.slice(1, 4));
  expect(dragged.text).toEqual(part);
  expect(textsOf(dragged)).toEqual(part);

  await cell(page, 4, 0).click();
  await page.keyboard.press("Shift+Control+ArrowRight");
  for (const key of ["Shift+ArrowDown", "Shift+ArrowUp", "Shift+ArrowUp"]) await page.keyboard.press(key);
  const columns = file[0]?.length ?? 0;
  const grown = await copied(page, `Copied 2 × ${String(columns)} cells`);
  expect(grown.text).toEqual(file.slice(3, 5));
  expect(textsOf(grown)).toEqual(file.slice(3, 5));
});

test("Ctrl A copies every cell of the file, also of rows that were not seen; odd texts and long numbers stay what they are", async () => {
  await openTable(page);
  const { heads, rows: file } = await exportedForPrograms(page);
  expect(file).toHaveLength(ODD_DOORS.length);
  await cell(page, 0, 0).click();
  await page.keyboard.press("ControlOrMeta+a");
  const all = await copied(page, `Copied ${String(file.length)} × ${String(file[0]?.length)} cells`);
  expect(all.text).toEqual(file);
  expect(textsOf(all)).toEqual(file);

  /** What was copied of a property: as text, and how a spreadsheet is told to take it. */
  const valuesOf = (property: string): [string, Kind][] => {
    const column = heads.findIndex((head) => head.replace(/ \[[^\]]*\]$/, "").endsWith(`.${property}`));
    return all.table.flatMap((row) => {
      const { text, kind } = row[column] ?? { text: "", kind: "plain" };
      return text === "" ? [] : [[text, kind] satisfies [string, Kind]];
    });
  };
  for (const [property, kind] of [
    ["Note", "text"],
    ["Code", "text"],
    ["Count", "number"],
    ["Area", "number"],
    ["Serial", "text"],
  ] as const) {
    const wanted = ODD_DOORS.flatMap((door) =>
      door[property] === undefined ? [] : [[door[property], kind]],
    );
    expect(valuesOf(property), property).toEqual(wanted);
  }
});

test("a cell alone is copied like the same cell of a block: as text, and as a table that keeps its kind", async () => {
  await openTable(page);
  await cell(page, 0, 0).click();
  await page.keyboard.press("Shift+Control+ArrowRight");
  const { table } = await copied(page, `Copied 1 × ${String(await columnCount())} cells`);
  const row = table[0] ?? [];
  expect(new Set(row.map(({ kind }) => kind))).toEqual(new Set(["number", "text", "plain"]));
  await cell(page, 0, 0).click();
  for (const wanted of row) {
    await page.keyboard.press("ControlOrMeta+c");
    await page
      .getByRole("status")
      .getByText(/^Copied /)
      .waitFor();
    await expect.poll(async () => (await paste(page)).table).toEqual([[wanted]]);
    await page.keyboard.press("ArrowRight");
  }
});

async function columnCount(): Promise<number> {
  return Number(await page.getByRole("grid").getAttribute("aria-colcount"));
}

test("in German, a block is what the file for spreadsheets says", async () => {
  await using german = await openAgain(DESK);
  await speak(german, "de");
  const here = await german.newPage();
  await openTable(here);
  const { heads, rows: file } = await exported(
    here,
    "Art des Exports wählen",
    "CSV für Tabellenkalkulationen",
    ";",
  );
  await cell(here, 0, 0).click();
  await here.keyboard.press("ControlOrMeta+a");
  const all = await copied(here, `${String(file.length)} × ${String(file[0]?.length)} Zellen kopiert`);
  // Spreadsheets take truth values in small letters too; what is copied has no guards, since it says what is a text.
  const external = heads.findIndex((head) => head.includes("IsExternal"));
  const unguarded = file.map((row) =>
    row.map((text, column) => (column === external ? text.toLowerCase() : unguardText(text))),
  );
  expect(all.text).toEqual(unguarded);
  expect(textsOf(all)).toEqual(unguarded);
});

test("numbers of up to eighteen digits are shown whole, none is cut by its cell", async () => {
  await openTable(page);
  const serials = ODD_DOORS.flatMap(({ Serial }) => Serial ?? []);
  const numbers = page.locator(".eg-body-row .eg-cell.end");
  const seen = new Set<string>();
  await until("the long numbers are shown", async () => {
    await page.locator(".eg-scroll").evaluate((scroller) => scroller.scrollBy({ left: 200 }));
    const cells = await numbers.evaluateAll((all) =>
      all.map((one) => ({ text: one.textContent, isCut: one.scrollWidth > one.clientWidth })),
    );
    expect(cells.filter(({ isCut }) => isCut)).toEqual([]);
    for (const { text } of cells) seen.add(text);
    return seen.has(serials[0] ?? "");
  });
});
