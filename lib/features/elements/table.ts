/**
 * Queries of element tables for pages: checks permission and which readings may be queried, then gives the answer or the reason why there
 * is none yet. lib/elements/query/types.ts defines what a query means; nothing is read from the service here.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { AppError, validation } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, say, t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { TableNotReady, type NotReadyReason } from "#lib/elements/query/not-ready.ts";
import type { PageRequest, Table } from "#lib/elements/query/table.ts";
import { SOURCES_MAX, type TableDescription, type TablePage } from "#lib/elements/query/types.ts";
import { markLost, touch } from "./snapshot-rows.ts";
import { getTables, toTablePart } from "./open-tables.ts";

/** An answer, or why there is none yet and what to say; `progress` while a table is being prepared. */
export type Asked<T> =
  | { readonly state: "answered"; readonly answer: T }
  | {
      readonly state: NotReadyReason | "reading";
      readonly message: string;
      readonly progress: { readonly rows: number; readonly rowsDone: number } | null;
    };

const READING = msg("Portico is still reading the elements from the service. Try again in a moment.");

/** Columns of a table with kinds, fill, distinct values, minimum and maximum. */
export function describeTable(actor: Actor, snapshotIds: readonly string[], signal?: AbortSignal) {
  return askTable<TableDescription>(actor, snapshotIds, (table) => table.describe({ signal }));
}

/** A page of rows, with the ids of columns that the query names but the table does not have. */
export function readTablePage(
  actor: Actor,
  snapshotIds: readonly string[],
  request: PageRequest,
  signal?: AbortSignal,
) {
  return askTable<TablePage & { unknownColumns: string[] }>(actor, snapshotIds, async (table) => ({
    ...(await table.page(request, { signal })),
    unknownColumns: table.unknownColumns(request.query),
  }));
}

/**
 * Asks a question of the table of some finished readings, in the given order.
 * @param work the question; its signal, if it has one, belongs to the same request
 * @throws AppError VALIDATION when there are no ids, too many, or duplicates; CANCELLED; ElementsError STORAGE_FULL, STORAGE_FAILED
 */
export async function askTable<T>(
  actor: Actor,
  snapshotIds: readonly string[],
  work: (table: Table) => Promise<T>,
): Promise<Asked<T>> {
  requirePermission(actor, "portal:read");
  const isSound =
    snapshotIds.length > 0 &&
    snapshotIds.length <= SOURCES_MAX &&
    new Set(snapshotIds).size === snapshotIds.length &&
    snapshotIds.every(isId);
  if (!isSound)
    throw validation(
      {},
      say("A table needs 1 to {most} different IDs of finished readings.", {
        most: SOURCES_MAX,
      }),
    );
  const found = await getDb().snapshot.findMany({ where: { id: { in: [...snapshotIds] } } });
  const rows = snapshotIds.flatMap((id) => found.find((row) => row.id === id) ?? []);
  if (rows.some(({ state }) => state === "READING"))
    return { state: "reading", message: t(READING), progress: null };
  if (rows.length < snapshotIds.length || rows.some(({ state }) => state !== "READY"))
    return toReason(new TableNotReady("expired", null));
  try {
    await Promise.all(rows.map(touch));
    return { state: "answered", answer: await getTables().use(rows.map(toTablePart), work) };
  } catch (thrown) {
    if (thrown instanceof TableNotReady) return toReason(thrown);
    if (!(thrown instanceof ElementsError)) throw thrown;
    // Whoever asked has left the page: no fault of Portico.
    if (thrown.code === "CANCELLED") throw new AppError("CANCELLED", thrown.message, { cause: thrown });
    if (thrown.snapshotId !== undefined) await markLost(thrown.snapshotId);
    else if (thrown.code !== "SNAPSHOT_DAMAGED") throw thrown;
    else await Promise.all(rows.map(({ id }) => markLost(id)));
    return toReason(new TableNotReady("expired", null));
  }
}

function toReason({ reason, message, progress }: TableNotReady): Asked<never> {
  return { state: reason, message: told(message), progress };
}
