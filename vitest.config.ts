import { defineConfig } from "vitest/config";

// An odd zone, so that code which forgets about zones fails here and not at a customer's. Workers inherit it.
process.env["TZ"] = "Asia/Kathmandu";

const quiet = ["tests/support/quiet.ts"];
/** Every page in every look and language: a third of the browser tests' time, and nothing of it needs what the others do. */
const everyPage = ["accessibility", "languages", "scrolling"].map((name) => `tests/e2e/${name}.test.ts`);
const browser = {
  globalSetup: ["tests/support/product-setup.ts"],
  testTimeout: 180_000,
  hookTimeout: 60_000,
  // Browsers of several files at once would only make each other slow.
  fileParallelism: false,
};

export default defineConfig({
  test: {
    environment: "node",
    watch: false,
    passWithNoTests: true,
    // As many as CI has cores: most tests wait for a database, a process or a socket for half of their time.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // Thousands of cases in one test take a second here and six where everything else runs beside it.
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: quiet,
          // With a worker for each core, threads that collect garbage only take the cores from each other: a tenth of the work.
          execArgv: ["--single-threaded-gc"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/postgres.ts"],
          setupFiles: [...quiet, "tests/support/journal.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "architecture",
          include: ["tests/architecture/**/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/*.test.ts"],
          // All files call one product, and some of them bring it to its limits.
          fileParallelism: false,
          globalSetup: ["tests/support/postgres.ts", "tests/support/product-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "operations",
          include: ["tests/contract/operations/*.test.ts"],
          // One process for all of them, which share a service with one object of each kind (tests/support/operations/stage.ts).
          fileParallelism: false,
          isolate: false,
          globalSetup: ["tests/support/postgres.ts", "tests/support/product-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: Object.assign({ name: "e2e", include: ["tests/e2e/*.test.ts"], exclude: everyPage }, browser),
      },
      { extends: true, test: Object.assign({ name: "looks", include: everyPage }, browser) },
      {
        extends: true,
        test: {
          name: "products",
          include: ["tests/e2e/products/*.test.ts"],
          globalSetup: ["tests/support/product-setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // Each starts products of its own, and kills some.
          fileParallelism: false,
        },
      },
    ],
  },
});
