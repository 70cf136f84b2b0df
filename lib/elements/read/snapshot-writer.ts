/*
 * Reads an answer once and stores it as a snapshot: rows, row index, shapes, description. Everything is written into a folder next to the
 * target, made durable, and renamed: a folder of the target's name is a complete snapshot or does not exist.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { errorCode } from "#lib/storage/errors.ts";
import { syncFolder } from "#lib/storage/sync.ts";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ColumnTable } from "./column-table.ts";
import { ElementParser } from "./element-parser.ts";
import { ElementsError, storageError, throwIfCancelled } from "../errors.ts";
import { DEFAULT_LIMITS, type ElementLimits } from "./limit-errors.ts";
import { readAnswer } from "./reader.ts";
import { INDEX_FILE, META_FILE, ROWS_FILE, SHAPES_FILE, SNAPSHOT_FORMAT } from "../snapshot/row-record.ts";
import { RELATIONS } from "../relations/relation-columns.ts";
import { relationCells } from "./relation-cells.ts";
import type { StatedRelations } from "../relations/stated-relations.ts";
import { RowWriter } from "./row-writer.ts";
import type { SnapshotMeta } from "../snapshot/meta.ts";
import { StoredFileWriter } from "../snapshot/stored-file.ts";
import type { StatedUnits } from "../units/stated-units.ts";
import { Warnings } from "../warnings.ts";

export interface WriteSnapshotOptions {
  /** Body of the service's answer, decompressed. Its own errors pass through unchanged. */
  readonly source: AsyncIterable<Uint8Array>;
  /** Folder of the snapshot; it must not exist, or be empty. A missing parent folder is created. */
  readonly dir: string;
  readonly signal?: AbortSignal | undefined;
  /** Called about every 256 kB with what has been read so far. */
  readonly onProgress?: ((progress: { readonly bytes: number; readonly rows: number }) => void) | undefined;
  /** When the answer was requested; by default now. */
  readonly date?: Date | undefined;
  readonly limits?: Partial<ElementLimits> | undefined;
  /**
   * Units and value types from elsewhere, requested when the answer has been read: null when none are available, "unread" when they could
   * not be read. It must not reject.
   */
  readonly units?: (() => Promise<StatedUnits | "unread" | null>) | undefined;
  /** What elements relate to, by the same rules, but requested before the answer is read: its rows wait for it. */
  readonly relations?: (() => Promise<StatedRelations | "unread" | null>) | undefined;
}

const FLUSH_BYTES = 1024 * 1024;
const UNFINISHED = ".unfinished-";
const WRITING = kept("Writing the snapshot");

/**
 * Reads a service's answer to its end and stores it as a snapshot in `dir`. Memory: one window of the answer, its largest element, the
 * columns, 12 to 24 bytes an element.
 * @throws ElementsError: those of `readAnswer`, the limits by name, CANCELLED, SNAPSHOT_EXISTS, STORAGE_FULL, STORAGE_FAILED;
 *   the source's own errors. After any error, `dir` is unchanged.
 */
export async function writeSnapshot(options: WriteSnapshotOptions): Promise<SnapshotMeta> {
  const work = join(dirname(options.dir), `${basename(options.dir)}${UNFINISHED}${randomUUID()}`);
  try {
    await stored(async () => {
      await mkdir(dirname(options.dir), { recursive: true });
      await assertFree(options.dir);
      await mkdir(work, { mode: 0o700 });
    });
    const meta = await writeFiles(work, options);
    throwIfCancelled(options.signal);
    await stored(() => publish(work, options.dir));
    return meta;
  } catch (error) {
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Runs file operations, whose errors become errors of storage; errors of the source do not pass here. */
async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageError(error, WRITING);
  }
}

async function writeFiles(work: string, options: WriteSnapshotOptions): Promise<SnapshotMeta> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const columns = new ColumnTable(limits);
  const warnings = new Warnings();
  const rows = new RowWriter(columns, warnings, limits);
  const opened: StoredFileWriter[] = [];
  const create = async (name: string): Promise<StoredFileWriter> => {
    const file = await StoredFileWriter.create(join(work, name));
    opened.push(file);
    return file;
  };
  const rowsFile = await stored(() => create(ROWS_FILE));
  const indexFile = await stored(() => create(INDEX_FILE));
  const flush = (isLast: boolean): Promise<void> =>
    stored(async () => {
      const filled = rows.stored.take(isLast);
      await rowsFile.write(filled.rows);
      await indexFile.write(filled.index);
    });
  try {
    const relations = await takeRelations(options, warnings);
    if (relations !== null) rows.relations = relationCells(columns, relations);
    const facts = await readAnswer(options.source, new ElementParser(columns, rows, limits), {
      limits,
      signal: options.signal,
      afterWindow: async (bytes) => {
        options.onProgress?.({ bytes, rows: rows.rows });
        if (rows.stored.filled >= FLUSH_BYTES) await flush(false);
      },
    });
    await flush(true);
    const units = (await options.units?.()) ?? null;
    if (units === "unread") warnings.add("UNITS_NOT_READ");
    else if (units !== null) columns.complete(units);
    for (const column of columns.units.conflicts()) warnings.add("UNIT_CONFLICT", columns.label(column));
    return await stored(async () => {
      const shapesFile = await create(SHAPES_FILE);
      await shapesFile.write(rows.shapes.encode());
      const meta: SnapshotMeta = {
        format: SNAPSHOT_FORMAT,
        date: (options.date ?? new Date()).toISOString(),
        ...facts,
        rows: rows.rows,
        columns: columns.describe(rows.rows),
        columnNumbers: columns.displayOrder(),
        relations: relations?.offered ?? [],
        warnings: warnings.list(),
        files: {
          rows: await rowsFile.finish(),
          index: await indexFile.finish(),
          shapes: await shapesFile.finish(),
        },
      };
      const metaFile = await create(META_FILE);
      await metaFile.write(Buffer.from(JSON.stringify(meta)));
      await metaFile.finish();
      await syncFolder(work);
      return meta;
    });
  } catch (error) {
    await Promise.all(opened.map((file) => file.abandon()));
    throw error;
  }
}

/** Takes over what elements relate to; adds a warning for what is not available. */
async function takeRelations(
  { relations }: WriteSnapshotOptions,
  warnings: Warnings,
): Promise<StatedRelations | null> {
  if (relations === undefined) return null;
  const stated = await relations();
  if (stated === "unread") warnings.add("RELATIONS_NOT_READ");
  else if (stated === null || stated.offered.length === 0) warnings.add("RELATIONS_NOT_STATED");
  else {
    const rest = RELATIONS.filter((relation) => !stated.offered.includes(relation));
    for (const relation of rest) warnings.add("RELATIONS_IN_PART", relation);
  }
  return stated === "unread" ? null : stated;
}

async function assertFree(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  if (entries.length > 0) throw alreadyThere();
}

function alreadyThere(): ElementsError {
  const message = kept(
    "This folder already contains a snapshot. Remove the snapshot first, or write to another folder.",
  );
  return new ElementsError("SNAPSHOT_EXISTS", message);
}

/** Gives the finished folder its name. Only an empty folder of that name is replaced. */
async function publish(work: string, dir: string): Promise<void> {
  await rmdir(dir).catch(() => undefined);
  try {
    await rename(work, dir);
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM"].includes(errorCode(error))) throw alreadyThere();
    throw error;
  }
  await syncFolder(dirname(dir));
}
