import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGUMENTS, findChromium } from "./tests/support/chromium.ts";
import { keepTemporaryFilesInMemory } from "./tests/support/temporary-files.ts";

// An odd zone, so that code which forgets about zones fails here and not at a customer's. Workers inherit it.
process.env["TZ"] = "Asia/Kathmandu";

keepTemporaryFilesInMemory();
const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium on this machine. "npm test" installs it.');

/** Ends what hangs; no measure of speed (docs/decisions/0088). */
const HANGS_MS = 180_000;

export default defineConfig({
  testDir: "tests/e2e",
  // Node reads TypeScript itself, here as in the product.
  build: { external: ["**/*.ts"] },
  outputDir: "test-results",
  timeout: HANGS_MS,
  expect: { timeout: HANGS_MS / 2 },
  // Half of a browser test is waiting; a fourth worker made the whole no faster (docs/decisions/0084). Each has a product of its own
  // (tests/support/browser.ts).
  workers: 3,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    // A skeleton that pulses draws sixty pages a second: without, a page takes a quarter less processor time.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS },
    // Without pictures of the page, which take half of a test's processor time; `npx playwright test --trace=on FILE` takes them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
  },
  projects: [
    { name: "e2e", testMatch: "*.test.ts", testIgnore: "products/**" },
    // Each starts products of its own, and kills some.
    { name: "products", testMatch: "products/*.test.ts", workers: 2 },
  ],
});
