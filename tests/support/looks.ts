/**
 * Checks a page in every look: wide and narrow, light and dark. Reports axe's findings, content wider than the window, and lines that end
 * badly. A theme changes only colours, so all other rules are checked once per width.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Result } from "axe-core";
import { expect, type Page } from "@playwright/test";
import { listBadLines } from "./lines.ts";

/** Axe's own file of half the size: every page that is checked has to read it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * The looks, each one change away from the one before: a change of the theme has the whole page drawn again. The light ones come first and
 * last, as a page arrives in light and is left in it.
 */
const LOOKS = [
  { width: 390, colorScheme: "light", rules: "all" },
  { width: 390, colorScheme: "dark", rules: "colours" },
  { width: 1280, colorScheme: "dark", rules: "colours" },
  { width: 1280, colorScheme: "light", rules: "all" },
] as const;

const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Rules = "all" | "colours";

/** Switches the system to light or dark, and waits until the page follows: a page that is still hydrating does so a moment later. */
async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: "attached" });
}

/** Findings for the current page: the rule, and where. Empty when it is clean. */
export async function listFindings(page: Page, rules: Rules = "all"): Promise<string[]> {
  const only = rules === "all" ? null : COLOUR_RULES;
  let seen = await page.evaluate(examine, only);
  if (seen === null) {
    await page.evaluate(AXE);
    seen = await page.evaluate(examine, only);
  }
  if (seen === null) throw new Error("axe was loaded, but is not in the page.");
  const { violations, sidewaysPx } = seen;
  return [
    ...violations.map(toWords),
    ...(rules === "all" ? await listBadLines(page) : []),
    ...(sidewaysPx > 0 ? [`scrolls sideways by ${String(sidewaysPx)} px`] : []),
  ];
}

/** Runs in the page, at one go: with `--trace=on`, the whole page is kept twice for each call from outside. Null while axe is not loaded there. */
async function examine(only: string[] | null): Promise<{ violations: Result[]; sidewaysPx: number } | null> {
  if (!("axe" in window)) return null;
  // During a transition between themes a colour belongs to neither.
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  // Brought to their end, not awaited: inside a closed <details> a transition stands still.
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
  const { axe: loaded } = window as typeof window & { axe: typeof axe };
  const { violations } = await loaded.run(document, {
    resultTypes: ["violations"],
    // A finding is told with its markup; for selectors axe would count every class and attribute of the page.
    selectors: false,
    // Only rules about sound and video need it; for all others axe would ask for every style sheet again.
    preload: false,
    ...(only === null ? {} : { runOnly: only }),
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return { violations, sidewaysPx: scrollWidth - clientWidth };
}

function toWords({ id, help, nodes }: Result): string {
  return `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`;
}

/** Findings at both widths and in both themes, each beginning with its look; the page is left wide and light. */
export async function listFindingsInEveryLook(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, colorScheme);
    const found = await listFindings(page, rules);
    findings.push(...found.map((finding) => `${colorScheme} at ${String(width)} px: ${finding}`));
  }
  return findings;
}

/** @param what the state of the page, for whoever reads the failure */
export async function expectCleanInEveryLook(page: Page, what: string): Promise<void> {
  expect(await listFindingsInEveryLook(page), what).toEqual([]);
}
