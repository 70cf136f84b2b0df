/**
 * What goes wrong while a page arrives: its content security policy refuses something, or it is rendered twice. A page arrives in parts,
 * which React hydrates in place. If a context's value changes meanwhile, React renders the rest of the page a second time, beside the part
 * that is still hidden.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { NOWHERE } from "./every-page.ts";

declare global {
  interface Window {
    /** What the policy refused, and the most first-level headings that the document had at once, including those of hidden parts. */
    arrival?: { refused: string[]; headingsMax: number };
  }
}

/** Makes every page of the context record its arrival, from the start. */
export async function watchArrival(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { refused: [] as string[], headingsMax: 0 };
    window.arrival = seen;
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      seen.refused.push(`${violatedDirective} ${blockedURI} ${sample}`);
    });
    new MutationObserver(() => {
      seen.headingsMax = Math.max(seen.headingsMax, document.querySelectorAll("h1").length);
    }).observe(document, { subtree: true, childList: true });
  });
}

/** Waits until no part of the page is hidden any more. */
export async function untilArrived(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (!page.url().endsWith(NOWHERE))
    await page.locator("div[hidden][id^='S:']").first().waitFor({ state: "detached" });
}

/** What went wrong until now; empty when nothing did. */
export async function listArrivalFindings(page: Page): Promise<string[]> {
  const seen = await page.evaluate(() => window.arrival);
  if (seen === undefined) return ["nothing watched"];
  const isTwice = seen.headingsMax !== 1 && !page.url().endsWith(NOWHERE);
  return [
    ...seen.refused.map((report) => `refused by the policy: ${report}`),
    ...(isTwice ? [`rendered twice: ${String(seen.headingsMax)} headings at once`] : []),
  ];
}
