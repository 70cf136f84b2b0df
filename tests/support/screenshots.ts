/**
 * npm run screenshots: pictures of every page of a running product, 1280 and 390 px wide, light and dark, in .cache/screenshots. Replaces
 * the pictures that documents show (docs/screenshots). Starts a separate product and removes it afterwards. For another language: --
 * --language de.
 */
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, BrowserContextOptions } from "@playwright/test";
import { LANGUAGE_COOKIE } from "#lib/core/language/languages.ts";
import { LANGUAGES } from "#lib/core/texts.ts";
import { readCatalogueFiles } from "./catalogue-files.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";
import { LOOKS, shoot, type Look, type Shot } from "./screenshot-camera.ts";
import { EMPTY, listPages, listSilent, listStates, OUTSIDE, type Say } from "./screenshot-pages.ts";
import { silenceService } from "./screenshot-silent.ts";
import type { Visitor } from "./screenshot-people.ts";
import { fillStage } from "./screenshot-stage.ts";
import { signInStaff } from "./sign-in.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DOCS = join(ROOT, "docs", "screenshots");
const MADE = join(ROOT, ".cache", "screenshots");

const { values } = parseArgs({
  options: { language: { type: "string", default: "en" }, folder: { type: "string", default: MADE } },
});
const language = LANGUAGES.find((known) => known === values.language);
if (language === undefined) throw new Error(`--language is one of ${LANGUAGES.join(", ")}.`);
const folder = resolve(values.folder);

const catalogue = Object.assign({}, ...readTexts()) as Record<string, string>;
const say: Say = (english) => catalogue[english] ?? english;

const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium on this machine. "npm test" installs it.');
const product = await startProduct();
const { access } = product;
const browser = await launchChromium(executablePath);
try {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(folder)) {
    if (/\.(?:png|webp)$/.test(file)) await rm(join(folder, file));
  }
  const staff = await Promise.all(
    LOOKS.map(
      async (look) => [look, await inLanguage(signInStaff(browser, access, optionsOf(look)))] as const,
    ),
  );
  const shootAsStaff = (shots: readonly Shot[]): Promise<unknown> =>
    Promise.all(staff.map(([look, context]) => shoot(context, look, folder, shots)));

  await shootAsStaff(EMPTY);
  const stage = await fillStage(browser, access);
  const outside: readonly Shot[] = [...OUTSIDE, ["platform", stage.invitationLink]];
  await shootAs(outside);
  for (const { state, pages } of stage.visitors) await shootAs(pages, state);
  const inside = [...listPages(stage, say), ...listStates(stage)];
  await shootAsStaff(inside);
  const silent = listSilent(await silenceService(browser, access), say);
  await shootAsStaff(silent);

  if (language === "en") {
    for (const file of await readdir(DOCS)) {
      if (file.endsWith(".webp")) await copyFile(join(folder, file), join(DOCS, file));
    }
  }
} finally {
  await browser.close();
  await product.remove();
}

/** A separate window for each look, signed in or not. */
async function shootAs(shots: readonly Shot[], state?: Visitor["state"]): Promise<void> {
  await Promise.all(
    LOOKS.map(async (look) => {
      const context = await inLanguage(
        browser.newContext(Object.assign(optionsOf(look), state && { storageState: state })),
      );
      await shoot(context, look, folder, shots);
      await context.close();
    }),
  );
}

function optionsOf({ width, height, colorScheme }: Look): BrowserContextOptions {
  return { baseURL: access.origin, viewport: { width, height }, colorScheme };
}

async function inLanguage(opening: Promise<BrowserContext>): Promise<BrowserContext> {
  const context = await opening;
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: values.language, url: access.origin }]);
  return context;
}

function readTexts(): Record<string, string>[] {
  return values.language === "en" ? [] : [...readCatalogueFiles(values.language).values()];
}
