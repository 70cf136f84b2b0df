/** A flood of requests, and of everything the framework logs about them, becomes a few short lines of the log. */
import { expect, test } from "vitest";
import { runModule } from "#tests/support/run-module.ts";

const run = (script: string): ReturnType<typeof runModule> => runModule(script, { LOG_LEVEL: "info" });

test("ten thousand refused requests with paths of a megabyte write sixty lines of a few hundred characters", () => {
  const { stdout } = run(`
    import { outsideLog } from "#lib/core/log/outside-log.ts";
    const path = "/" + "a.".repeat(500_000);
    for (let n = 0; n < 10_000; n++) outsideLog.warn("refused", { path, origin: path });
    for (let n = 0; n < 100; n++) outsideLog.error("failed", new Error(path));`);
  const lines = stdout.split("\n").slice(0, -1);
  expect(lines).toHaveLength(120);
  for (const line of lines) expect(line.length).toBeLessThan(700);
});

test("what the framework writes to the console is short and has a measure", () => {
  const { stderr } = run(`
    import { paceConsole } from "#lib/boot/server/console-pace.ts";
    paceConsole();
    for (let n = 0; n < 10_000; n++) console.error("failed", new Error("a.".repeat(50_000)), { password: "hidden-word" });
    console.warn("one more");`);
  expect(stderr.length).toBeLessThan(300_000);
  expect(stderr).not.toContain("hidden-word");
});
