/*
 * The CSV kernel: WebAssembly that writes stored rows as lines of CSV, and the memory it shares with the writer. csv-kernel.wat documents
 * the code; files/csv/fast/rows.ts decides which rows the kernel gets.
 */
import { CSV_KERNEL_WASM } from "./csv-kernel.wasm.ts";
import { KernelPool } from "./kernel-pool.ts";
import { CSV_PAGES, CSV_REGIONS, type Region } from "./layout.ts";

interface KernelCode {
  readonly row: (
    start: number,
    ends: number,
    kinds: number,
    plan: number,
    planEnd: number,
    delimiter: number,
    out: number,
    limit: number,
  ) => number;
}

/** Code and memory of one kernel. */
function makeCsvKernel(code: WebAssembly.Module) {
  const memory = new WebAssembly.Memory({ initial: CSV_PAGES, maximum: CSV_PAGES });
  const bytes = ({ at, bytes: length }: Region): Uint8Array<ArrayBuffer> =>
    new Uint8Array(memory.buffer, at, length);
  const { exports } = new WebAssembly.Instance(code, { reader: { memory } });
  return {
    encodings: bytes(CSV_REGIONS.ENCODINGS),
    plans: new Int32Array(memory.buffer, CSV_REGIONS.PLANS.at, CSV_REGIONS.PLANS.bytes / 4),
    block: bytes(CSV_REGIONS.BLOCK),
    lines: Buffer.from(memory.buffer, CSV_REGIONS.LINES.at, CSV_REGIONS.LINES.bytes),
    /** See csv-kernel.wat; all positions are addresses in the memory. */
    row: (exports as unknown as KernelCode).row,
  };
}

export type CsvKernel = ReturnType<typeof makeCsvKernel>;

export const CSV_KERNELS = new KernelPool(CSV_KERNEL_WASM, makeCsvKernel);
