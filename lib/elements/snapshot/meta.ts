/*
 * The description of a snapshot, and the check that a stored description can be trusted: written last, read first. It contains the sizes
 * and checksums of the other files. Never trust it beyond what this file checks.
 */
import { z } from "zod";
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Column } from "../columns.ts";
import { damaged } from "../errors.ts";
import { INDEX_ENTRY_BYTES, SNAPSHOT_FORMAT } from "./row-record.ts";
import type { Relation } from "../relations/relation-columns.ts";
import { oneWarning, type SnapshotWarning } from "../warnings.ts";

/** The two forms of an answer: an object keyed by GlobalId, or an array of elements. */
export type AnswerForm = "map" | "array";

/** Size and CRC-32 of one stored file. */
export interface StoredFile {
  readonly bytes: number;
  readonly crc32: number;
}

/** The description of a snapshot. */
export interface SnapshotMeta {
  readonly format: typeof SNAPSHOT_FORMAT;
  /** When the answer was read, ISO 8601 UTC. */
  readonly date: string;
  /** Form of the service's answer. */
  readonly form: AnswerForm;
  /** Elements in the answer. */
  readonly rows: number;
  /** Bytes of the answer as received. */
  readonly bytes: number;
  /** SHA-256 of the answer as received, lower-case hexadecimal. */
  readonly sha256: string;
  readonly columns: readonly Column[];
  /** Column numbers of the stored rows, in the order of `columns`. */
  readonly columnNumbers: readonly number[];
  /**
   * The relations that the service stated. Older versions did not read relations; their snapshots state none and get the warning for that.
   */
  readonly relations: readonly Relation[];
  readonly warnings: readonly SnapshotWarning[];
  readonly files: { readonly rows: StoredFile; readonly index: StoredFile; readonly shapes: StoredFile };
}

const storedFileSchema = z.object({ bytes: z.int(), crc32: z.int() });
const list = z.array(z.unknown());
/** What makes a description safe to use; the checksums guard the rest. */
const metaSchema = z
  .object({
    format: z.literal(SNAPSHOT_FORMAT),
    rows: z.int(),
    bytes: z.int(),
    columns: list,
    columnNumbers: list,
    warnings: list,
    files: z.object({ rows: storedFileSchema, index: storedFileSchema, shapes: storedFileSchema }),
  })
  .refine(({ columns, columnNumbers }) => columns.length === columnNumbers.length);

const isMeta = (value: unknown): value is SnapshotMeta => metaSchema.safeParse(value).success;

/**
 * Parses the content of META_FILE.
 * @throws ElementsError SNAPSHOT_DAMAGED, also for the format of another version
 */
export function parseMeta(text: string): SnapshotMeta {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damaged(kept("its description cannot be read"), cause);
  }
  if (!isMeta(value)) throw damaged(kept("its description is of another version or incomplete"));
  if (value.files.index.bytes !== (value.rows + 1) * INDEX_ENTRY_BYTES)
    throw damaged(kept("its row index has the wrong size"));
  const { relations, warnings } = value as Partial<SnapshotMeta>;
  if (Array.isArray(relations)) return value;
  return { ...value, relations: [], warnings: [...(warnings ?? []), oneWarning("RELATIONS_NOT_ASKED")] };
}
