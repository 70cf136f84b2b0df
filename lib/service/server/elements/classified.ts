/**
 * Simple elements chosen by their classifications: the stored answer of a class is split into its elements. The spool has the same elements
 * in the same order, and shows which of them are wanted.
 */
import { FRAME, iterateFrames } from "#lib/ifc/details/spool/spool.ts";
import { spoolName } from "#lib/ifc/details/index.ts";
import type { StoredChunks } from "../http/stored/stored-bytes.ts";
import { answerFileKey } from "./answers.ts";
import { isWanted } from "./choice.ts";
import { readElementFrame } from "./element-frame.ts";
import { iterateEntries } from "./entries.ts";
import { AnswerSink, CHUNK_BYTES, type SpoolSource } from "./spool-source.ts";

/** A JSON object of the elements, in chunks. @param answers folder of the simple answers */
export async function* writeSimpleClassified(answers: string, source: SpoolSource): StoredChunks {
  const sink = new AnswerSink();
  sink.ascii("{");
  let isFirst = true;
  for (const one of source.classes) {
    const places = await listPlaces(one.name, source);
    if (places.size === 0) continue;
    const { stream } = await source.storage.openRead(answerFileKey(answers, one));
    let place = 0;
    for await (const entry of iterateEntries(stream)) {
      if (!places.has(place++)) continue;
      if (!isFirst) sink.ascii(",");
      isFirst = false;
      sink.whole(entry);
      if (sink.length >= CHUNK_BYTES) yield sink.take();
    }
    if (place !== one.count)
      throw new Error(`the answer of ${one.name} has other elements than its index says`);
  }
  sink.ascii("}");
  yield sink.take();
}

/** Places, counted within the class, of the wanted elements. */
async function listPlaces(className: string, { key, wanted, storage }: SpoolSource): Promise<Set<number>> {
  const places = new Set<number>();
  if (wanted?.size === 0) return places;
  const { stream } = await storage.openRead(`${key}/${spoolName(className)}`);
  let place = 0;
  for await (const frames of iterateFrames(stream)) {
    for (const { kind, body } of frames) {
      if (kind !== FRAME.element) continue;
      if (isWanted(readElementFrame(body).classifications, wanted)) places.add(place);
      place += 1;
    }
  }
  return places;
}
