/**
 * The second language is complete: no page shown in German contains an English text of the catalogue, and each works as the English one
 * does. People get the language they chose, or else the browser's.
 */
import type { Browser, Page } from "@playwright/test";
import { LANGUAGE_COOKIE } from "#lib/core/language/languages.ts";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { readCatalogueFiles } from "#tests/support/catalogue-files.ts";
import { INSIDE, makeGround, OUTSIDE, type Ground, type KindOfPage } from "#tests/support/every-page.ts";
import { listBadLines } from "#tests/support/lines.ts";
import { signInStaff } from "#tests/support/sign-in.ts";

const german = Object.assign({}, ...readCatalogueFiles("de").values()) as Record<string, string>;
/** English texts that differ in German: none of them may appear on a German page. */
const english = new Set(Object.keys(german).filter((text) => german[text] !== text));
/** Names and texts from the model itself: properties of Pset_DoorCommon, a category of Revit, and the like. */
const ofTheModel = new Set(["Reference", "Doors", "Size"]);

/** A decimal number, alone or with its unit, and ranges of such numbers. */
const ENGLISH_NUMBER =
  /^[≈<−-]?\s?\d+\.\d+(?:[eE]-?\d+)?(?:\s?(?:%|s|ms|[kMG]?B|m|mm|m²|m³))?(?:\s?(?:–|bis|von)\s?-?\d.*)?$/;

const WIDTHS = [390, 1280] as const;

const PASSPORT: KindOfPage = ["passport", (ground) => ground.model.replace("?", "/passport?")];

let browser: Browser;
let made: Ground;

test.beforeAll(async ({ browser: started }) => {
  browser = started;
  made = await makeGround(browser, product, `Schulcampus Riem ${String(Date.now())}`);
});

test.afterAll(async () => {
  await closePages(browser);
});

test("every page, told in German, has nothing left in English, no line that ends badly, and no script stumbles over it", async () => {
  const outside = await browser.newContext({ baseURL: product.origin });
  const inside = await signInStaff(browser, product);
  const left: string[] = [];
  for (const [context, pages] of [
    [outside, OUTSIDE],
    [inside, [...INSIDE, PASSPORT]],
  ] as const) {
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: "de", url: product.origin }]);
    const page = await context.newPage();
    page.on("pageerror", (error) => left.push(`${page.url()}: ${error.message}`));
    page.on("console", (line) => {
      if (line.type() === "error" && !line.text().startsWith("Failed to load resource"))
        left.push(line.text());
    });
    for (const kind of pages) {
      left.push(...(await findEnglish(page, kind)));
      for (const width of WIDTHS) left.push(...(await findBadLines(page, kind[0], width)));
    }
    await context.close();
  }
  expect(left).toEqual([]);
});

test("the browser's language counts until another is chosen, which stays", async () => {
  const context = await browser.newContext({ baseURL: product.origin, locale: "de-CH" });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByRole("heading", { level: 1, name: german["Sign in"] ?? "" }).waitFor();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: german["Language"] ?? "" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.goto("/forgotten");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await context.close();
});

async function findEnglish(page: Page, [name, path]: KindOfPage): Promise<string[]> {
  await page.goto(path(made));
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  if (name === "elements") await page.getByRole("gridcell").first().waitFor();
  if (name === "passport") await page.getByRole("table").first().waitFor();
  const language = await page.locator("html").getAttribute("lang");
  const said = await page.evaluate(listTexts);
  const found = [...new Set(said)].filter(
    (text) => (english.has(text) && !ofTheModel.has(text)) || ENGLISH_NUMBER.test(text),
  );
  return [...(language === "de" ? [] : ["not German"]), ...found].map((text) => `${name}: ${text}`);
}

async function findBadLines(page: Page, name: string, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  const found = await listBadLines(page);
  return found.map((finding) => `${name} at ${String(width)} px: ${finding}`);
}

/** What a person reads or hears: texts, and the attributes that name things. Runs in the page. */
function listTexts(): string[] {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { parentElement, textContent } = walker.currentNode;
    // Content in another language is marked as such: the names of the languages, and recorded texts.
    if (parentElement?.closest("script, style, [hidden], [lang]:not(html), [translate=no]") === null)
      // Beside a place where a line may end: the text goes on behind it.
      texts.push(
        (parentElement.querySelector(":scope > .opening") === null
          ? textContent
          : parentElement.textContent) ?? "",
      );
  }
  for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const attribute of ["aria-label", "title", "placeholder", "alt"]) {
      texts.push(element.getAttribute(attribute) ?? "");
    }
  }
  // A space that holds a number and its word together reads as a space.
  return texts.map((text) => text.replaceAll("\u00a0", " ").trim()).filter((text) => text !== "");
}
