/*
 * Assembles the kernels (*.wat) into *.wasm.ts, with the dev dependency wabt. Run by hand after a change: `node
 * lib/elements/wasm/assemble.ts`; a test checks that they match. The reader itself must not import this.
 */
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";
import { EMPTY, FALSE, FORMULA, NULL, NUMBER, TEXT, TRUE } from "../cell-kinds.ts";
import { AT_END, AT_MARK, CSV_REGIONS, QUOTED, REGIONS } from "./layout.ts";

export const KERNELS = ["row-kernel", "csv-kernel"] as const;
const LINE_LENGTH = 100;

const FIGURES = new Map<string, number>([
  ...Object.entries({ ...REGIONS, ...CSV_REGIONS }).map(([name, region]) => [name, region.at] as const),
  ...Object.entries({ EMPTY, FALSE, FORMULA, NULL, NUMBER, TEXT, TRUE, QUOTED, AT_END, AT_MARK }),
]);

/** The file that holds a kernel's code. */
export function targetOf(kernel: (typeof KERNELS)[number]): URL {
  return new URL(`./${kernel}.wasm.ts`, import.meta.url);
}

/** The text that this file must have. */
export async function assemble(kernel: (typeof KERNELS)[number]): Promise<string> {
  const source = readFileSync(new URL(`./${kernel}.wat`, import.meta.url), "utf8").replace(/^\s*;;.*$/gm, "");
  const code = source.replace(/@([A-Z_]+)/g, (_, name: string) => {
    const figure = FIGURES.get(name);
    if (figure === undefined) throw new Error(`${kernel}.wat: nothing is called @${name}`);
    return String(figure);
  });
  const wabt = await createWabt();
  const parsed = wabt.parseWat(`${kernel}.wat`, code, { simd: true });
  parsed.validate();
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  const base64 = Buffer.from(buffer).toString("base64");
  const lines = base64.match(new RegExp(`.{1,${LINE_LENGTH}}`, "g")) ?? [];
  return [
    `/* Assembled by assemble.ts from ${kernel}.wat, where the code and its comments are. Do not edit. */`,
    `export const ${kernel.replace("-", "_").toUpperCase()}_WASM =`,
    `${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}

if (import.meta.main) for (const kernel of KERNELS) writeFileSync(targetOf(kernel), await assemble(kernel));
