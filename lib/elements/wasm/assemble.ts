/*
 * Assembles row-kernel.wat into row-kernel.wasm.ts, with the dev dependency wabt. Run by hand after a change:
 * `node lib/elements/wasm/assemble.ts`; a test holds the two together. The reader itself must not import this.
 */
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";
import { EMPTY, FALSE, FORMULA, NULL, NUMBER, TEXT, TRUE } from "../cell-kinds.ts";
import { AT_END, AT_MARK, REGIONS } from "./layout.ts";

const SOURCE = new URL("./row-kernel.wat", import.meta.url);
const TARGET = new URL("./row-kernel.wasm.ts", import.meta.url);
const LINE_LENGTH = 100;

const FIGURES = new Map<string, number>([
  ...Object.entries(REGIONS).map(([name, region]) => [name, region.at] as const),
  ...Object.entries({ EMPTY, FALSE, FORMULA, NULL, NUMBER, TEXT, TRUE, AT_END, AT_MARK }),
]);

/** The text of row-kernel.wasm.ts as it must be. */
export async function assembleRowKernel(): Promise<string> {
  const source = readFileSync(SOURCE, "utf8").replace(/^\s*;;.*$/gm, "");
  const code = source.replace(/@([A-Z_]+)/g, (_, name: string) => {
    const figure = FIGURES.get(name);
    if (figure === undefined) throw new Error(`row-kernel.wat: nothing is called @${name}`);
    return String(figure);
  });
  const wabt = await createWabt();
  const parsed = wabt.parseWat("row-kernel.wat", code, { simd: true });
  parsed.validate();
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  const base64 = Buffer.from(buffer).toString("base64");
  const lines = base64.match(new RegExp(`.{1,${LINE_LENGTH}}`, "g")) ?? [];
  return [
    "/* Assembled by assemble.ts from row-kernel.wat, where the code and its comments are. Do not edit. */",
    "export const ROW_KERNEL_WASM =",
    `${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}

if (import.meta.main) writeFileSync(TARGET, await assembleRowKernel());
