/**
 * The proof `upgrade`: a whole product of an earlier commit (HEAD~1, or PORTICO_PROOF_FROM), filled as people and applications fill it, is
 * stopped, and the present version is started on its data folder. Then two instances of the earlier version on one database and one store
 * are upgraded one after the other while people work.
 */
import { execFileSync } from "node:child_process";
import type { Browser } from "@playwright/test";
import { openVersion, type OtherVersion } from "#tests/support/other-version.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { upgradeInTurns } from "./upgrade-in-turns.ts";
import { expectKept, fillProduct } from "./upgrade-work.ts";
import { inChromium } from "./in-chromium.ts";
import type { Say } from "./proof.ts";

const FROM = process.env["PORTICO_PROOF_FROM"] ?? "HEAD~1";

export const proveUpgrade = inChromium(async (browser, say) => {
  const earlier = await openVersion(FROM);
  try {
    const now = execFileSync("git", ["log", "-1", "--format=%h"], { encoding: "utf8" }).trim();
    const head = `From ${earlier.commit.replace(" ", " (")}) to ${now}.`;
    say(head);
    return {
      verdict: "holds",
      lines: [head, "", await upgradeOne(browser, earlier, say), await upgradeInTurns(earlier, say)],
    };
  } finally {
    await earlier.close();
  }
});

async function upgradeOne(browser: Browser, { root }: OtherVersion, say: Say): Promise<string> {
  let product: Product = await startProduct({ root });
  try {
    const filled = await fillProduct(browser, product.access);
    say(`filled: ${String(filled.rows)} rows in ${String(filled.tables.length)} tables`);
    await product.stop();
    const { access } = product;
    // At the same address, because the connection to the built-in service names it.
    product = await startProduct({
      dataDir: access.dataDir,
      environment: {
        PORT: new URL(access.origin).port,
        PORTICO_ORIGIN: access.origin,
        PORTICO_ADMIN_PASSWORD: access.adminPassword,
        PORTICO_SERVICE_CLIENT_SECRET: access.serviceClientSecret,
      },
    });
    const { migrations, states } = await expectKept(access, filled);
    say("kept");
    return (
      `- One product, stopped and started as the present version on its data folder (${String(migrations)} migrations): ` +
      `${String(filled.rows)} rows in ${String(filled.tables.length)} tables are there with the values that they had; operations are ${states} as before. No attempt, email or change at the service was ` +
      "added; people who were signed in still are; the audit's chain holds; an exported file and a model's answer are the same to the byte."
    );
  } finally {
    await product.remove();
  }
}
