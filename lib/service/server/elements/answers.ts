/**
 * The ready-made answers of a model in the file store: which classes there are, and their bytes. A run's answers never change once they
 * exist, so they may be cached.
 */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { INDEX_FILE } from "#lib/ifc/model-index.ts";
import type { Storage } from "#lib/storage/storage.ts";

const indexSchema = z.object({
  classes: z.array(
    z.object({ name: z.string(), count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
  ),
});

/** One class of a model; `bytes` is the size of its answer, a complete JSON object. */
export type AnswerClass = z.infer<typeof indexSchema>["classes"][number];

const kept = new LRUCache<string, AnswerClass[]>({ max: 200 });

/** The classes that have elements, from the index of the run. @throws StorageError FILE_MISSING */
export async function listAnswerClasses(key: string, storage: Storage): Promise<AnswerClass[]> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { stream } = await storage.openRead(`${key}/${INDEX_FILE}`);
  const { classes } = indexSchema.parse(await new Response(stream).json());
  kept.set(key, classes);
  return classes;
}

/** The classes with these names, compared without regard to case (docs/service "Simple elements"); unknown ones are left out. */
export function chooseClasses(classes: readonly AnswerClass[], names: readonly string[]): AnswerClass[] {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  return classes.filter((one) => wanted.has(one.name.toLowerCase()));
}

/** The answer file of a class. */
export function answerFileKey(key: string, one: AnswerClass): string {
  return `${key}/${one.name}.json`;
}
