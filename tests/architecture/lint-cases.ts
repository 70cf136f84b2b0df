/** What lint.test.ts writes into files: what the rules of oxlint.config.ts must report, and what they must let pass. */

type Case = [what: string, path: string, code: string];

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
  "eslint(eqeqeq)": [["==", "lib/boot/x.mjs", "export const x = (a) => a == 1;"]],
  "eslint(no-var)": [["var", "lib/boot/x.mjs", "export var x = 1;"]],
  "eslint(prefer-const)": [["let of what stays", "lib/boot/x.mjs", "let x = 1; export const y = x;"]],
  "eslint(prefer-rest-params)": [
    ["arguments", "lib/core/x.ts", "export function x() { return arguments[0]; }"],
  ],
  "eslint(prefer-spread)": [
    ["apply", "lib/core/x.ts", "export const x = (a: number[]) => Math.max.apply(Math, a);"],
  ],
  "eslint(no-unused-expressions)": [
    ["a value for nothing", "lib/core/x.ts", "export const x = (a: number) => { a; };"],
  ],
  "eslint(no-unused-vars)": [
    ["an unused name", "lib/core/x.ts", "const x = 1; export {};"],
    ["an unused name with a low line", "lib/core/x.ts", "export const x = (_a: number) => 1;"],
    [
      "an unused error",
      "lib/core/x.ts",
      "export const x = () => { try { return 1; } catch (_error) { return 2; } };",
    ],
  ],
  "typescript(no-explicit-any)": [["any", "lib/core/x.ts", "export const x: any = 1;"]],
  "typescript(ban-ts-comment)": [
    ["@ts-ignore", "lib/core/x.ts", "// @ts-ignore\nexport const x = 1;"],
    ["@ts-nocheck", "lib/core/x.ts", "// @ts-nocheck\nexport const x = 1;"],
    ["@ts-expect-error", "tests/x.ts", "// @ts-expect-error because it is so\nexport const x = 1;"],
  ],
  "typescript(consistent-type-imports)": [
    ["a type as a value", "lib/core/x.ts", 'import { Socket } from "node:net"; export type X = Socket;'],
  ],
  "typescript(no-non-null-assertion)": [["!", "lib/core/x.ts", "export const x = (a?: string) => a!;"]],
  "typescript(no-extraneous-class)": [
    ["a class as a folder", "lib/core/x.ts", "export class X { static a = 1; }"],
  ],
  "typescript(no-floating-promises)": [
    ["a promise nobody waits for", "lib/core/x.ts", "export const x = () => { Promise.resolve(1); };"],
  ],
  "typescript(no-misused-promises)": [
    [
      "a promise for a void",
      "lib/core/x.ts",
      "export const x = () => { [1].forEach(async () => { await Promise.resolve(); }); };",
    ],
  ],
  "typescript(await-thenable)": [
    ["await of no promise", "lib/core/x.ts", "export const x = async () => { await 1; };"],
  ],
  "typescript(require-await)": [
    ["async without await", "lib/core/x.ts", "export const x = async () => { console; };"],
  ],
  "typescript(return-await)": [
    [
      "a promise that leaves its try",
      "lib/core/x.ts",
      "export const x = async (a: Promise<void>) => { try { return a; } catch { return await a; } };",
    ],
  ],
  "typescript(no-unsafe-assignment)": [
    ["any assigned", "lib/core/x.ts", 'export const x: string = JSON.parse("1");'],
  ],
  "typescript(no-unsafe-member-access)": [
    ["a member of any", "tests/x.ts", 'export const x = (): unknown => JSON.parse("1").a;'],
  ],
  "typescript(no-unsafe-call)": [["a call of any", "lib/core/x.ts", 'JSON.parse("1")();']],
  "typescript(no-unsafe-return)": [
    ["any returned", "lib/core/x.ts", 'export const x = (): string => JSON.parse("1");'],
  ],
  "typescript(no-unsafe-argument)": [
    ["any as an argument", "lib/core/x.ts", 'export const x = Number.parseInt(JSON.parse("1"));'],
  ],
  "typescript(no-unsafe-enum-comparison)": [
    ["an enum and a number", "lib/core/x.ts", "enum A { B = 1 } export const x = (a: A) => a === 1;"],
  ],
  "typescript(no-unnecessary-condition)": [
    ["a question already answered", "lib/core/x.ts", 'export const x = (a: string) => a ?? "b";'],
  ],
  "typescript(no-unnecessary-type-assertion)": [
    ["a type said twice", "lib/core/x.ts", "export const x = (a: string) => a as string;"],
  ],
  "typescript(no-unnecessary-type-parameters)": [
    ["a parameter for one place", "lib/core/x.ts", "export function x<T>(a: T): void { void a; }"],
  ],
  "typescript(no-redundant-type-constituents)": [
    ["unknown or more", "lib/core/x.ts", "export type X = unknown | string;"],
  ],
  "typescript(no-deprecated)": [
    ["what is deprecated", "lib/core/x.ts", 'export const x = "a".substr(1);'],
    [
      "plain HTTP in the product's own client",
      "lib/core/x.ts",
      'import { allowInsecureRequests } from "oauth4webapi"; export const x = allowInsecureRequests;',
    ],
  ],
  "typescript(switch-exhaustiveness-check)": [
    [
      "a forgotten case",
      "lib/core/x.ts",
      'export const x = (a: "b" | "c") => { switch (a) { case "b": return 1; } return 2; };',
    ],
  ],
  "typescript(restrict-template-expressions)": [
    ["an object in a template", "lib/core/x.ts", "export const x = (a: object) => `${a}`;"],
  ],
  "typescript(restrict-plus-operands)": [
    ["a number and a text", "lib/core/x.ts", "export const x = (a: number, b: string) => a + b;"],
  ],
  "typescript(no-base-to-string)": [
    ["an object in a text", "lib/core/x.ts", "export const x = (a: object) => String(a);"],
  ],
  "typescript(no-confusing-void-expression)": [
    ["nothing kept", "lib/core/x.ts", "export const x = (a: () => void) => { const b = a(); return b; };"],
  ],
  "typescript(no-misused-spread)": [
    ["a list in an object", "lib/core/x.ts", "export const x = (a: number[]) => ({ ...a });"],
  ],
  "typescript(only-throw-error)": [
    ["a text thrown", "lib/core/x.ts", 'export const x = () => { throw "x"; };'],
  ],
  "typescript(prefer-promise-reject-errors)": [
    ["a text as a reason", "lib/core/x.ts", 'export const x = () => Promise.reject("x");'],
  ],
  "typescript(use-unknown-in-catch-callback-variable)": [
    [
      "a reason of any kind",
      "lib/core/x.ts",
      "export const x = (a: Promise<void>) => a.catch((error) => { throw error; });",
    ],
  ],
  "typescript(unbound-method)": [
    ["a method without its object", "lib/core/x.ts", "export const x = (a: Date) => [1].map(a.getTime);"],
  ],
  "react-hooks(rules-of-hooks)": [
    [
      "hooks in conditions",
      "app/x.tsx",
      'import { useState } from "react"; export function X({ a }) { if (a) useState(1); return null; }',
    ],
  ],
  "react-hooks(exhaustive-deps)": [
    [
      "an effect that forgets",
      "app/x.tsx",
      'import { useEffect } from "react"; export function X({ a }) { useEffect(() => { a(); }, []); return null; }',
    ],
  ],
  "react(set-state-in-effect)": [
    [
      "a state set at once in an effect",
      "app/x.tsx",
      'import { useEffect, useState } from "react"; export function X() { const [a, setA] = useState(0); useEffect(() => { setA(1); }, []); return a; }',
    ],
  ],
  "react(set-state-in-render)": [
    [
      "a state set while rendering",
      "app/x.tsx",
      'import { useState } from "react"; export function X() { const [a, setA] = useState(0); setA(1); return a; }',
    ],
  ],
  "react(refs)": [
    [
      "a ref read while rendering",
      "app/x.tsx",
      'import { useRef } from "react"; export function X() { const a = useRef(0); return <p>{a.current}</p>; }',
    ],
  ],
  "react(purity)": [
    ["chance while rendering", "app/x.tsx", "export function X() { return <p>{Math.random()}</p>; }"],
  ],
  "react(immutability)": [
    ["a property changed", "app/x.tsx", "export function X({ a }) { a.b = 1; return <p>{a.b}</p>; }"],
  ],
  "react(globals)": [
    ["a global changed", "app/x.tsx", "let a = 0; export function X() { a = 1; return <p>{a}</p>; }"],
  ],
  "react(static-components)": [
    [
      "a component made while rendering",
      "app/x.tsx",
      "export function X() { const Y = () => <p />; return <Y />; }",
    ],
  ],
  "react(error-boundaries)": [
    [
      "an element in a try",
      "app/x.tsx",
      "export function X() { try { return <p />; } catch { return null; } }",
    ],
  ],
  "next(no-html-link-for-pages)": [
    ["a page without next/link", "app/x.tsx", 'export const X = () => <a href="/audit">…</a>;'],
  ],
  "next(no-img-element)": [["img", "app/x.tsx", 'export const X = () => <img src="/x.png" alt="" />;']],
  "next(no-sync-scripts)": [
    ["a script that blocks", "app/x.tsx", 'export const X = () => <script src="/x.js" />;'],
  ],
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
