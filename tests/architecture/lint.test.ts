/** The bans of eslint.config.mjs are effective: each forbidden line is reported, in the folder where it is forbidden. */
import { join } from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, it } from "vitest";
import { ROOT } from "./source-files.ts";

// The files of these cases do not exist, so rules that need types are off; the bans need none.
const eslint = new ESLint({ cwd: ROOT, overrideConfig: [tseslint.configs.disableTypeChecked] });

async function lint(path: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, path) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const BANNED: [what: string, path: string, code: string, rule: string][] = [
  ["process.env in lib", "lib/core/x.ts", "export const x = process.env.HOME;", "no-restricted-syntax"],
  ["process['env'] in app", "app/x.ts", 'export const x = process["env"];', "no-restricted-syntax"],
  [
    "env of node:process",
    "lib/db/x.ts",
    'import { env } from "node:process"; export const x = env;',
    "no-restricted-syntax",
  ],
  [
    "markup from text",
    "app/x.tsx",
    'export const X = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;',
    "no-restricted-syntax",
  ],
  [
    "a bare text in a page",
    "app/x.tsx",
    "export const X = () => <p>Nothing yet</p>;",
    "no-restricted-syntax",
  ],
  [
    "a bare name of a control",
    "app/x.tsx",
    'export const X = () => <button aria-label="Close" />;',
    "no-restricted-syntax",
  ],
  [
    "a name with a value in it",
    "app/x.tsx",
    "export const X = ({ n }) => <button title={`Row ${n}`} />;",
    "no-restricted-syntax",
  ],
  [
    "one of two bare texts",
    "app/x.tsx",
    'export const X = ({ on }) => <p>{on ? "On" : "Off"}</p>;',
    "no-restricted-syntax",
  ],
  [
    "a name that may turn the reading direction",
    "app/x.tsx",
    "export const X = ({ row }) => <p>{row.name}</p>;",
    "no-restricted-syntax",
  ],
  [
    "such a name on hover",
    "app/x.tsx",
    "export const X = ({ fileName }) => <p title={fileName} />;",
    "no-restricted-syntax",
  ],
  [
    "unsafe raw queries",
    "lib/features/x/queries.ts",
    'export const x = (db) => db.$queryRawUnsafe("select 1");',
    "no-restricted-syntax",
  ],
  [
    "unsafe raw statements",
    "lib/boot/x.ts",
    'export const x = (db) => db.$executeRawUnsafe("select 1");',
    "no-restricted-syntax",
  ],
  [
    "a literal in a literal",
    "lib/core/x.ts",
    "export const x = { ...{ a: 1 }, b: 2 };",
    "no-restricted-syntax",
  ],
  ["console in lib", "lib/core/x.ts", 'console.log("x");', "no-console"],
  ["console in app", "app/x.tsx", 'console.error("x");', "no-console"],
  [
    "fetch outside lib/http",
    "lib/features/x/commands.ts",
    'export const x = fetch("http://localhost");',
    "no-restricted-globals",
  ],
  ["any", "lib/core/x.ts", "export const x: any = 1;", "@typescript-eslint/no-explicit-any"],
  ["@ts-ignore", "lib/core/x.ts", "// @ts-ignore\nexport const x = 1;", "@typescript-eslint/ban-ts-comment"],
  [
    "@ts-expect-error",
    "tests/x.ts",
    "// @ts-expect-error because it is so\nexport const x = 1;",
    "@typescript-eslint/ban-ts-comment",
  ],
  ["skipped tests", "tests/unit/x.test.ts", 'it.skip("x", () => {});', "no-restricted-syntax"],
  ["focused tests", "tests/unit/x.test.ts", 'describe.only("x", () => {});', "no-restricted-syntax"],
  ["long files", "lib/core/x.ts", "export {};\n".repeat(401), "max-lines"],
  [
    "hooks in conditions",
    "app/x.tsx",
    'import { useState } from "react"; export function X({ a }) { if (a) useState(1); return null; }',
    "react-hooks/rules-of-hooks",
  ],
];

describe("lint", () => {
  it.each(BANNED)("reports %s", async (_what, path, code, rule) => {
    expect(await lint(path, code)).toContain(rule);
  });

  it("cannot be switched off in a file", async () => {
    const code = '// eslint-disable-next-line no-console\nconsole.log("x");';
    expect(await lint("lib/core/x.ts", code)).toContain("no-console");
  });

  it("lets the configuration be read where it is parsed", async () => {
    expect(await lint("lib/core/env.ts", "export const x = process.env.HOME;")).toEqual([]);
  });

  it("lets lib/http call the outside", async () => {
    expect(await lint("lib/http/x.ts", 'export const x = fetch("http://localhost");')).toEqual([]);
  });
});
