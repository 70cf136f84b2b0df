// Assembles structural-index.wat into structural-index.wasm.ts, with the dev dependency wabt. Run by hand after a
// change: `node lib/ifc/step/assemble.ts`. The reader itself must not import this.
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";

const SOURCE = new URL("./structural-index.wat", import.meta.url);
const TARGET = new URL("./structural-index.wasm.ts", import.meta.url);

/** The text of structural-index.wasm.ts as it must be. */
export async function assembleStructuralIndex(): Promise<string> {
  const wabt = await createWabt();
  const parsed = wabt.parseWat("structural-index.wat", readFileSync(SOURCE, "utf8"), { simd: true });
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return [
    "// Assembled by lib/ifc/step/assemble.ts from structural-index.wat, where the code and its comments are. Do not edit.",
    "export const STRUCTURAL_INDEX_WASM =",
    `  "${Buffer.from(buffer).toString("base64")}";`,
    "",
  ].join("\n");
}

if (import.meta.main) writeFileSync(TARGET, await assembleStructuralIndex());
