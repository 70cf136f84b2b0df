/*
 * The options of an exported file: the format, and how CSV and XLSX write what they have no notation for. Shared with client code: nothing
 * but zod is imported. The same schema reads stored choices, so options added in later versions need a default.
 */
import { z } from "zod";
import { currentLanguage, LANGUAGES, t } from "#lib/core/texts.ts";

/** `programs` and `spreadsheets` are CSV; the other names are formats, `json` with one element a line. */
export const EXPORT_PROFILES = ["programs", "spreadsheets", "xlsx", "parquet", "json"] as const;
export type ExportProfile = (typeof EXPORT_PROFILES)[number];
export const CSV_PROFILES = ["spreadsheets", "programs"] as const satisfies readonly ExportProfile[];
export type CsvProfile = (typeof CSV_PROFILES)[number];

export const BOOLEAN_WORDS = ["true/false", "TRUE/FALSE", "WAHR/FALSCH", "yes/no", "1/0"] as const;

/** A mark for a cell without a value: a short word that cannot be mistaken for a number or truth value; "": an empty field. */
const markSchema = z
  .string()
  .regex(/^(?:(?!(?:true|false|wahr|falsch|yes|no)$)[\\#A-Za-z][A-Za-z/_]{0,19})?$/i, {
    error: () => t("Use a short word such as NULL or n/a that nobody mistakes for a value."),
  });

export const exportOptionsSchema = z
  .strictObject({
    delimiter: z.enum([",", ";", "\t", "|"]).default(","),
    decimalMark: z.enum([".", ","]).default("."),
    /** Whether every cell is quoted, except marks for missing and no value. */
    quoteAll: z.boolean().default(false),
    byteOrderMark: z.boolean().default(false),
    lineEnd: z.enum(["crlf", "lf"]).default("crlf"),
    booleans: z.enum(BOOLEAN_WORDS).default("true/false"),
    /** How a missing property is written. */
    missingAs: markSchema.default(""),
    /** How a property without a value is written. */
    noneAs: markSchema.default(""),
    /** How the empty text is written; "" is a pair of quotation marks. */
    emptyAs: markSchema.default(""),
    /** Whether headings have units (`OverallHeight [mm]`) where the answer states them. */
    unitInHeading: z.boolean().default(false),
    /** `Set.Property` in one row, or the set above the property. */
    headings: z.enum(["joined", "twoRows"]).default("joined"),
    /** Whether a column with the 36-character form follows the GlobalId. */
    longId: z.boolean().default(false),
    /** The language of Portico's own words in files for spreadsheets: names of sheets, and headings that are not the model's. */
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

/** The default options: the plain file of each profile. */
export const PLAIN_OPTIONS: Readonly<Record<ExportProfile, ExportOptions>> = {
  programs: exportOptionsSchema.parse({}),
  spreadsheets: exportOptionsSchema.parse({ delimiter: ";", decimalMark: ",", byteOrderMark: true }),
  xlsx: exportOptionsSchema.parse({}),
  parquet: exportOptionsSchema.parse({}),
  json: exportOptionsSchema.parse({}),
};

/**
 * The plain file for the person who asks. Files for spreadsheets are in that person's language, because a spreadsheet recognises truth
 * values only in its own language (a workbook stores them as values). Files for programs are the same for everybody.
 */
export function plainOptions(profile: ExportProfile): ExportOptions {
  const plain = PLAIN_OPTIONS[profile];
  const language = currentLanguage();
  if (profile === "xlsx") return { ...plain, language };
  if (profile !== "spreadsheets") return plain;
  return { ...plain, language, booleans: language === "de" ? "WAHR/FALSCH" : plain.booleans };
}

/** True for the one profile that puts an apostrophe before texts that a spreadsheet would run; all others leave texts unchanged. */
export function guardsFormulas(profile: ExportProfile): boolean {
  return profile === "spreadsheets";
}

/** A group of options that the dialog offers together; all others stay as in the plain file. */
type OptionGroup = "units" | "twoRows" | "noValue" | "csv";

/** In what formats differ for code outside of their own folders. */
export const FORMAT_TRAITS: Readonly<
  Record<
    ExportProfile,
    {
      /** Whether the file's headings are what its record calls the columns. */
      readonly namesHeadings: boolean;
      /** Whether each cell takes a delimiter, also a cell that readings do not store: room on disk. */
      readonly delimitsCells: boolean;
      readonly offers: readonly OptionGroup[];
    }
  >
> = {
  programs: { namesHeadings: true, delimitsCells: true, offers: ["units", "twoRows", "csv"] },
  spreadsheets: { namesHeadings: true, delimitsCells: true, offers: ["units", "twoRows", "csv"] },
  xlsx: { namesHeadings: true, delimitsCells: false, offers: ["units", "twoRows", "noValue"] },
  parquet: { namesHeadings: false, delimitsCells: false, offers: ["units"] },
  json: { namesHeadings: false, delimitsCells: false, offers: [] },
};

/** The file name's ending. */
export const FILE_ENDINGS: Readonly<Record<ExportProfile, string>> = {
  programs: "csv",
  spreadsheets: "csv",
  xlsx: "xlsx",
  parquet: "parquet",
  json: "ndjson",
};

/** The format's name in records and on pages. */
export const FILE_FORMATS: Readonly<Record<ExportProfile, string>> = {
  programs: "CSV",
  spreadsheets: "CSV",
  xlsx: "XLSX",
  parquet: "Parquet",
  json: "JSON",
};

/** The media type of a download. */
export const MEDIA_TYPES: Readonly<Record<ExportProfile, string>> = {
  programs: "text/csv; charset=utf-8; header=present",
  spreadsheets: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
  json: "application/x-ndjson; charset=utf-8",
};
