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

/** True while a backup is being made. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<
    { free: boolean }[]
  >`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) as free`;
  return row?.free !== true;
}
