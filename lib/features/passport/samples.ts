/**
 * A few values of each column, to show what a property looks like: from rows spread over the whole table and, where those have none, from
 * the counted values of the index. Samples illustrate; they are no statistic.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { cut } from "#lib/core/language/cut.ts";
import { EVERYTHING, type ValueToken } from "#lib/elements/query/types.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { askTable } from "#lib/features/elements/table.ts";
import type { ColumnFacts, Samples } from "./schema.ts";

export const SAMPLES_MAX = 3;
/** Rows read, spread evenly. */
const ROWS_MAX = 200;
/** Columns looked up one by one because the rows had no values for them. */
const LOOK_UPS_MAX = 24;
const SAMPLE_LENGTH_MAX = 60;

/**
 * Values of some columns of a finished reading, by column id; none for a column whose values are too rare to be found cheaply.
 * @param facts of the wanted columns; those without values are skipped
 */
export async function readSamples(
  actor: Actor,
  snapshotId: string,
  facts: readonly ColumnFacts[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Samples>> {
  const wanted = facts.filter(({ present }) => present > 0);
  const samples = await sampleRows(snapshotId, wanted);
  const rare = wanted.filter(({ columnId }) => !samples.has(columnId)).slice(0, LOOK_UPS_MAX);
  for (const { columnId } of rare) {
    signal?.throwIfAborted();
    // The three most frequent values may be three kinds of "no value".
    const request = { column: columnId, search: "", limit: SAMPLES_MAX + 3 };
    const asked = await askTable(actor, [snapshotId], (table) =>
      table.facet(EVERYTHING, request, { signal }),
    );
    if (asked.state !== "answered") break;
    const found = asked.answer.values.flatMap(({ value }) => sampleOf(cellOfToken(value)) ?? []);
    samples.set(columnId, differing(found).slice(0, SAMPLES_MAX));
  }
  return samples;
}

async function sampleRows(snapshotId: string, wanted: readonly ColumnFacts[]): Promise<Map<string, Samples>> {
  const samples = new Map<string, Samples>();
  await using snapshot = await findSnapshotFiles(snapshotId);
  if (snapshot === null) return samples;
  const { rows, columns } = snapshot.meta;
  const placeOf = new Map(columns.map(({ id }, place) => [id, place]));
  const places = wanted.map(({ columnId }) => placeOf.get(columnId) ?? -1);
  const count = Math.min(rows, ROWS_MAX);
  let open = wanted.length;
  for (let i = 0; i < count && open > 0; i += 1) {
    const [row] = await snapshot.readCells([Math.floor((i * rows) / count)], places);
    for (const [at, { columnId }] of wanted.entries()) {
      const sample = sampleOf(row?.cells[at]);
      const found = samples.get(columnId) ?? [];
      if (sample === null || found.length >= SAMPLES_MAX) continue;
      const more = differing([...found, sample]);
      if (more.length === found.length) continue;
      samples.set(columnId, more);
      if (more.length === SAMPLES_MAX) open -= 1;
    }
  }
  return samples;
}

/** A cell's value, cut for display; null for all kinds of "no value". */
function sampleOf(cell: Cell): Samples[number] | null {
  if (cell === undefined || cell === null || cell === "") return null;
  if (typeof cell === "string") return shortened(cell);
  if (typeof cell === "boolean" || cell.kind === "number") return cell;
  return { kind: cell.kind, text: shortened(cell.text) };
}

function cellOfToken(value: ValueToken): Cell {
  if (value.kind === "boolean") return value.value;
  if (value.kind === "text") return value.text;
  return "text" in value ? { kind: value.kind, text: value.text } : undefined;
}

function differing(samples: Samples): Samples {
  return [...new Map(samples.map((sample) => [JSON.stringify(sample), sample])).values()];
}

function shortened(text: string): string {
  return cut(text.replaceAll(/\s+/gu, " "), SAMPLE_LENGTH_MAX);
}
