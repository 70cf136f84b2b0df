/**
 * Assembles the kernels (*.wat) of the readers into the *.wasm.ts beside them, with the dev dependency wabt. Run by hand after a change:
 * `node tests/support/generators/kernels.ts`; tests check that they match.
 */
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";
import { EMPTY, FALSE, FORMULA, NULL, NUMBER, TEXT, TRUE } from "#lib/elements/cell-kinds.ts";
import { AT_END, AT_MARK, CSV_REGIONS, QUOTED, REGIONS } from "#lib/elements/wasm/layout.ts";

/** The folder of each kernel. */
const FOLDERS = {
  "row-kernel": "lib/elements/wasm",
  "csv-kernel": "lib/elements/wasm",
  "record-scan": "lib/ifc/step",
} as const;

type Kernel = keyof typeof FOLDERS;

const KERNELS = Object.keys(FOLDERS) as Kernel[];

const FIGURES = new Map<string, number>([
  ...Object.entries({ ...REGIONS, ...CSV_REGIONS }).map(([name, region]) => [name, region.at] as const),
  ...Object.entries({ EMPTY, FALSE, FORMULA, NULL, NUMBER, TEXT, TRUE, QUOTED, AT_END, AT_MARK }),
]);

/** The file that holds a kernel's code. */
export function targetOf(kernel: Kernel): URL {
  return fileOf(kernel, "wasm.ts");
}

/** The text that this file must have. */
export async function assemble(kernel: Kernel): Promise<string> {
  const source = readFileSync(fileOf(kernel, "wat"), "utf8").replace(/^\s*;;.*$/gm, "");
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
  return [
    `/* Assembled by tests/support/generators/kernels.ts from ${kernel}.wat, where the code and its comments are. Do not edit. */`,
    `export const ${kernel.replace("-", "_").toUpperCase()}_WASM =`,
    `  "${Buffer.from(buffer).toString("base64")}";`,
    "",
  ].join("\n");
}

function fileOf(kernel: Kernel, ending: string): URL {
  return new URL(`../../../${FOLDERS[kernel]}/${kernel}.${ending}`, import.meta.url);
}

if (import.meta.main) for (const kernel of KERNELS) writeFileSync(targetOf(kernel), await assemble(kernel));
