/**
 * The ready-made answers of a model in the file store: which classes there are, and their bytes. A run's answers never change once they
 * exist, so they may be cached. `element/simple` merges those of several classes into one JSON object without parsing: their braces are
 * dropped and commas put between them. Compressed for callers that accept it.
 */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { INDEX_FILE } from "#lib/ifc/model-index.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { answerGzip, answerPlain } from "#lib/service/server/http/stored/stored-answer.ts";
import { answerTagged, takesGzip, tagName } from "#lib/service/server/http/stored/entity-tag.ts";
import type { StoredPart } from "#lib/service/server/http/stored/stored-bytes.ts";

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

/**
 * The classes with these names, compared without regard to case (docs/service "Simple elements"); unknown ones are left out. Without
 * names: all of them.
 */
export function chooseClasses(classes: AnswerClass[], names: readonly string[]): AnswerClass[] {
  if (names.length === 0) return classes;
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  return classes.filter((one) => wanted.has(one.name.toLowerCase()));
}

/** The answer file of a class. */
export function answerFileKey(key: string, one: AnswerClass): string {
  return `${key}/${one.name}.json`;
}

const encoder = new TextEncoder();
const [OPEN, COMMA, CLOSE] = [encoder.encode("{"), encoder.encode(","), encoder.encode("}")];
/** An answer without elements. */
const EMPTY_BYTES = 2;
/** Smaller answers (less than one packet) are not compressed: gzip would cost more than it saves. */
const GZIP_BYTES_MIN = 1400;

/**
 * The classes' elements; 304 when the caller knows them already (RFC 9110 section 13.1.2).
 * @param answersKey of one run of the reader, whose files never change
 * @throws StorageError FILE_MISSING, STORE_UNAVAILABLE
 */
export async function answerSimple(
  request: Request,
  answersKey: string,
  classes: readonly AnswerClass[],
  storage: Storage,
): Promise<Response> {
  const filled = classes.filter((one) => one.bytes > EMPTY_BYTES);
  const bytes = filled.reduce((sum, one) => sum + one.bytes, 0);
  const isGzip = bytes >= GZIP_BYTES_MIN && takesGzip(request.headers.get("accept-encoding"));
  const name = tagName(answersKey, ...filled.map((one) => one.name), isGzip ? "gzip" : "");
  const parts = joined(answersKey, filled);
  const answer = (headers: Record<string, string>): Promise<Response> => {
    const typed = { ...headers, "Content-Type": "application/json" };
    return isGzip ? answerGzip(parts, storage, typed, name) : answerPlain(parts, storage, typed);
  };
  return answerTagged(request, name, answer, { Vary: "Accept-Encoding" });
}

function joined(answersKey: string, classes: readonly AnswerClass[]): StoredPart[] {
  const [only] = classes;
  if (classes.length === 1 && only !== undefined) return [partOf(answersKey, only, 0)];
  const inner = classes.flatMap((one, index) => [
    ...(index === 0 ? [] : [COMMA]),
    partOf(answersKey, one, 1),
  ]);
  return [OPEN, ...inner, CLOSE];
}

/** A class's answer without `margin` bytes at each end. */
function partOf(answersKey: string, one: AnswerClass, margin: number): StoredPart {
  const key = answerFileKey(answersKey, one);
  return { key, start: margin, end: one.bytes - margin, fileBytes: one.bytes };
}
