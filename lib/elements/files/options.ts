/*
 * What may be chosen about an exported file: format, and how CSV and XLSX say what they have no sign for. Shared with client code: nothing
 * but zod is imported. A stored choice is read by the same schema; what a later version adds must have a default.
 */
import { z } from "zod";
import { currentLanguage, LANGUAGES, t } from "#lib/core/texts.ts";

/** `programs` and `spreadsheets` are CSV; the others what their names say, `json` one element a line. */
export const EXPORT_PROFILES = ["programs", "spreadsheets", "xlsx", "parquet", "json"] as const;
export type ExportProfile = (typeof EXPORT_PROFILES)[number];
export const CSV_PROFILES = ["spreadsheets", "programs"] as const satisfies readonly ExportProfile[];
export type CsvProfile = (typeof CSV_PROFILES)[number];

export const BOOLEAN_WORDS = ["true/false", "TRUE/FALSE", "WAHR/FALSCH", "yes/no", "1/0"] as const;

/** A mark for what has no value: a short word that no number or truth value can be taken for; "": nothing at all. */
const markSchema = z
  .string()
  .regex(/^(?:(?!(?:true|false|wahr|falsch|yes|no)$)[\\#A-Za-z][A-Za-z/_]{0,19})?$/i, {
    error: () => t("Use a short word such as NULL or n/a that nobody mistakes for a value."),
  });

export const exportOptionsSchema = z
  .strictObject({
    delimiter: z.enum([",", ";", "\t", "|"]).default(","),
    decimalMark: z.enum([".", ","]).default("."),
    /** Every cell between quotation marks, but marks for missing and no value. */
    quoteAll: z.boolean().default(false),
    byteOrderMark: z.boolean().default(false),
    lineEnd: z.enum(["crlf", "lf"]).default("crlf"),
    booleans: z.enum(BOOLEAN_WORDS).default("true/false"),
    /** How the element not having the property is written. */
    missingAs: markSchema.default(""),
    /** How a property without a value is written. */
    noneAs: markSchema.default(""),
    /** How the empty text is written; "" is a pair of quotation marks. */
    emptyAs: markSchema.default(""),
    /** `OverallHeight [mm]`, where the answer states the unit. */
    unitInHeading: z.boolean().default(false),
    /** `Set.Property` in one row, or the set above the property. */
    headings: z.enum(["joined", "twoRows"]).default("joined"),
    /** A column with the 36-character form beside the GlobalId. */
    longId: z.boolean().default(false),
    /** Of what a file for spreadsheets says by itself: names of sheets, and headings that are not the model's. */
    language: z.enum(LANGUAGES).default("en"),
  })
  .refine(({ delimiter, decimalMark }) => delimiter !== decimalMark, {
    path: ["delimiter"],
    error: () =>
      t(
        "A comma cannot both separate the cells and mark the decimals. Choose another delimiter, or the point as decimal sign.",
      ),
  });
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

/** What stands where nobody chose anything: the plain file of each profile. */
export const PLAIN_OPTIONS: Readonly<Record<ExportProfile, ExportOptions>> = {
  programs: exportOptionsSchema.parse({}),
  spreadsheets: exportOptionsSchema.parse({ delimiter: ";", decimalMark: ",", byteOrderMark: true }),
  xlsx: exportOptionsSchema.parse({}),
  parquet: exportOptionsSchema.parse({}),
  json: exportOptionsSchema.parse({}),
};

/**
 * The plain file for whoever asks now. Files for spreadsheets are in the person's language, whose words for truth values are the only ones
 * that the person's spreadsheet takes for more than texts; a workbook holds them as values. Files for programs are the same for everybody.
 */
export function plainOptions(profile: ExportProfile): ExportOptions {
  const plain = PLAIN_OPTIONS[profile];
  const language = currentLanguage();
  if (profile === "xlsx") return { ...plain, language };
  if (profile !== "spreadsheets") return plain;
  return { ...plain, language, booleans: language === "de" ? "WAHR/FALSCH" : plain.booleans };
}

/** True for the two profiles that are CSV. */
export function isCsv(profile: ExportProfile): profile is CsvProfile {
  return profile === "programs" || profile === "spreadsheets";
}

/** True for the one profile whose texts get an apostrophe where a spreadsheet would run them; all others alter no text. */
export function guardsFormulas(profile: ExportProfile): boolean {
  return profile === "spreadsheets";
}

/** The ending of a file's name. */
export const FILE_ENDINGS: Readonly<Record<ExportProfile, string>> = {
  programs: "csv",
  spreadsheets: "csv",
  xlsx: "xlsx",
  parquet: "parquet",
  json: "ndjson",
};

/** The format's own name, as records and pages give it. */
export const FILE_FORMATS: Readonly<Record<ExportProfile, string>> = {
  programs: "CSV",
  spreadsheets: "CSV",
  xlsx: "XLSX",
  parquet: "Parquet",
  json: "JSON",
};

/** What a download says it is. */
export const MEDIA_TYPES: Readonly<Record<ExportProfile, string>> = {
  programs: "text/csv; charset=utf-8; header=present",
  spreadsheets: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
  json: "application/x-ndjson; charset=utf-8",
};
