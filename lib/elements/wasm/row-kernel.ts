/*
 * The row kernel: WebAssembly for the innermost loops of reading an answer, and the memory it shares with the reader. It knows nothing
 * about answers, columns and rows; row-kernel.wat documents the code.
 */
import { FIRST_BYTE_SUSPECT } from "../formula.ts";
import { KernelPool } from "./kernel-pool.ts";
import { KERNEL_PAGES, REGIONS, type RegionName } from "./layout.ts";
import { ROW_KERNEL_WASM } from "./row-kernel.wasm.ts";

interface KernelCode {
  readonly properties: (
    at: number,
    guess: number,
    after: number,
    out: number,
    count: number,
    hash: number,
    attempt: number,
  ) => number;
  readonly finish: (out: number, count: number, idEnd: number, idKind: number) => number;
}

/** Code and memory of one kernel. The names of the views are those of ColumnTable and RowCells. */
function makeRowKernel(code: WebAssembly.Module) {
  const memory = new WebAssembly.Memory({ initial: KERNEL_PAGES, maximum: KERNEL_PAGES });
  const { buffer } = memory;
  const bytes = (name: RegionName): Uint8Array<ArrayBuffer> =>
    new Uint8Array(buffer, REGIONS[name].at, REGIONS[name].bytes);
  const unsigned = (name: RegionName): Uint32Array<ArrayBuffer> =>
    new Uint32Array(buffer, REGIONS[name].at, REGIONS[name].bytes / 4);
  const signed = (name: RegionName): Int32Array<ArrayBuffer> =>
    new Int32Array(buffer, REGIONS[name].at, REGIONS[name].bytes / 4);
  bytes("SUSPECT").set(FIRST_BYTE_SUSPECT);
  const columns = {
    next: signed("NEXT").fill(-1),
    nameFrom: signed("NAME_FROM"),
    nameTo: signed("NAME_TO"),
    seen: unsigned("SEEN"),
    textLengthMax: unsigned("TEXT_MAX"),
    formulaTexts: unsigned("FORMULAS"),
    counts: unsigned("COUNTS"),
  };
  const { exports } = new WebAssembly.Instance(code, { reader: { memory } });
  const { properties, finish } = exports as unknown as KernelCode;
  return {
    window: bytes("WINDOW"),
    row: bytes("ROW"),
    names: bytes("NAMES"),
    /** What `properties` found: position, end of the row, column read last or -1, cells, hash. Addresses in the memory. */
    result: signed("RESULT"),
    columns,
    cells: {
      columns: signed("CELL_COLUMNS"),
      kinds: bytes("CELL_KINDS"),
      ends: unsigned("CELL_ENDS"),
    },
    /** See row-kernel.wat. Positions are addresses: `window.byteOffset` or `row.byteOffset` more than those of the reader. */
    properties,
    finish,
    /** Resets the arrays of the first `count` columns. */
    clear(count: number): void {
      const { next, counts, ...others } = columns;
      next.fill(-1, 0, count);
      counts.fill(0, 0, count * (counts.length / next.length));
      for (const array of Object.values(others)) array.fill(0, 0, count);
    },
  };
}

export type RowKernel = ReturnType<typeof makeRowKernel>;

/** The kernels of this process; those in the pool have cleared columns. */
export const ROW_KERNELS = new KernelPool(ROW_KERNEL_WASM, makeRowKernel);
