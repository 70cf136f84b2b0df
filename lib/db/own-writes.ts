/**
 * How often this process has changed the database: whoever remembers what it read asks whether that may have changed since. Counts
 * what the server says it did, before the one who asked for it hears of it; changes by other processes are not seen here.
 */
import type { EventEmitter } from "node:events";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const own = oncePerProcess("own writes", () => ({ count: 0 }));

/** Grows with every change that this process has committed, and with some that it only began. */
export function countOwnWrites(): number {
  return own.count;
}

/** Command tags (PostgreSQL protocol, CommandComplete) of what changes nothing. */
const READS = /^(?:SELECT|BEGIN|ROLLBACK|SHOW|SET|LISTEN|DEALLOCATE)\b/;

/** Counts what comes over a connection of the driver. */
export function watchWrites(connection: EventEmitter): void {
  connection.on("commandComplete", ({ text }: { text: string }) => {
    if (!READS.test(text)) own.count += 1;
  });
}
