/**
 * The details of a processed model: spools and dictionaries from which full and raw answers are assembled. They are made from the stored
 * file on first request, and stored next to the ready-made answers, together with which they are removed.
 */
import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { DETAILS_FILE, isDetailsIndex, type DetailsIndex } from "#lib/ifc/details/index.ts";
import { StorageError } from "#lib/storage/errors.ts";
import type { Storage } from "#lib/storage/storage.ts";
import {
  makeFullDictionaries,
  makeRawTables,
  type FullDictionaries,
  type RawTables,
} from "./dictionaries.ts";

/**
 * Names the valid folder. It is written last, in one step, so details are complete or absent in any kind of store. The file name contains
 * the version of the details' format: processes of another version, which may run at the same time during an upgrade, have their own file
 * and folders.
 */
const POINTER_FILE = "details.2.json";
export const FOLDER_PREFIX = "details.2-";
/** Names left by former versions. */
const FORMER = /^details(\.json|-.*)$/;
const POINTER_BYTES_MAX = 1024;
const pointerSchema = z.strictObject({ format: z.literal(1), folder: z.string() });

/** Dictionaries of a large model take tens of megabytes. */
const kept = new LRUCache<string, Details>({ max: 6 });

/** @param key folder of the spools */
function describeDetails(key: string, index: DetailsIndex) {
  let full: FullDictionaries | null = null;
  let raw: RawTables | null = null;
  return {
    key,
    index,
    full: (): FullDictionaries => (full ??= makeFullDictionaries(index)),
    raw: (): RawTables => (raw ??= makeRawTables(index)),
  };
}

export type Details = ReturnType<typeof describeDetails>;

/** Whether a name next to the answers belongs to details that are obsolete once this version has made its own. */
export function isLeftover(name: string): boolean {
  return name.startsWith(FOLDER_PREFIX) || FORMER.test(name);
}

/** The details of these answers, or null when none have been made yet. @throws StorageError */
export async function findDetails(answersKey: string, storage: Storage): Promise<Details | null> {
  const known = kept.get(answersKey);
  if (known !== undefined) return known;
  const folder = await findFolder(answersKey, storage);
  if (folder === null) return null;
  const key = `${answersKey}/${folder}`;
  const { stream } = await storage.openRead(`${key}/${DETAILS_FILE}`);
  const index: unknown = await new Response(stream).json();
  if (!isDetailsIndex(index)) throw new Error(`${key} holds no details of this version`);
  const details = describeDetails(key, index);
  kept.set(answersKey, details);
  return details;
}

/** Drops the cached details of these answers, because their files turned out to be gone. */
export function forgetDetails(answersKey: string): void {
  kept.delete(answersKey);
}

/** The valid folder, or null. */
export async function findFolder(answersKey: string, storage: Storage): Promise<string | null> {
  try {
    const { stream } = await storage.openRead(`${answersKey}/${POINTER_FILE}`);
    return pointerSchema.parse(await new Response(stream).json()).folder;
  } catch (error) {
    if (error instanceof StorageError && error.reason === "FILE_MISSING") return null;
    throw error;
  }
}

/** Makes a finished folder the valid one. */
export async function pointTo(folder: string, answersKey: string, storage: Storage): Promise<void> {
  const pointer: z.infer<typeof pointerSchema> = { format: 1, folder };
  const content = Readable.from([Buffer.from(JSON.stringify(pointer))]);
  await storage.putStream(`${answersKey}/${POINTER_FILE}`, content, { sizeMax: POINTER_BYTES_MAX });
}
