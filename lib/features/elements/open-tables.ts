/** This process's store of open tables, and how readings become parts of a table. table.ts decides whether a reading may be queried. */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getEnv } from "#lib/core/env.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";
import { TableStore, type TablePart } from "#lib/elements/query/table-store.ts";
import { findSnapshotFiles } from "./snapshot-files.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const LOOK_MS = 250;

const shared = oncePerProcess("tables", () => ({ store: null as TableStore | null }));

/** The store; its files are a cache of this machine, outside the file store. */
export function getTables(): TableStore {
  shared.store ??= new TableStore({ folder: path.join(getEnv().dataDir, "cache", "tables") });
  return shared.store;
}

/** A finished reading as a part of a table. */
export function toTablePart({ id, ifcClass }: { id: string; ifcClass: string }): TablePart {
  return {
    snapshotId: id,
    ifcClass,
    open: async () => {
      const snapshot = await findSnapshotFiles(id);
      if (snapshot !== null) return snapshot;
      const message = kept(
        "The stored copy of the answer is damaged or gone. Read the elements again from the service.",
      );
      throw new ElementsError("SNAPSHOT_NOT_FOUND", message, { snapshotId: id });
    },
  };
}

/** Starts preparing a reading's table for queries, for whoever opens it next; a failure shows when somebody asks. */
export function prepareTable(row: { id: string; ifcClass: string }): void {
  getTables()
    .prepare([toTablePart(row)])
    .catch((thrown: unknown) => {
      log.warn("a table could not be prepared", { snapshotId: row.id, cause: String(thrown) });
    });
}

/**
 * Repeats a query while its table is being prepared or the store is busy.
 * @param until by performance.now()
 * @throws TableNotReady when that time is up, or waiting does not help; what `ask` throws; the signal's reason
 */
export async function whenPrepared<T>(ask: () => Promise<T>, until: number, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      const isPassing = thrown instanceof TableNotReady && ["preparing", "busy"].includes(thrown.reason);
      if (!isPassing || performance.now() + LOOK_MS > until) throw thrown;
      await sleep(LOOK_MS, undefined, { signal });
    }
  }
}

/** Closes all tables at an orderly stop. */
export async function closeTables(): Promise<void> {
  await shared.store?.close();
}
