/**
 * Compares random cells of an element table in a browser with the file that the same table exports: the text on the screen, the exact value
 * on hover and focus, and what Ctrl C copies.
 */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "@playwright/test";
import { parseHeading } from "./told-headings.ts";
import { until } from "./until.ts";

/** `rounded`: numbers that are not shown exactly; `wrong`: differences, in words. */
export type ShownCells = { compared: number; rounded: number; wrong: string[] };

type Field = { text: string; isQuoted: boolean };
type Place = { row: number; column: number };
type Look = {
  /** "" where the cell shows one of its marks. */
  shown: string;
  mark: "missing" | "none" | "quoted" | "value";
  title: string | null;
  /** The cell contains more than fits. */
  isCut: boolean;
  isNumber: boolean;
};

const PICKED_PER_SCREEN = 5;
/** At the end of a heading. */
const UNIT = / \[[^\]]*\]$/;
const NOTHING_COPIED = "\u0001nothing was copied";

/** A table shown by the page, with all columns. The page may read and write the clipboard. @param random from 0 to 1 */
export async function compareShownCells(
  page: Page,
  count: number,
  random: () => number,
): Promise<ShownCells> {
  const [headings = [], ...lines] = await exportTable(page);
  const found: ShownCells = { compared: 0, rounded: 0, wrong: [] };
  const grid = page.getByRole("grid");
  const size = [await grid.getAttribute("aria-rowcount"), await grid.getAttribute("aria-colcount")].map(
    Number,
  );
  if (size[0] !== lines.length + 2 || size[1] !== headings.length)
    found.wrong.push(`the table has ${size.join(" × ")}, its file ${lines.length} × ${headings.length}`);
  while (found.compared < count) {
    const seen = await scrollTo(page, random(), random());
    for (let n = 0; n < PICKED_PER_SCREEN && found.compared < count; n += 1) {
      const place = seen[Math.floor(random() * seen.length)] ?? { row: 0, column: 0 };
      const field = lines[place.row]?.[place.column] ?? { text: "\0 no such cell", isQuoted: false };
      const name = `row ${place.row} (${lines[place.row]?.[0]?.text ?? "?"}), ${headings[place.column]?.text ?? "?"}`;
      const { look, wrong } = await lookAt(page, place, field, headings[place.column]?.text ?? "");
      found.compared += 1;
      if (look.shown !== field.text && look.mark === "value") found.rounded += 1;
      found.wrong.push(...wrong.map((what) => `${name}: ${what}; ${JSON.stringify({ look, field })}`));
    }
  }
  return found;
}

/** The file of the menu "CSV for programs", with information about quotes. */
async function exportTable(page: Page): Promise<Field[][]> {
  await page.getByRole("button", { name: "Choose how to export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV for programs" }).click(),
  ]);
  return parse(await readFile(await download.path()), {
    cast: (text, { quoting }): Field => ({ text, isQuoted: quoting }),
  }) as unknown as Field[][];
}

/** Scrolls to a relative position and returns the fully visible cells there, once all of them are loaded. */
async function scrollTo(page: Page, down: number, along: number): Promise<Place[]> {
  await page.locator(".eg-scroll").evaluate(
    (scroller, [y, x]) => {
      scroller.scrollTop = y * (scroller.scrollHeight - scroller.clientHeight);
      scroller.scrollLeft = x * (scroller.scrollWidth - scroller.clientWidth);
    },
    [down, along] as const,
  );
  return until("the cells of this part are read", () =>
    page.locator(".eg-scroll").evaluate((scroller) => {
      const view = scroller.getBoundingClientRect();
      const cells = [...scroller.querySelectorAll<HTMLElement>(".eg-body-row .eg-cell")].filter((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        if (left < view.left || right > view.right || top < view.top || bottom > view.bottom) return false;
        const corners = [
          document.elementFromPoint(left + 2, top + 2),
          document.elementFromPoint(right - 2, bottom - 2),
        ];
        return corners.every((one) => one !== null && cell.contains(one));
      });
      if (cells.length < 2 || cells.some((cell) => cell.querySelector(".sk") !== null)) return null;
      return cells.map(({ dataset }) => ({ row: Number(dataset["row"]), column: Number(dataset["column"]) }));
    }),
  );
}

async function lookAt(
  page: Page,
  { row, column }: Place,
  field: Field,
  heading: string,
): Promise<{ look: Look; wrong: string[] }> {
  const cell = page.locator(`.eg-body-row [data-row="${row}"][data-column="${column}"]`);
  const look = await cell.evaluate((element): Look => {
    const has = (mark: string): boolean => element.querySelector(mark) !== null;
    const mark = element.classList.contains("miss")
      ? "missing"
      : has(".eg-none")
        ? "none"
        : has(".eg-empty")
          ? "quoted"
          : "value";
    return {
      shown: mark === "value" ? element.textContent : "",
      mark,
      title: element.getAttribute("title"),
      isCut: element.scrollWidth > element.clientWidth,
      isNumber: element.classList.contains("end"),
    };
  });
  const wrong = judge(look, field);
  // Not by a click: the long value of the cell before, shown whole, may lie over this one.
  await cell.focus();
  const said = page.locator(".eg-foot").getByRole("status");
  if (look.mark === "value" && look.isNumber && look.shown !== field.text) {
    const exact = `Exact value ${field.text}`;
    // Beside it stands what became of copying.
    await until(exact, async () => (await said.allTextContents()).includes(exact), 2_000).catch(async () => {
      wrong.push(`under the table: ${(await said.allTextContents()).join(", ")}`);
    });
  }
  const copied = await copy(page);
  if (copied !== field.text) wrong.push(`copied ${JSON.stringify(copied)}`);
  const head = await page.locator(`.eg-head[data-column="${column}"]`).getAttribute("title");
  const property = parseHeading(heading.replace(UNIT, ""))?.property ?? "GlobalId";
  if (head !== null && !head.includes(property)) wrong.push(`its head says ${head}`);
  return { look, wrong };
}

async function copy(page: Page): Promise<string> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), NOTHING_COPIED);
  await page.keyboard.press("ControlOrMeta+c");
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  return until("something is copied", async () => {
    const text = await read();
    return text === NOTHING_COPIED ? null : { text };
  }).then(({ text }) => text);
}

/** Differences between a cell's look and its field in the file. Shares no code with how cells are drawn. */
function judge({ shown, mark, title, isCut, isNumber }: Look, { text, isQuoted }: Field): string[] {
  if (mark === "missing" || mark === "none")
    return text === "" && !isQuoted ? [] : [`shown as ${mark}, but the file has a value`];
  if (mark === "quoted") return text.trim() === "" && isQuoted ? [] : ["shown as an empty text"];
  const wrong: string[] = [];
  const isExact = shown === text;
  if (isNumber && isCut) wrong.push("a number is cut");
  if (!isExact && !isShortened(shown, text, isNumber)) wrong.push("shown as something else");
  const tells = title === text || (title?.endsWith("…") === true && text.startsWith(title.slice(0, -1)));
  if ((!isExact || isCut) && !tells) wrong.push("its exact value is not told on hover");
  return wrong;
}

/** A number is rounded, and marked so; a text is cut to its beginning, and marked so. */
function isShortened(shown: string, text: string, isNumber: boolean): boolean {
  if (!isNumber) return shown.endsWith("…") && text.startsWith(shown.slice(0, -1));
  if (shown === "###") return true;
  if (!shown.startsWith("≈")) return false;
  const [digits = "", exponent = "0"] = shown.slice(1).split("E");
  const places = digits.split(".")[1]?.length ?? 0;
  const unit = 10 ** (Number(exponent) - places);
  return Math.abs(Number(shown.slice(1)) - Number(text)) <= 0.5 * unit * (1 + 1e-9);
}
