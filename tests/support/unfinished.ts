/** Prints which files are still running when a stage takes long: a test in an endless loop can print nothing itself. */
import type { Reporter, TestModule } from "vitest/node";

const SAY_AFTER_MS = 10 * 60_000;

/** A reporter of vitest, named in `--reporter`. */
export default class Unfinished implements Reporter {
  readonly #running = new Map<string, number>();

  onTestModuleQueued(module: TestModule): void {
    this.#running.set(module.relativeModuleId, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId);
  }

  onTestRunStart(): void {
    setInterval(() => this.#say(), SAY_AFTER_MS).unref();
  }

  #say(): void {
    for (const [file, sinceMs] of this.#running) {
      const minutes = Math.round((Date.now() - sinceMs) / 60_000);
      process.stdout.write(`Still running after ${minutes} minutes: ${file}\n`);
    }
  }
}
