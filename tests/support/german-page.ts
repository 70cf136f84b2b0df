/** Finds what a page shown in German says in English: texts of the catalogue, and numbers that are written the English way. */
import type { Page } from "@playwright/test";
import { readCatalogueFiles } from "./catalogue-files.ts";

/** The texts of the catalogue in German, by the English ones. */
export const german = Object.assign({}, ...readCatalogueFiles("de").values()) as Record<string, string>;
/** English texts that differ in German: none of them may appear on a German page. */
const english = new Set(Object.keys(german).filter((text) => german[text] !== text));
/** Names and texts from the model itself: properties of Pset_DoorCommon, a category of Revit, and the like. */
const ofTheModel = new Set(["Reference", "Doors", "Size"]);

/** A decimal number, alone or with its unit, and ranges of such numbers. */
const ENGLISH_NUMBER =
  /^[≈<−-]?\s?\d+\.\d+(?:[eE]-?\d+)?(?:\s?(?:%|s|ms|[kMG]?B|m|mm|m²|m³))?(?:\s?(?:–|bis|von)\s?-?\d.*)?$/;

/** What is not German on the page; empty when all of it is. */
export async function listEnglish(page: Page): Promise<string[]> {
  const language = await page.locator("html").getAttribute("lang");
  const said = await page.evaluate(listTexts);
  const found = [...new Set(said)].filter(
    (text) => (english.has(text) && !ofTheModel.has(text)) || ENGLISH_NUMBER.test(text),
  );
  return [...(language === "de" ? [] : ["not German"]), ...found];
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
