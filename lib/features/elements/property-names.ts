/**
 * The names of a reading's columns in the database, so that search finds properties without opening files. They are written before the
 * reading counts and go with its row.
 */
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import type { SnapshotMeta } from "#lib/elements/snapshot/meta.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { findSnapshotFiles } from "./snapshot-files.ts";

/** Readings of versions before that one start looks through: the others get their names at a later one. */
const OLDER_AT_ONCE = 500;

/** Keeps the names of a reading's columns; harmless when they are kept already. */
export async function keepPropertyNames(
  snapshotId: string,
  { columns }: Pick<SnapshotMeta, "columns">,
): Promise<void> {
  // Half a character and a zero are no text to the database.
  const plain = (text: string): string => text.toWellFormed().replaceAll("\0", "\u{FFFD}");
  const sets = columns.map(({ origin, set }) => (origin === "attribute" ? null : plain(set)));
  const properties = columns.map(({ property }) => plain(property));
  const searched = columns.map(({ set, property }) => subjectName(plain(`${set} ${property}`)));
  await getDb().$executeRaw`
    INSERT INTO snapshot_property
      (snapshot_id, place, set, set_instance, property, property_instance, search_name, filled)
    SELECT ${snapshotId}::uuid, n - 1, c.set, c.set_instance, c.property, c.property_instance, c.search_name, c.filled
    FROM unnest(${sets}::text[], ${columns.map(({ setInstance }) => setInstance)}::int[], ${properties}::text[],
      ${columns.map(({ propertyInstance }) => propertyInstance)}::int[], ${searched}::text[],
      ${columns.map(({ fill }) => fill.present)}::int[])
      WITH ORDINALITY AS c (set, set_instance, property, property_instance, search_name, filled, n)
    ON CONFLICT DO NOTHING`;
}

/** Keeps the names of readings that a version before made, those used last first. */
export async function keepOlderPropertyNames(): Promise<void> {
  const rows = await getDb().snapshot.findMany({
    where: { state: "READY", columns: { gt: 0 }, properties: { none: {} } },
    orderBy: { lastUsedAt: "desc" },
    take: OLDER_AT_ONCE,
    select: { id: true },
  });
  for (const { id } of rows) {
    await using snapshot = await findSnapshotFiles(id);
    if (snapshot === null) continue;
    try {
      await keepPropertyNames(id, snapshot.meta);
    } catch (thrown) {
      // Another process may have removed the reading meanwhile; search says what it did not look through.
      log.info("the names of a reading's properties were not kept", {
        snapshotId: id,
        cause: String(thrown),
      });
    }
  }
}
