import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./tests/support/temporary-files.ts";

// An odd zone, so that code which forgets about zones fails here and not at a customer's. Workers inherit it.
process.env["TZ"] = "Asia/Kathmandu";
keepTemporaryFilesInMemory();
// Half of the start of a process that a test starts is compiling the same sources. `npm test` names a folder of its own.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "compiled");

const HANGS_MS = 240_000;
const quiet = ["tests/support/quiet.ts"];
export default defineConfig({
  test: {
    environment: "node",
    watch: false,
    passWithNoTests: true,
    // As many as CI has cores.
    maxWorkers: 2,
    // Ends what hangs; no measure of speed, which differs by a factor of ten between a quiet machine and a busy one.
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS / 2 } },
    // A failed check names everything that it found, also in the summary of `npm test`.
    chaiConfig: { truncateThreshold: 1_000 },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          // A process for many files, as for integration tests: the pure ones take less time than a new process does.
          isolate: false,
          setupFiles: ["tests/support/fresh-process.ts", ...quiet],
          // With a worker for each core, threads that collect garbage only take the cores from each other: a tenth of the work.
          execArgv: ["--single-threaded-gc"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          // Three on two cores: they wait for a database, a process or a socket for half of their time.
          maxWorkers: 3,
          // A worker runs all of its files in one process: starting one for each, and loading every package anew, was a third of the work.
          isolate: false,
          globalSetup: ["tests/support/postgres.ts"],
          setupFiles: ["tests/support/fresh-process.ts", ...quiet, "tests/support/journal.ts"],
          execArgv: ["--single-threaded-gc"],
        },
      },
      {
        extends: true,
        test: {
          name: "architecture",
          include: ["tests/architecture/**/*.test.ts"],
          // These only read the repository: the compiler and the linter are loaded once for all of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/*.test.ts"],
          // All files call one product, and some of them bring it to its limits. One process for all, as for integration tests.
          fileParallelism: false,
          isolate: false,
          setupFiles: ["tests/support/fresh-process.ts"],
          globalSetup: ["tests/support/postgres.ts", "tests/support/product-setup.ts"],
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
        },
      },
    ],
  },
});
