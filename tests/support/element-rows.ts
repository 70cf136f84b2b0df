/** A finished reading: its rows as the table's page gets them, for tests that only need the rows, and its description. */
import type { Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { EVERYTHING } from "#lib/elements/query/types.ts";
import type { SnapshotMeta } from "#lib/elements/snapshot/meta.ts";
import type { WireRow } from "#lib/elements/wire.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { describeTable, readTablePage, type Asked } from "#lib/features/elements/table.ts";
import { askUntil } from "./until.ts";

/** `count` rows starting at `from`, every column in the order of the answer. @throws AppError NOT_FOUND when the reading is not stored */
export async function readElementRows(
  actor: Actor,
  snapshotId: string,
  from: number,
  count: number,
): Promise<WireRow[]> {
  const described = await answered(() => describeTable(actor, [snapshotId]));
  const columns = described.columns.filter(({ origin }) => origin !== "pseudo").map(({ id }) => id);
  const request = { query: EVERYTHING, columns, offset: from, limit: count };
  const page = await answered(() => readTablePage(actor, [snapshotId], request));
  return page.rows.map(({ id, cells }) => ({ id, cells }));
}

/** The columns are in the order of a row's cells. @throws AppError NOT_FOUND when the reading is not stored */
export async function readSnapshotMeta(snapshotId: string): Promise<SnapshotMeta> {
  await using snapshot = await findSnapshotFiles(snapshotId);
  if (snapshot === null) throw notFound(say("This table"));
  return snapshot.meta;
}

/** What a table answers. Retries while it is being prepared, as the page does. @throws AppError NOT_FOUND when it is not stored */
export async function answered<T>(ask: () => Promise<Asked<T>>): Promise<T> {
  const isAnswer = ({ state }: Asked<T>): boolean => state !== "preparing" && state !== "busy";
  const asked = await askUntil("an answer of the table", ask, isAnswer);
  if (asked.state !== "answered") throw notFound(say("This table"));
  return asked.answer;
}
