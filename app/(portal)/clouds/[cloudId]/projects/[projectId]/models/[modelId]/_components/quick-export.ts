/* What one press of the export writes: the view that is seen, in each of the formats of its menu. Pure. */
import type { ExportProfile } from "#lib/elements/files/options.ts";

/** Formats of the menu; the dialog offers the others. */
export const QUICK_PROFILES = [
  "programs",
  "spreadsheets",
  "xlsx",
] as const satisfies readonly ExportProfile[];
export type QuickProfile = (typeof QUICK_PROFILES)[number];

/**
 * The fields that the form sends besides the table's. The view is sent even where its address is empty: without a view a file has
 * everything, also the columns that the table leaves out. The server makes the options: their code is not loaded with the table.
 */
export function quickFields(
  profile: QuickProfile,
  address: string,
): { profile: QuickProfile; asShown: "yes"; view: string } {
  return { profile, asShown: "yes", view: address };
}
