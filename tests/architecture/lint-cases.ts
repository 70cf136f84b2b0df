/** What lint.test.ts writes into files: what the rules of oxlint.config.ts must report, and what they must let pass. */

type Case = [what: string, path: string, code: string];

type Once = Record<string, [what: string, code: string]>;

/** Rules of a plugin that one file each breaks, all of them at this place. */
function once(plugin: string, path: string, rules: Once): Record<string, Case[]> {
  const broken = Object.entries(rules).map(([rule, [what, code]]) => [
    `${plugin}(${rule})`,
    [[what, path, code]],
  ]);
  return Object.fromEntries(broken) as Record<string, Case[]>;
}

/** A rule's name as oxlint reports it → files that break it. Each x gets a number, because several are in one folder. */
export const BANNED: Readonly<Record<string, readonly Case[]>> = {
  "eslint-js(no-restricted-syntax)": [
    ["process.env in lib", "lib/core/x.ts", "export const x = process.env.HOME;"],
    ["process['env'] in app", "app/x.ts", 'export const x = process["env"];'],
    ["env of node:process", "lib/db/x.ts", 'import { env } from "node:process"; export const x = env;'],
    [
      "markup from text",
      "app/x.tsx",
      'export const X = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;',
    ],
    ["a bare text in a page", "app/x.tsx", "export const X = () => <p>Nothing yet</p>;"],
    ["a bare name of a control", "app/x.tsx", 'export const X = () => <button aria-label="Close" />;'],
    ["a name with a value in it", "app/x.tsx", "export const X = ({ n }) => <button title={`Row ${n}`} />;"],
    ["one of two bare texts", "app/x.tsx", 'export const X = ({ on }) => <p>{on ? "On" : "Off"}</p>;'],
    [
      "a name that may turn the reading direction",
      "app/x.tsx",
      "export const X = ({ row }) => <p>{row.name}</p>;",
    ],
    ["such a name on hover", "app/x.tsx", "export const X = ({ fileName }) => <p title={fileName} />;"],
    ["unsafe raw queries", "lib/features/x/x.ts", 'export const x = (db) => db.$queryRawUnsafe("select 1");'],
    ["unsafe raw statements", "lib/boot/x.ts", 'export const x = (db) => db.$executeRawUnsafe("select 1");'],
    ["a literal in a literal", "lib/core/x.ts", "export const x = { ...{ a: 1 }, b: 2 };"],
    ["skipped tests", "tests/unit/x.test.ts", 'it.skip("x", () => {});'],
    ["focused tests", "tests/unit/x.test.ts", 'describe.only("x", () => {});'],
  ],
  "eslint(no-restricted-globals)": [
    ["fetch outside lib/http", "lib/features/x/x.ts", 'export const x = fetch("http://localhost");'],
    ["fetch called global", "lib/core/x.ts", "/* global fetch */ export const x = fetch;"],
  ],
  "eslint(no-console)": [
    ["console in lib", "lib/core/x.ts", 'console.log("x");'],
    ["console in app", "app/x.tsx", 'console.error("x");'],
    [
      "what a comment switches off",
      "lib/core/x.ts",
      '// eslint-disable-next-line no-console\nconsole.log("x");',
    ],
    ["what a comment configures", "lib/core/x.ts", '/* eslint no-console: "off" */\nconsole.log("x");'],
  ],
  "eslint(max-lines)": [["long files", "lib/core/x.ts", "export {};\n".repeat(401)]],
  "eslint(no-unused-vars)": [
    ["an unused name", "lib/core/x.ts", "const x = 1; export {};"],
    ["an unused name with a low line", "lib/core/x.ts", "export const x = (_a: number) => 1;"],
    [
      "an unused error",
      "lib/core/x.ts",
      "export const x = () => { try { return 1; } catch (_error) { return 2; } };",
    ],
  ],
  "typescript(ban-ts-comment)": [
    ["@ts-ignore", "lib/core/x.ts", "// @ts-ignore\nexport const x = 1;"],
    ["@ts-nocheck", "lib/core/x.ts", "// @ts-nocheck\nexport const x = 1;"],
    ["@ts-expect-error", "tests/x.ts", "// @ts-expect-error because it is so\nexport const x = 1;"],
  ],
  "typescript(no-unsafe-member-access)": [
    ["a member of any", "tests/x.ts", 'export const x = (): unknown => JSON.parse("1").a;'],
  ],
  "typescript(no-deprecated)": [
    ["what is deprecated", "lib/core/x.ts", 'export const x = "a".substr(1);'],
    [
      "plain HTTP in the product's own client",
      "lib/core/x.ts",
      'import { allowInsecureRequests } from "oauth4webapi"; export const x = allowInsecureRequests;',
    ],
  ],
  ...once("eslint", "lib/boot/x.mjs", {
    eqeqeq: ["==", "export const x = (a) => a == 1;"],
    "no-var": ["var", "export var x = 1;"],
    "prefer-const": ["let of what stays", "let x = 1; export const y = x;"],
  }),
  ...once("eslint", "lib/core/x.ts", {
    "prefer-rest-params": ["arguments", "export function x() { return arguments[0]; }"],
    "prefer-spread": ["apply", "export const x = (a: number[]) => Math.max.apply(Math, a);"],
    "no-unused-expressions": ["a value for nothing", "export const x = (a: number) => { a; };"],
  }),
  ...once("typescript", "lib/core/x.ts", {
    "no-explicit-any": ["any", "export const x: any = 1;"],
    "consistent-type-imports": [
      "a type as a value",
      'import { Socket } from "node:net"; export type X = Socket;',
    ],
    "no-non-null-assertion": ["!", "export const x = (a?: string) => a!;"],
    "no-extraneous-class": ["a class as a folder", "export class X { static a = 1; }"],
    "no-floating-promises": ["a promise nobody waits for", "export const x = () => { Promise.resolve(1); };"],
    "no-misused-promises": [
      "a promise for a void",
      "export const x = () => { [1].forEach(async () => { await Promise.resolve(); }); };",
    ],
    "await-thenable": ["await of no promise", "export const x = async () => { await 1; };"],
    "require-await": ["async without await", "export const x = async () => { console; };"],
    "return-await": [
      "a promise that leaves its try",
      "export const x = async (a: Promise<void>) => { try { return a; } catch { return await a; } };",
    ],
    "no-unsafe-assignment": ["any assigned", 'export const x: string = JSON.parse("1");'],
    "no-unsafe-call": ["a call of any", 'JSON.parse("1")();'],
    "no-unsafe-return": ["any returned", 'export const x = (): string => JSON.parse("1");'],
    "no-unsafe-argument": ["any as an argument", 'export const x = Number.parseInt(JSON.parse("1"));'],
    "no-unsafe-enum-comparison": [
      "an enum and a number",
      "enum A { B = 1 } export const x = (a: A) => a === 1;",
    ],
    "no-unnecessary-condition": ["a question already answered", 'export const x = (a: string) => a ?? "b";'],
    "no-unnecessary-type-assertion": ["a type said twice", "export const x = (a: string) => a as string;"],
    "no-unnecessary-type-parameters": [
      "a parameter for one place",
      "export function x<T>(a: T): void { void a; }",
    ],
    "no-redundant-type-constituents": ["unknown or more", "export type X = unknown | string;"],
    "switch-exhaustiveness-check": [
      "a forgotten case",
      'export const x = (a: "b" | "c") => { switch (a) { case "b": return 1; } return 2; };',
    ],
    "restrict-template-expressions": ["an object in a template", "export const x = (a: object) => `${a}`;"],
    "restrict-plus-operands": ["a number and a text", "export const x = (a: number, b: string) => a + b;"],
    "no-base-to-string": ["an object in a text", "export const x = (a: object) => String(a);"],
    "no-confusing-void-expression": [
      "nothing kept",
      "export const x = (a: () => void) => { const b = a(); return b; };",
    ],
    "no-misused-spread": ["a list in an object", "export const x = (a: number[]) => ({ ...a });"],
    "only-throw-error": ["a text thrown", 'export const x = () => { throw "x"; };'],
    "prefer-promise-reject-errors": ["a text as a reason", 'export const x = () => Promise.reject("x");'],
    "use-unknown-in-catch-callback-variable": [
      "a reason of any kind",
      "export const x = (a: Promise<void>) => a.catch((error) => { throw error; });",
    ],
    "unbound-method": ["a method without its object", "export const x = (a: Date) => [1].map(a.getTime);"],
  }),
  ...once("react-hooks", "app/x.tsx", {
    "rules-of-hooks": [
      "hooks in conditions",
      'import { useState } from "react"; export function X({ a }) { if (a) useState(1); return null; }',
    ],
    "exhaustive-deps": [
      "an effect that forgets",
      'import { useEffect } from "react"; export function X({ a }) { useEffect(() => { a(); }, []); return null; }',
    ],
  }),
  ...once("react", "app/x.tsx", {
    "set-state-in-effect": [
      "a state set at once in an effect",
      'import { useEffect, useState } from "react"; export function X() { const [a, setA] = useState(0); useEffect(() => { setA(1); }, []); return a; }',
    ],
    "set-state-in-render": [
      "a state set while rendering",
      'import { useState } from "react"; export function X() { const [a, setA] = useState(0); setA(1); return a; }',
    ],
    refs: [
      "a ref read while rendering",
      'import { useRef } from "react"; export function X() { const a = useRef(0); return <p>{a.current}</p>; }',
    ],
    purity: ["chance while rendering", "export function X() { return <p>{Math.random()}</p>; }"],
    immutability: ["a property changed", "export function X({ a }) { a.b = 1; return <p>{a.b}</p>; }"],
    globals: ["a global changed", "let a = 0; export function X() { a = 1; return <p>{a}</p>; }"],
    "static-components": [
      "a component made while rendering",
      "export function X() { const Y = () => <p />; return <Y />; }",
    ],
    "error-boundaries": [
      "an element in a try",
      "export function X() { try { return <p />; } catch { return null; } }",
    ],
  }),
  ...once("next", "app/x.tsx", {
    "no-html-link-for-pages": ["a page without next/link", 'export const X = () => <a href="/audit">…</a>;'],
    "no-img-element": ["img", 'export const X = () => <img src="/x.png" alt="" />;'],
    "no-sync-scripts": ["a script that blocks", 'export const X = () => <script src="/x.js" />;'],
  }),
};

/** Files that nothing reports. */
export const ALLOWED: readonly Case[] = [
  ["the configuration be read where it is parsed", "lib/core/env.ts", "export const x = process.env.HOME;"],
  ["lib/http call the outside", "lib/http/x.ts", 'export const x = fetch("http://localhost");'],
  ["code points be counted", "lib/core/x.ts", "export const x = (a: string) => [...a].length;"],
  ["a number be in a text", "lib/core/x.ts", "export const x = (a: number) => `${a}`;"],
  [
    "plain HTTP to this machine",
    "lib/http/x.ts",
    'import { allowInsecureRequests } from "openid-client"; export const x = allowInsecureRequests;',
  ],
];
