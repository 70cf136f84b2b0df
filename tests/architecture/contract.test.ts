/**
 * The types between the service's contract and its two sides are effective: for each promise a few lines break it, and the compiler must
 * report them. Routes and addresses themselves: contract/description, unit/service/addresses.
 */
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

const HEAD = `
import { addressOf } from "#lib/service/contract/addresses.ts";
import type { cloudOperations } from "#lib/service/contract/operations/clouds.ts";
import { implement } from "./router.ts";
import type { Handlers } from "./route.ts";
declare const all: Handlers;
declare const clouds: Handlers<keyof typeof cloudOperations>;
declare const getCloud: (handler: Handlers["getCloud"]) => void;
declare const createCloud: (handler: Handlers["createCloud"]) => void;
`;

const KEPT = `
implement(all);
implement({ ...all, ...clouds });
addressOf("getCloud", { cloudId: 1 });
getCloud(({ params }) => Promise.reject(new Error(String(params.cloudId))));
createCloud(async ({ readBody }) => new Response((await readBody()).values.name));
export const handlers: Handlers<"deleteCloud"> = { async deleteCloud() {} };
`;

const BROKEN = [
  {
    what: "an operation without an implementation",
    lines: "const { createCloud: _left, ...others } = all; implement(others);",
    complaint: "Property 'createCloud' is missing",
  },
  {
    what: "an implementation without an operation",
    lines: "export const more: typeof clouds = { ...clouds, async renameCloud() {} };",
    complaint: "'renameCloud' does not exist in type",
  },
  {
    what: "a parameter that the address does not have",
    lines: "getCloud(({ params }) => Promise.reject(params.projectId));",
    complaint: "Property 'projectId' does not exist",
  },
  {
    what: "a body where the operation takes none",
    lines: "getCloud(({ readBody }) => Promise.reject(readBody));",
    complaint: "Property 'readBody' does not exist",
  },
  {
    what: "a field that the body does not have",
    lines: "createCloud(async ({ readBody }) => Promise.reject((await readBody()).values.title));",
    complaint: "Property 'title' does not exist",
  },
  {
    what: "an answer that is not the operation's record",
    lines: "getCloud(async () => ({ id: 1 }));",
    complaint: "is not assignable to",
  },
  {
    what: "an address without its parameter",
    lines: "addressOf('getCloud', {});",
    complaint: "Property 'cloudId' is missing",
  },
  {
    what: "an address of nothing",
    lines: "addressOf('renameCloud', {});",
    complaint: "is not assignable to",
  },
];

/** As if they were beside the code that they use. */
const pathOf = (index: number): string => join(ROOT, `lib/service/server/http/probe-${String(index)}.ts`);
const probes = new Map([KEPT, ...BROKEN.map(({ lines }) => lines)].map((lines, at) => [pathOf(at), lines]));

/** The compiler's messages for each probe, all in one program. */
function compile(): string[] {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, incremental: false },
    ROOT,
  );
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => probes.has(path) || disk.fileExists(path),
    getSourceFile: (path, ...rest) => {
      const lines = probes.get(path);
      if (lines === undefined) return disk.getSourceFile(path, ...rest);
      return ts.createSourceFile(path, HEAD + lines, ts.ScriptTarget.Latest);
    },
  };
  const program = ts.createProgram([...probes.keys()], options, host);
  return [...probes.keys()].map((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
      .join("\n"),
  );
}

const said = compile();

test("what keeps the contract compiles", () => {
  expect(said[0]).toBe("");
});

test.each(BROKEN.map((probe, index) => ({ ...probe, said: said[index + 1] })))(
  "$what does not compile",
  ({ said, complaint }) => {
    expect(said).toContain(complaint);
  },
);
