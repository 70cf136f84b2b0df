/*
 * Writes stored rows as lines of CSV: with the kernel where all cells are copied or only quoted, in plain code where a cell needs more.
 * Both write the same bytes. This file must not know where rows come from, nor where the lines go.
 */
import { INLINE_SHAPE, RowRecord } from "#lib/elements/snapshot/row-record.ts";
import type { CsvKernel } from "#lib/elements/wasm/csv-kernel.ts";
import { COPIED, CSV_LINES_BYTES, QUOTED } from "#lib/elements/wasm/layout.ts";
import type { CsvBuffer } from "./buffer.ts";
import type { WholeCsvOptions } from "../options.ts";
import type { CsvPlanner, RowPlan } from "./row-plan.ts";

const NOT_PLACED = -1;

export class CsvRows {
  readonly #out: CsvBuffer;
  readonly #planner: CsvPlanner;
  readonly #record: RowRecord;
  readonly #kernel: CsvKernel | null;
  readonly #delimiter: number;
  #block: Buffer = Buffer.alloc(0);
  #isInKernel = false;
  /** By shape: where its plan is in the kernel's memory, or NOT_PLACED when there was no room. */
  readonly #planPlaces: (number | undefined)[] = [];
  #plansUsed = 0;

  /** @param kernel the kernel whose memory `out` uses for its lines */
  constructor(
    out: CsvBuffer,
    planner: CsvPlanner,
    shapes: readonly Int32Array[],
    { delimiter }: WholeCsvOptions,
    kernel: CsvKernel | null,
  ) {
    this.#out = out;
    this.#planner = planner;
    this.#record = new RowRecord(shapes);
    this.#kernel = kernel;
    this.#delimiter = delimiter.charCodeAt(0);
    kernel?.encodings.set(planner.encodings);
  }

  /** Sets the block of stored rows to write next; it must not change until the next `open`. */
  open(block: Buffer): void {
    this.#block = block;
    this.#isInKernel = this.#kernel !== null && block.length <= this.#kernel.block.length;
    if (this.#isInKernel) this.#kernel?.block.set(block);
  }

  /**
   * Writes the row in bytes `start … end` of the block.
   * @throws ElementsError SNAPSHOT_DAMAGED
   */
  write(start: number, end: number): void {
    const record = this.#record;
    const planner = this.#planner;
    record.locate(this.#block, start, end);
    const { shape, cellCount } = record;
    const columns = record.columns();
    const isShared = shape !== INLINE_SHAPE;
    const plan = isShared ? planner.ofShape(shape, columns, cellCount) : planner.of(columns, cellCount);
    this.#out.ensure(2 * (end - start) + 24 * (cellCount + 2) + planner.columnCount);
    if (isShared && this.#writeByKernel(shape, plan)) return;
    this.#writeRow(plan);
  }

  /** False when the kernel cannot write the row. */
  #writeByKernel(shape: number, plan: RowPlan): boolean {
    const kernel = this.#kernel;
    const { endsAt, kindsAt, start, isWide } = this.#record;
    const { place } = this.#out;
    if (!kernel || !this.#isInKernel || isWide || place < 0 || place > CSV_LINES_BYTES / 2) return false;
    const planAt = (this.#planPlaces[shape] ??= this.#placePlan(kernel, plan));
    if (planAt === NOT_PLACED) return false;
    const blockAt = kernel.block.byteOffset;
    const linesAt = kernel.lines.byteOffset;
    const end = kernel.row(
      blockAt + start,
      blockAt + endsAt,
      blockAt + kindsAt,
      planAt,
      planAt + 4 * (plan.length - 1),
      this.#delimiter,
      linesAt + place,
      linesAt + CSV_LINES_BYTES,
    );
    if (end === 0) return false;
    this.#out.moveTo(end - linesAt);
    return true;
  }

  #placePlan(kernel: CsvKernel, plan: RowPlan): number {
    if (this.#plansUsed + plan.length > kernel.plans.length) return NOT_PLACED;
    kernel.plans.set(plan, this.#plansUsed);
    const at = kernel.plans.byteOffset + 4 * this.#plansUsed;
    this.#plansUsed += plan.length;
    return at;
  }

  #writeRow(plan: RowPlan): void {
    const out = this.#out;
    const record = this.#record;
    const { encodings } = this.#planner;
    const { bytes, start, kindsAt } = record;
    const last = plan.length - 1;
    for (let p = 0; p < last; p += 3) {
      const lastText = plan[p + 2] ?? 0;
      let text = plan[p + 1] ?? 0;
      let pending = start + record.startOf(text);
      out.delimiters(plan[p] ?? 0);
      for (; text <= lastText; text++) {
        const kind = bytes[kindsAt + text] ?? 0;
        const encoding = encodings[kind];
        if (encoding !== COPIED) {
          const cellStart = start + record.startOf(text);
          const cellEnd = start + record.endOf(text);
          if (cellStart > pending) out.copy(bytes, pending, cellStart);
          if (encoding === QUOTED) out.quoted(bytes, cellStart, cellEnd);
          else out.cell(bytes, cellStart, cellEnd, kind);
          pending = cellEnd;
        }
      }
      const end = start + record.endOf(lastText);
      if (end > pending) out.copy(bytes, pending, end);
    }
    out.delimiters(plan[last] ?? 0);
    out.endRow();
  }
}
