/**
 * The states of an export run. Defined outside the exports because a snapshot that a run still needs must not be removed, and shared with
 * client code, which follows runs without the schemas of their forms: nothing is imported here, not even zod.
 */

/** In this order; `cancelled` and `failed` can follow any of the first four. */
export const EXPORT_STATES = [
  "QUEUED",
  "READING",
  "WRITING",
  "VERIFYING",
  "DONE",
  "FAILED",
  "CANCELLED",
] as const;
export type ExportStateName = (typeof EXPORT_STATES)[number];

/** States in which a run is still working. */
export const ACTIVE_EXPORT_STATES = ["QUEUED", "READING", "WRITING", "VERIFYING"] as const;

/** True while a run is still working. */
export function isActive(state: ExportStateName): boolean {
  return (ACTIVE_EXPORT_STATES as readonly string[]).includes(state);
}
