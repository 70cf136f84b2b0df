/**
 * Which Portico processes are alive, and which process holds which jobs. A killed process cannot release its jobs; other processes (or its
 * successor) detect that here and release them. Only the database's clock is used, so machines with different clocks agree. Must not know
 * what jobs do.
 */
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Pool } from "pg";
import { isOtherProcessAlive } from "#lib/core/process/alive.ts";

/** How often a process records that it is alive. */
export const HEARTBEAT_MS = 5_000;
/** How often dead processes are searched. */
export const SWEEP_MS = 15_000;
const DEAD_AFTER_SECONDS = 20;
/** A pool that takes its first job is recorded within this time; a lock without a recorded pool belongs to a dead one. */
const UNCLAIMED_AFTER_SECONDS = 30;

/** Distinguishes processes that share a host name but not their process numbers (containers). */
function describeHost(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return `${hostname()} ${process.platform}`;
  }
}

const HOST = describeHost();

/** Records that this process is alive and which worker pools belong to it. */
export async function recordHeartbeat(pool: Pool, id: string, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into instance (id, host, pid, started_at, heartbeat_at, worker_ids)
     values ($1, $2, $3, now(), now(), $4)
     on conflict (id) do update set heartbeat_at = now(), worker_ids = excluded.worker_ids`,
    [id, HOST, process.pid, workerIds],
  );
}

/** Removes this process from the record after a regular shutdown. */
export async function removeInstance(pool: Pool, id: string): Promise<void> {
  await pool.query("delete from instance where id = $1", [id]);
}

/** Releases the jobs of processes of this machine that no longer exist, so that nobody waits for a timeout. */
export async function releaseDeadNeighbours(pool: Pool, ownId: string): Promise<number> {
  const { rows } = await pool.query<{ id: string; pid: number }>(
    "select id, pid from instance where host = $1 and id <> $2",
    [HOST, ownId],
  );
  const dead = rows.filter((row) => !isOtherProcessAlive(row.pid)).map((row) => row.id);
  return release(pool, "id = any($1::uuid[])", [dead]);
}

/** Releases the jobs of processes whose heartbeat has stopped, and locks without a recorded owner. */
export async function releaseDeadInstances(pool: Pool, ownId: string): Promise<number> {
  const released = await release(
    pool,
    `heartbeat_at < now() - interval '${String(DEAD_AFTER_SECONDS)} seconds' and id <> $1`,
    [ownId],
  );
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_at < now() - interval '${String(UNCLAIMED_AFTER_SECONDS)} seconds'
         and not exists (select from instance where jobs.locked_by = any(instance.worker_ids))))`,
  );
  return released;
}

/** Releases the jobs that these worker pools hold. */
export async function releaseWorkers(pool: Pool, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return;
  await pool.query("select graphile_worker.force_unlock_workers($1::text[])", [workerIds]);
}

async function release(pool: Pool, condition: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ worker_ids: string[] }>(
    `delete from instance where ${condition} returning worker_ids`,
    values,
  );
  await releaseWorkers(
    pool,
    rows.flatMap((row) => row.worker_ids),
  );
  return rows.length;
}
