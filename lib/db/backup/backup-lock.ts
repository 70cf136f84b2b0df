/**
 * A backup reads the database at one moment and then, for minutes, the files named there. Until it has them, no stored file may be removed:
 * the backup holds this database lock, and code that removes files checks it first. Rows are removed before files, so a file whose row was
 * removed before the backup began is not in the backup at all.
 */
import type { Client } from "pg";
import type { Db } from "../client.ts";

/** Any number, the same in all processes. */
const BACKUP_LOCK = 7_046_123;

/** Takes the lock for the life of the connection. False when another backup holds it. */
export async function takeBackupLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    BACKUP_LOCK,
  ]);
  return rows[0]?.taken === true;
}

/**
 * True while a backup is being made. Only looks at the lock: whoever took it to check, even for a moment, would be taken for another
 * backup.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
  // A lock's number is divided into halves here; this one fits into the lower half, objid.
  const [row] = await db.$queryRaw<{ held: boolean }[]>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${BACKUP_LOCK}::oid and objsubid = 1 and granted
        and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())
    ) as held`;
  return row?.held !== false;
}
