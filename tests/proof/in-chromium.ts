/** Proofs that need a browser. */
import type { Browser } from "@playwright/test";
import { findChromium, launchChromium } from "#tests/support/chromium.ts";
import { notRun, type Proof, type Prove, type Say } from "./proof.ts";

/** A proof with a browser, if this machine has one. */
export function inChromium(prove: (browser: Browser, say: Say) => Promise<Proof>): Prove {
  return async (say) => {
    const executablePath = await findChromium();
    if (executablePath === null)
      return notRun("There is no Chromium on this machine. `npm test` installs it.");
    await using browser = await launchChromium(executablePath);
    return await prove(browser, say);
  };
}
