/**
 * Tells the journal who waits for its operations. Before anything is sent or settled, in every process that does either.
 */
import { onSettled } from "#lib/features/operations/listeners.ts";
import { wakePlan } from "#lib/features/plans/waking.ts";

/** May be called twice. */
export function registerJournal(): void {
  onSettled("plans", wakePlan);
}
