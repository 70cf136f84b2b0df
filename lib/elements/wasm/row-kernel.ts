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
export class RowKernel {
  readonly window: Uint8Array<ArrayBuffer>;
  readonly row: Uint8Array<ArrayBuffer>;
  /** What `properties` found: position, end of the row, column read last or -1, cells, hash. Addresses in the memory. */
  readonly result: Int32Array<ArrayBuffer>;
  readonly columns: {
    readonly next: Int32Array;
    readonly nameFrom: Int32Array;
    readonly nameTo: Int32Array;
    readonly seen: Uint32Array;
    readonly textLengthMax: Uint32Array;
    readonly formulaTexts: Uint32Array;
    readonly counts: Uint32Array;
  };
  readonly names: Uint8Array<ArrayBuffer>;
  readonly cells: { readonly columns: Int32Array; readonly kinds: Uint8Array; readonly ends: Uint32Array };
  /** See row-kernel.wat. Positions are addresses: `window.byteOffset` or `row.byteOffset` more than those of the reader. */
  readonly properties: KernelCode["properties"];
  readonly finish: KernelCode["finish"];

  constructor(code: WebAssembly.Module) {
    const memory = new WebAssembly.Memory({ initial: KERNEL_PAGES, maximum: KERNEL_PAGES });
    const buffer = memory.buffer;
    const bytes = (name: RegionName): Uint8Array<ArrayBuffer> =>
      new Uint8Array(buffer, REGIONS[name].at, REGIONS[name].bytes);
    const unsigned = (name: RegionName): Uint32Array<ArrayBuffer> =>
      new Uint32Array(buffer, REGIONS[name].at, REGIONS[name].bytes / 4);
    const signed = (name: RegionName): Int32Array<ArrayBuffer> =>
      new Int32Array(buffer, REGIONS[name].at, REGIONS[name].bytes / 4);
    this.window = bytes("WINDOW");
    this.row = bytes("ROW");
    this.names = bytes("NAMES");
    this.result = signed("RESULT");
    this.columns = {
      next: signed("NEXT"),
      nameFrom: signed("NAME_FROM"),
      nameTo: signed("NAME_TO"),
      seen: unsigned("SEEN"),
      textLengthMax: unsigned("TEXT_MAX"),
      formulaTexts: unsigned("FORMULAS"),
      counts: unsigned("COUNTS"),
    };
    this.cells = {
      columns: signed("CELL_COLUMNS"),
      kinds: bytes("CELL_KINDS"),
      ends: unsigned("CELL_ENDS"),
    };
    bytes("SUSPECT").set(FIRST_BYTE_SUSPECT);
    this.columns.next.fill(-1);
    const { exports } = new WebAssembly.Instance(code, { reader: { memory } });
    const { properties, finish } = exports as unknown as KernelCode;
    this.properties = properties;
    this.finish = finish;
  }

  /** Resets the arrays of the first `columns` columns. */
  clear(columns: number): void {
    const { next, counts, ...others } = this.columns;
    next.fill(-1, 0, columns);
    counts.fill(0, 0, columns * (counts.length / next.length));
    for (const array of Object.values(others)) array.fill(0, 0, columns);
  }
}

/** The kernels of this process; those in the pool have cleared columns. */
export const ROW_KERNELS = new KernelPool(ROW_KERNEL_WASM, (code) => new RowKernel(code));
