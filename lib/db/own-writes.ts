/**
 * Counts this process's changes of the database, so that caches can check whether their data may have changed. A change is counted when the
 * server reports it, before its caller gets the answer; changes by other processes are not counted.
 */
import type { EventEmitter } from "node:events";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const own = oncePerProcess("own writes", () => ({ count: 0 }));

/** Increases with every change that this process has committed, and with some that it has only begun. */
export function countOwnWrites(): number {
  return own.count;
}

/** Command tags (PostgreSQL protocol, CommandComplete) of statements that change nothing. */
const READS = /^(?:SELECT|BEGIN|ROLLBACK|SHOW|SET|LISTEN|DEALLOCATE)\b/;

/** Counts the changes on a connection of the driver. */
export function watchWrites(connection: EventEmitter): void {
  connection.on("commandComplete", ({ text }: { text: string }) => {
    if (!READS.test(text)) own.count += 1;
  });
}
