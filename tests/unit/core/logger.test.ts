/** S39: a chosen name can neither forge a line of the log nor make a terminal obey it. */
import { expect, test } from "vitest";
import { runModule } from "#tests/support/run-module.ts";

const HOSTILE = [
  'a\r\n{"level":30,"msg":"signed in"}',
  "\u001b[2J\u001b]0;title\u0007",
  "\u009b31m C1",
  "invoice\u202egpj.exe\u2066\u200f",
  "line\u2028paragraph\u2029mark\ufeff",
  "nul\0 del\u007f",
  "\ud800 alone",
];

test("control characters, marks of direction and line ends of any kind are written out, one event to a line", () => {
  const script = `
    import { log } from "#lib/core/log/logger.ts";
    for (const text of JSON.parse(process.argv[1])) {
      log.info(text, { name: text });
      log.error("failed", new Error(text, { cause: text }), { name: text });
    }`;
  const ran = runModule(script, { LOG_LEVEL: "info" }, JSON.stringify(HOSTILE));
  expect(ran.stderr).toBe("");
  const lines = ran.stdout.split("\n").slice(0, -1);
  expect(lines).toHaveLength(HOSTILE.length * 2);
  for (const line of lines) {
    expect(line).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
    );
    expect(JSON.parse(line)).toMatchObject({
      msg: expect.any(String) as string,
      name: expect.any(String) as string,
    });
  }
  expect(ran.stdout).toContain("invoice\\\\u202egpj.exe");
});

test("a long text is cut before anything is looked for in it, and the line says how much was left out", () => {
  const script = `
    import { log } from "#lib/core/log/logger.ts";
    log.warn("long", { path: "a.".repeat(5_000_000) });
    log.warn("b".repeat(3_000));
    log.error("failed", new Error("c".repeat(100_000)));`;
  const [path = "", event = "", error = ""] = runModule(script, { LOG_LEVEL: "info" }).stdout.split("\n");
  expect(path.length).toBeLessThan(2_200);
  expect(path).toContain("… (9998000 characters left out)");
  expect(event).toContain("… (1000 characters left out)");
  expect(error.length).toBeLessThan(16_300);
  expect(error).toMatch(/… \(\d+ characters left out\)/);
});

test("nothing is done for a line that the level leaves out", () => {
  const script = `
    import { log } from "#lib/core/log/logger.ts";
    const fields = { get name() { throw new Error("was read"); } };
    log.debug("quiet", fields);
    log.info("quiet", fields);`;
  const { stdout, stderr } = runModule(script, { LOG_LEVEL: "warn" });
  expect([stdout, stderr]).toEqual(["", ""]);
});
