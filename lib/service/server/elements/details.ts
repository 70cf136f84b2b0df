/**
 * The details of a processed model: spools and dictionaries from which full and raw answers are put together. They are made when
 * they are first asked for, from the stored file, and kept beside the ready-made answers, with which they are removed.
 */
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
 * Which folder counts: written last, in one step, so details are whole or not there in any kind of store. The name is that of this form
 * of details: processes of another version, which may run beside this one during an upgrade, have a file and folders of their own.
 */
const POINTER_FILE = "details.2.json";
const FOLDER_PREFIX = "details.2-";
/** What versions before this one have left. */
const FORMER = /^details(\.json|-.*)$/;
const POINTER_BYTES_MAX = 1024;
const pointerSchema = z.strictObject({ format: z.literal(1), folder: z.string() });

/** Dictionaries of a large model take some tens of megabytes. */
const kept = new LRUCache<string, Details>({ max: 6 });

export class Details {
  /** Folder of the spools. */
  readonly key: string;
  readonly index: DetailsIndex;
  #full: FullDictionaries | null = null;
  #raw: RawTables | null = null;

  constructor(key: string, index: DetailsIndex) {
    this.key = key;
    this.index = index;
  }

  get full(): FullDictionaries {
    return (this.#full ??= makeFullDictionaries(this.index));
  }

  get raw(): RawTables {
    return (this.#raw ??= makeRawTables(this.index));
  }
}

/** The folder name for details that one maker makes. */
export function detailsFolder(id: string): string {
  return `${FOLDER_PREFIX}${id}`;
}

/** Whether a name beside the answers is of details that no version needs once this one has made its own. */
export function isLeftover(name: string): boolean {
  return name.startsWith(FOLDER_PREFIX) || FORMER.test(name);
}

/** The details beside these answers, or null when none have been made yet. @throws StorageError */
export async function findDetails(answersKey: string, storage: Storage): Promise<Details | null> {
  const known = kept.get(answersKey);
  if (known !== undefined) return known;
  const folder = await findFolder(answersKey, storage);
  if (folder === null) return null;
  const key = `${answersKey}/${folder}`;
  const { stream } = await storage.openRead(`${key}/${DETAILS_FILE}`);
  const index: unknown = await new Response(stream).json();
  if (!isDetailsIndex(index)) throw new Error(`${key} holds no details of this version`);
  const details = new Details(key, index);
  kept.set(answersKey, details);
  return details;
}

/** Forgets what was read of the details beside these answers, because it turned out to be gone. */
export function forgetDetails(answersKey: string): void {
  kept.delete(answersKey);
}

/** The folder that counts, or null. */
export async function findFolder(answersKey: string, storage: Storage): Promise<string | null> {
  try {
    const { stream } = await storage.openRead(`${answersKey}/${POINTER_FILE}`);
    return pointerSchema.parse(await new Response(stream).json()).folder;
  } catch (error) {
    if (error instanceof StorageError && error.reason === "FILE_MISSING") return null;
    throw error;
  }
}

/** Makes a finished folder the one that counts. */
export async function pointTo(folder: string, answersKey: string, storage: Storage): Promise<void> {
  const pointer: z.infer<typeof pointerSchema> = { format: 1, folder };
  await storage.putStream(`${answersKey}/${POINTER_FILE}`, oneChunk(JSON.stringify(pointer)), {
    sizeMax: POINTER_BYTES_MAX,
  });
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
