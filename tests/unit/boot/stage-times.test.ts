import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openScratch } from "#tests/support/scratch.ts";
import { readCpuSeconds, toTimeTable, withTimes } from "#tests/support/stage-times.ts";

test("a command ends as it would alone, and says how much it computed, its own processes too", async () => {
  await using scratch = await openScratch("times");
  const file = join(scratch.path, "it's.times");
  const computing = "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);";
  const inAnother = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(computing)}]); process.exit(7)`;
  const [shell, ...line] = withTimes([process.execPath, "-e", inAnother], file);
  expect(spawnSync(shell, line).status).toBe(7);
  expect(readCpuSeconds(await readFile(file, "utf8"))).toBeGreaterThanOrEqual(0.3);
});

test("minutes count, and what a shell left unsaid is unknown", () => {
  expect(readCpuSeconds("0m0.00s 0m0.00s\n2m3.50s 1m0.25s\n")).toBe(183.75);
  expect(readCpuSeconds(null)).toBeNull();
  expect(readCpuSeconds("")).toBeNull();
});

test("the table has a line for each stage, and says where the work is unknown", () => {
  const table = toTimeTable([
    { stage: "lint", seconds: 12.34, cpuSeconds: 20 },
    { stage: "architecture", seconds: 1500, cpuSeconds: null },
  ]);
  expect(table.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["stage", "seconds", "CPU seconds"],
    ["lint", "12.3", "20.0"],
    ["architecture", "1500.0", "?"],
  ]);
});
