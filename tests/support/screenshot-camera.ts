/** Takes pictures of fully loaded pages, in the four looks of every page. Knows nothing of their content. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

export const LOOKS = [
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 1280, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

export type Look = (typeof LOOKS)[number];

/** A picture's name, the page's path, and what is done there first, in whatever language the page is. */
export type Shot = readonly [name: string, path: string, act?: (page: Page) => Promise<void>];

/** Small files: a picture shows how a page looks, not every pixel. */
const QUALITY = 62;

/** Name of the picture's file. */
function fileOf(name: string, { width, colorScheme }: Look): string {
  return `${name}-${String(width)}-${colorScheme}.webp`;
}

/** Takes the pictures one after the other in a separate window. */
export async function shoot(
  context: BrowserContext,
  look: Look,
  folder: string,
  shots: readonly Shot[],
): Promise<void> {
  await using page = await context.newPage();
  for (const [name, path, act] of shots) {
    await page.goto(path);
    await settle(page);
    await act?.(page);
    await still(page);
    await writeFile(join(folder, fileOf(name, look)), await toWebp(page));
  }
}

const CODE_MS_MAX = 2_000;

/** Waits until the page is complete: its heading is there, and nothing is loading. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator(".sk:visible").first().waitFor({ state: "hidden" });
  // Buttons that wait for the page's code; some others may stay disabled.
  await page
    .locator("button[type=submit]:disabled:visible")
    .first()
    .waitFor({ state: "hidden", timeout: CODE_MS_MAX })
    .catch(() => undefined);
}

/** Waits for animations to end; endless ones are ignored. */
async function still(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function toWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  return Buffer.from(data, "base64");
}
