/**
 * Export runs: their states, profiles and how pages see them. Shared with client code: nothing but zod is imported.
 */
import { z } from "zod";

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

/** States in which a run is still at work. */
export const ACTIVE_EXPORT_STATES = ["QUEUED", "READING", "WRITING", "VERIFYING"] as const;

/** True while a run is still at work. */
export function isActive(state: ExportStateName): boolean {
  return (ACTIVE_EXPORT_STATES as readonly string[]).includes(state);
}

/** `programs`: point, comma, no mark. `spreadsheets`: decimal comma, semicolon, UTF-8 mark (docs/decisions/0007-csv.md). */
export const EXPORT_PROFILES = ["programs", "spreadsheets"] as const;
export type ExportProfile = (typeof EXPORT_PROFILES)[number];

export const startExportSchema = z.strictObject({
  /** Born with the form, so that a form sent twice is one run. */
  key: z.guid(),
  snapshotId: z.guid(),
  profile: z.enum(EXPORT_PROFILES),
});
export type StartExportInput = z.infer<typeof startExportSchema>;

export const repeatExportSchema = z.strictObject({ key: z.guid(), runId: z.guid() });

export const exportRunIdSchema = z.guid();

export type ExportRunView = {
  id: string;
  state: ExportStateName;
  ifcClass: string;
  modelName: string;
  cloud: { id: string; name: string };
  project: { id: string; name: string };
  /** The service's id. */
  modelId: number;
  profile: ExportProfile;
  /** In READING elements read, in WRITING rows written, in VERIFYING rows found equal. */
  rowsDone: number;
  rowsTotal: number | null;
  /** Property columns and the GlobalId. */
  columns: number | null;
  bytes: number;
  sha256: string | null;
  fileName: string;
  /** The file can be downloaded now. */
  hasFile: boolean;
  failure: string | null;
  reference: string;
  actorName: string;
  cancelledBy: string | null;
  /** The person who asks may cancel it now. */
  canCancel: boolean;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};
