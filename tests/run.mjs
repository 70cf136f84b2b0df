/**
 * npm test [stage …]: installs whatever is missing, then runs every stage (or the named ones). Plain JavaScript for any
 * Node from 20 on, because nothing may be installed yet; support/stages.ts goes on with the pinned Node.
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, getNode } from "../lib/boot/install.mjs";
import { describeTrouble } from "../lib/boot/trouble.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

try {
  await ensureInstalled(ROOT, { withDev: true, say: (line) => process.stdout.write(`${line}\n`) });
  const stages = join(ROOT, "tests", "support", "stages.ts");
  const child = spawn(getNode(ROOT), [stages, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
} catch (error) {
  process.stderr.write(`${describeTrouble(error)}\n`);
  process.stdout.write("0 passed, 1 failed\n");
  process.exitCode = 1;
}
