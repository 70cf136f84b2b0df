/**
 * Finds an element by its GlobalId in what Portico has read: the stored rows of each table are looked through once, those of tables used
 * last first, within bounds of bytes and time. What was not looked through is counted, never passed over.
 */
import { pathOf } from "#lib/core/language/dotted.ts";
import { getDb } from "#lib/db/client.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { findRowById } from "#lib/elements/snapshot/find-row.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { hrefOfTable, READ_TABLES, type TableRow } from "./read-tables.ts";
import type { FoundElement } from "./schema.ts";

const FOUND_MAX = 8;
/** What one question reads at most, as stored. */
export const BYTES_MAX = 512 * 1024 * 1024;
const TIME_MAX_MS = 2_000;

/**
 * At most 8, those of the tables that were used last first; an element is in one class of a model.
 * @throws the signal's reason
 */
export async function findElements(
  globalId: string,
  signal: AbortSignal,
  bounds: { bytesMax?: number } = {},
) {
  const tables = await getDb().$queryRaw<(TableRow & { total: bigint })[]>`
    WITH ${READ_TABLES}
    SELECT id, project_id, model_service_id, ifc_class, rows, stored_bytes, model, project, cloud_id, cloud, total
    FROM tables ORDER BY used DESC, id`;
  const late = AbortSignal.timeout(TIME_MAX_MS);
  const either = AbortSignal.any([signal, late]);
  const elements: FoundElement[] = [];
  const models = new Set<string>();
  const having = new Set<string>();
  let bytesLeft = bounds.bytesMax ?? BYTES_MAX;
  let left = Number(tables[0]?.total ?? 0n) - tables.length;
  let classes = 0;
  for (const table of tables) {
    const model = `${table.project_id}/${String(table.model_service_id)}`;
    if (having.has(model)) continue;
    const bytes = Number(table.stored_bytes);
    if (elements.length === FOUND_MAX || bytes > bytesLeft || late.aborted) {
      left += 1;
      continue;
    }
    bytesLeft -= bytes;
    const name = await findName(table.id, globalId, either);
    signal.throwIfAborted();
    if (name === "not looked") {
      left += 1;
      continue;
    }
    classes += 1;
    models.add(model);
    if (name === null) continue;
    having.add(model);
    elements.push({
      globalId,
      name: name.text,
      model: table.model,
      where: pathOf(table.cloud, table.project),
      ifcClass: table.ifc_class,
      href: hrefOfTable(table, new URLSearchParams({ element: globalId })),
    });
  }
  return { elements, looked: { models: models.size, classes, left } };
}

/** What the element is called; null: the table does not have it. */
async function findName(
  snapshotId: string,
  globalId: string,
  signal: AbortSignal,
): Promise<{ text: string } | null | "not looked"> {
  try {
    await using snapshot = await findSnapshotFiles(snapshotId, signal);
    if (snapshot === null) return "not looked";
    const row = await findRowById(snapshot, globalId, signal);
    if (row < 0) return null;
    const nameAt = snapshot.meta.columns.findIndex(
      ({ origin, property }) => origin === "attribute" && property === "Name",
    );
    const [found] = await snapshot.readCells([row], [nameAt]);
    const [cell] = found?.cells ?? [];
    return { text: typeof cell === "string" ? cell : "" };
  } catch (thrown) {
    // Time is up, or a stored copy is damaged: whoever opens that table is told why.
    if (signal.aborted || thrown instanceof ElementsError) return "not looked";
    throw thrown;
  }
}
