/**
 * Who is told of an operation that has come to an end, or that is held. Whoever waits for operations registers itself at the start of
 * the process, so the journal knows none of them.
 */
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { Db, OperationModel, OperationState } from "#lib/db/client.ts";
import { UNCERTAIN_STATES } from "./policy.ts";

/** Runs in the transaction of the change; what it throws undoes the change. `operation`: as it was before. */
export type SettlementListener = (tx: Db, operation: OperationModel) => Promise<void>;

const listeners = oncePerProcess("settlement listeners", () => new Map<string, SettlementListener>());

/** Registers a listener; one of the same name takes the place of the one before. */
export function onSettled(name: string, listener: SettlementListener): void {
  listeners.set(name, listener);
}

/** Tells everybody, unless a person has yet to decide what became of it. `state`: what it becomes. */
export async function tellSettled(tx: Db, operation: OperationModel, state: OperationState): Promise<void> {
  // Without this, whoever waits would wait for ever, and nothing would show it.
  if (listeners.size === 0) throw new Error("The journal's listeners are not registered in this process.");
  if (UNCERTAIN_STATES.includes(state)) return;
  for (const listener of listeners.values()) await listener(tx, operation);
}
