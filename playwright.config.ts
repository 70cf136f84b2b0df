import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGUMENTS, findChromium } from "./tests/support/chromium.ts";

// An odd zone, so that code which forgets about zones fails here and not at a customer's. Workers inherit it.
process.env["TZ"] = "Asia/Kathmandu";

const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium on this machine. "npm test" installs it.');

/** Every page in every look and language: a third of the browser tests' time, and nothing of it needs what the others do. */
const everyPage = /\/(?:accessibility|languages|scrolling)\.test\.ts$/;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/browser-setup.ts",
  outputDir: "test-results",
  timeout: 180_000,
  // Browsers of several files at once would only make each other slow, and all files of a project call one product.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS },
    // Without the film of the page, which costs a core of its own; the snapshots of every step show the same.
    trace: { mode: "retain-on-failure", screenshots: false },
  },
  projects: [
    { name: "e2e", testMatch: "*.test.ts", testIgnore: [everyPage, "products/**"] },
    { name: "looks", testMatch: everyPage },
    // Each starts products of its own, and kills some.
    { name: "products", testMatch: "products/*.test.ts" },
  ],
});
