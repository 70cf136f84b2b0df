/** Rows of a finished reading as the table's page gets them, for tests that only want to see them. */
import type { Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { EVERYTHING } from "#lib/elements/query/types.ts";
import type { WireRow } from "#lib/elements/wire.ts";
import { describeTable, readTablePage } from "#lib/features/elements/table.ts";

/** `count` rows from `from` on, every column in the order of the answer. @throws AppError NOT_FOUND when the reading is not kept */
export async function readElementRows(
  actor: Actor,
  snapshotId: string,
  from: number,
  count: number,
): Promise<WireRow[]> {
  const described = await describeTable(actor, [snapshotId]);
  if (described.state !== "answered") throw notFound("This table");
  const columns = described.answer.columns.filter(({ origin }) => origin !== "pseudo").map(({ id }) => id);
  const page = await readTablePage(actor, [snapshotId], {
    query: EVERYTHING,
    columns,
    offset: from,
    limit: count,
  });
  if (page.state !== "answered") throw notFound("This table");
  return page.answer.rows.map(({ id, cells }) => ({ id, cells }));
}
