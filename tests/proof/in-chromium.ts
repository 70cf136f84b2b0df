/** Proofs that need a browser. */
import type { Browser } from "@playwright/test";
import { findChromium, launchChromium } from "#tests/support/chromium.ts";
import type { Proof } from "./proof.ts";

/** Proves with a browser, if this machine has one. */
export async function inChromium(prove: (browser: Browser) => Promise<Proof>): Promise<Proof> {
  const executablePath = await findChromium();
  if (executablePath === null)
    return { verdict: "not run", lines: ["There is no Chromium on this machine. `npm test` installs it."] };
  await using browser = await launchChromium(executablePath);
  return await prove(browser);
}
