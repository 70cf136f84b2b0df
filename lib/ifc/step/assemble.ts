// Assembles record-scan.wat into record-scan.wasm.ts, with the dev dependency wabt. Run by hand after a
// change: `node lib/ifc/step/assemble.ts`. The reader itself must not import this.
import { readFileSync, writeFileSync } from "node:fs";
import createWabt from "wabt";

const SOURCE = new URL("./record-scan.wat", import.meta.url);
const TARGET = new URL("./record-scan.wasm.ts", import.meta.url);

/** The text that record-scan.wasm.ts must have. */
export async function assembleRecordScan(): Promise<string> {
  const wabt = await createWabt();
  const parsed = wabt.parseWat("record-scan.wat", readFileSync(SOURCE, "utf8"), { simd: true });
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return [
    "// Assembled by lib/ifc/step/assemble.ts from record-scan.wat, where the code and its comments are. Do not edit.",
    "export const RECORD_SCAN_WASM =",
    `  "${Buffer.from(buffer).toString("base64")}";`,
    "",
  ].join("\n");
}

if (import.meta.main) writeFileSync(TARGET, await assembleRecordScan());
