/**
 * npm run screenshots: pictures of every page of a running product, 1280 and 390 px wide, light and dark, for README and docs. It starts a
 * product of its own and removes it afterwards. For a look at another language: -- --language de --folder <folder>.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import { LANGUAGE_COOKIE } from "#lib/core/languages.ts";
import { LANGUAGES } from "#lib/core/texts.ts";
import { readCatalogueFiles } from "./catalogue.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";
import { fileOf, LOOKS, shoot, type Look, type Shot } from "./screenshot-camera.ts";
import { EMPTY, listPages, listSilent, listStates, OUTSIDE, type Say } from "./screenshot-pages.ts";
import { silenceService } from "./screenshot-silent.ts";
import type { Visitor } from "./screenshot-people.ts";
import { fillStage } from "./screenshot-stage.ts";
import { signInStaff } from "./sign-in.ts";

const DOCS = join(import.meta.dirname, "..", "..", "docs", "screenshots");

const { values } = parseArgs({
  options: { language: { type: "string", default: "en" }, folder: { type: "string", default: DOCS } },
});
const language = LANGUAGES.find((known) => known === values.language);
if (language === undefined) throw new Error(`--language is one of ${LANGUAGES.join(", ")}.`);
const folder = resolve(values.folder);
if (language !== "en" && folder === DOCS)
  throw new Error("docs/screenshots is English. Name another folder: --folder <folder>.");

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

  const visitors = stage.visitors.flatMap(({ pages }) => pages);
  const all = [...outside, ...visitors, ...EMPTY, ...inside, ...silent];
  if (language === "en") await writeFile(join(folder, "README.md"), listPictures(all));
} finally {
  await browser.close();
  await product.remove();
}

/** In each look a window of its own, signed in or not. */
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

function listPictures(shots: readonly Shot[]): string {
  const rows = shots.map(([name]) => {
    const links = LOOKS.map((look) => `[${String(look.width)} ${look.colorScheme}](${fileOf(name, look)})`);
    return `- ${name}: ${links.join(", ")}`;
  });
  return `# Pictures of every page\n\nMade by \`npm run screenshots\` from a running product with a real model in it.\n\n${rows.join("\n")}\n`;
}
