/**
 * Notifies listeners of operations that have ended or are held. Listeners register when the process starts, so the journal depends on none
 * of them.
 */
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { Db, OperationModel, OperationState } from "#lib/db/client.ts";
import { UNCERTAIN_STATES } from "./policy.ts";

/** Runs in the transaction of the change; an exception undoes the change. `operation`: before the change. */
export type SettlementListener = (tx: Db, operation: OperationModel) => Promise<void>;

const listeners = oncePerProcess("settlement listeners", () => new Map<string, SettlementListener>());

/** Registers a listener; replaces an earlier one of the same name. */
export function onSettled(name: string, listener: SettlementListener): void {
  listeners.set(name, listener);
}

/** Notifies all listeners, unless a person still has to settle the operation. `state`: its new state. */
export async function tellSettled(tx: Db, operation: OperationModel, state: OperationState): Promise<void> {
  // Otherwise waiting features would wait forever, and nothing would show it.
  if (listeners.size === 0) throw new Error("The journal's listeners are not registered in this process.");
  if (UNCERTAIN_STATES.includes(state)) return;
  for (const listener of listeners.values()) await listener(tx, operation);
}
