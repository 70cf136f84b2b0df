/** The rules of oxlint.config.ts are effective: each forbidden line is reported, in the folder where it is forbidden. */
import { execFile } from "node:child_process";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { ALLOWED, BANNED } from "./lint-cases.ts";
import { ROOT, readSources } from "./source-files.ts";

const placed = [
  ...Object.entries(BANNED).flatMap(([rule, cases]) => cases.map((one) => ({ rule, one }))),
  ...ALLOWED.map((one) => ({ rule: null, one })),
].map(({ rule, one: [what, path, code] }, index) => ({
  rule,
  what,
  path: path.replace(/\bx\./, `x${String(index)}.`),
  code,
}));
const banned = placed.filter(({ rule }) => rule !== null);
const allowed = placed.filter(({ rule }) => rule === null);

/** A second repository, of the same configuration and of all cases. */
let folder: string;
let diagnostics: { filename: string; code: string }[];

const reportsOf = (path: string): string[] =>
  diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code);

// One run over all files: most of its time is reading the types of packages.
beforeAll(async () => {
  folder = await makeScratchFolder("lint");
  for (const name of ["oxlint.config.ts", "tsconfig.json"]) await cp(join(ROOT, name), join(folder, name));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const { path, code } of placed) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), code);
  }
  const program = join(ROOT, "node_modules", "oxlint", "bin", "oxlint");
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, "--format=json"], { cwd: folder }, (_error, out, err) => {
      resolve(out + err);
    });
  });
  ({ diagnostics } = JSON.parse(output) as { diagnostics: typeof diagnostics });
});

afterAll(async () => {
  await removeScratchFolder(folder);
});

describe("lint", () => {
  it.each(banned)("reports $what: $rule", ({ path, rule }) => {
    expect(reportsOf(path)).toContain(rule);
  });

  it.each(allowed)("lets $what", ({ path }) => {
    expect(reportsOf(path)).toEqual([]);
  });

  it("cannot be switched off in a file", async () => {
    // Assembled here, so that this file does not contain what it searches for.
    const directive = ["oxlint", "disable"].join("-");
    const sources = await readSources(/./);
    expect(sources.filter(({ text }) => text.includes(directive)).map(({ path }) => path)).toEqual([]);
    expect(sources.length).toBeGreaterThan(1_000);
  });
});
