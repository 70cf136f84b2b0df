import { msg } from "#lib/core/texts.ts";
import type { ExportProfile } from "#lib/elements/files/options.ts";

/** Translated with `t`. */
export const PROFILE_WORDS: Record<ExportProfile, string> = {
  programs: msg("CSV for programs"),
  spreadsheets: msg("CSV for spreadsheets"),
  xlsx: msg("XLSX"),
  parquet: msg("Parquet"),
  json: msg("JSON"),
};
